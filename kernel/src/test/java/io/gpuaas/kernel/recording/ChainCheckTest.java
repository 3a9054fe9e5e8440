package io.gpuaas.kernel.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.kernel.recording.ChainCheck.Fault;
import io.gpuaas.kernel.recording.ChainCheck.Finding;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ChainCheckTest {

    private static final UUID TERMINAL = UUID.fromString("0198c0de-0000-7000-8000-000000000009");

    private final ChainCheck check = new ChainCheck(TERMINAL);

    private static byte[] segment(UUID terminal, int number, String previous, String text) {
        ByteBuffer header = new SegmentHeader(terminal, number, previous, 0, Instant.EPOCH, 80, 24).write();
        ByteBuffer event =
                new RecordedEvent(Kind.OUTPUT, number, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))).write();
        return ByteBuffer.allocate(header.remaining() + event.remaining())
                .put(header)
                .put(event)
                .array();
    }

    /** A chain as a node writes it. */
    private static List<byte[]> chain(int count) {
        List<byte[]> segments = new ArrayList<>();
        String previous = SegmentHeader.NO_DIGEST;
        for (int number = 0; number < count; number++) {
            byte[] bytes = segment(TERMINAL, number, previous, "line " + number);
            segments.add(bytes);
            previous = Segment.digest(bytes);
        }
        return segments;
    }

    private void add(int number, byte[] kept, byte[] now) {
        check.add(number, Segment.digest(kept), Optional.of(now));
    }

    @Test
    void aChainAsItWasWrittenIsWholeAndItsLastDigestStandsForIt() {
        List<byte[]> chain = chain(3);
        for (int number = 0; number < 3; number++) {
            add(number, chain.get(number), chain.get(number));
        }
        check.end(3);
        assertThat(check.findings()).isEmpty();
        assertThat(check.segments()).isEqualTo(3);
        assertThat(check.head()).isEqualTo(Segment.digest(chain.get(2)));
    }

    @Test
    void aTamperedSegmentIsNamedAndThoseAroundItAreNot() {
        List<byte[]> chain = chain(3);
        byte[] tampered = chain.get(1).clone();
        tampered[tampered.length - 8] ^= 1;
        add(0, chain.get(0), chain.get(0));
        add(1, chain.get(1), tampered);
        add(2, chain.get(2), chain.get(2));
        assertThat(check.findings()).containsExactly(new Finding(1, Fault.ALTERED));
    }

    /** A change of both manifest and segment is detected by the next segment. */
    @Test
    void aSegmentThatWasReplacedWithItsDigestDoesNotFitTheNextOne() {
        List<byte[]> chain = chain(3);
        byte[] forged = segment(TERMINAL, 1, Segment.digest(chain.get(0)), "nothing happened");
        add(0, chain.get(0), chain.get(0));
        add(1, forged, forged);
        add(2, chain.get(2), chain.get(2));
        assertThat(check.findings()).containsExactly(new Finding(2, Fault.UNCHAINED));
    }

    @Test
    void missingOnesAreNamedWhereverTheyWere() {
        List<byte[]> chain = chain(6);
        check.add(0, Segment.digest(chain.get(0)), Optional.of(chain.get(0)));
        check.add(1, Segment.digest(chain.get(1)), Optional.empty());
        add(2, chain.get(2), chain.get(2));
        add(4, chain.get(4), chain.get(4));
        check.end(5);
        assertThat(check.findings())
                .as("gone from the store, gone from the manifest, and gone at the end")
                .containsExactly(
                        new Finding(1, Fault.MISSING), new Finding(3, Fault.MISSING), new Finding(5, Fault.MISSING));
    }

    @Test
    void reorderedOnesAreNamedAlsoWhenTheManifestWasReorderedWithThem() {
        List<byte[]> chain = chain(4);
        add(0, chain.get(0), chain.get(0));
        add(1, chain.get(2), chain.get(2));
        add(2, chain.get(1), chain.get(1));
        add(3, chain.get(3), chain.get(3));
        assertThat(check.findings())
                .containsExactly(
                        new Finding(1, Fault.MISPLACED),
                        new Finding(2, Fault.MISPLACED),
                        new Finding(3, Fault.UNCHAINED));
    }

    @Test
    void thatOfAnotherTerminalTornOnesAndWhatIsNoSegmentAreNamed() {
        byte[] foreign = segment(UUID.randomUUID(), 0, SegmentHeader.NO_DIGEST, "elsewhere");
        add(0, foreign, foreign);
        byte[] nonsense = "nonsense".getBytes(StandardCharsets.UTF_8);
        add(1, nonsense, nonsense);
        byte[] whole = segment(TERMINAL, 2, Segment.digest(nonsense), "whole");
        byte[] torn = java.util.Arrays.copyOf(whole, whole.length - 3);
        add(2, torn, torn);
        assertThat(check.findings())
                .containsExactly(
                        new Finding(0, Fault.MISPLACED), new Finding(1, Fault.ALTERED), new Finding(2, Fault.ALTERED));
    }

    @Test
    void findingsAreBoundedAndOrdered() {
        List<byte[]> chain = chain(1);
        add(Integer.MAX_VALUE - 1, chain.get(0), chain.get(0));
        check.end(Integer.MAX_VALUE);
        assertThat(check.findings()).hasSize(ChainCheck.FINDINGS_MAX);
        assertThatThrownBy(() -> add(0, chain.get(0), chain.get(0))).isInstanceOf(IllegalArgumentException.class);
    }
}
