package io.gpuaas.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.kernel.recording.SegmentHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {

    private static final long ROOMY = 64L * 1024 * 1024;

    @TempDir
    Path folder;

    private final UUID terminal = UUID.randomUUID();
    private final List<byte[]> kept = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    RecorderTest() {}

    private Recorder recorder(Spool spool, RecordingMode mode) throws IOException {
        return new Recorder(
                spool,
                mode,
                new Recorder.Subject(terminal, Instant.EPOCH, 80, 24),
                () -> "the screen".getBytes(StandardCharsets.UTF_8));
    }

    private Shipping shipping(Spool spool) {
        return new Shipping(
                spool,
                (id, number, digest, bytes) -> {
                    kept.add(bytes);
                    return Segment.digest(bytes);
                },
                JsonLog.discarding());
    }

    private List<Segment> ship(Spool spool) throws Exception {
        shipping(spool).ship(spool.awaitSealed(Duration.ZERO));
        List<Segment> segments = new ArrayList<>();
        for (byte[] bytes : kept) {
            segments.add(Segment.read(bytes));
        }
        return segments;
    }

    private static byte[] output(List<Segment> segments) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Segment segment : segments) {
            for (RecordedEvent event : segment.events()) {
                if (event.kind() == Kind.OUTPUT) {
                    all.write(event.bytes());
                }
            }
        }
        return all.toByteArray();
    }

    @Test
    void segmentsAreChainedHoldEveryByteAndLeaveTheSpoolWhenTheyAreKept() throws Exception {
        Spool spool = new Spool(folder, ROOMY);
        Recorder recorder = recorder(spool, RecordingMode.STRICT);
        byte[] bytes = new byte[3_000_000];
        new Random(1).nextBytes(bytes);
        for (int at = 0; at < bytes.length; at += 10_000) {
            recorder.output(java.util.Arrays.copyOfRange(bytes, at, at + 10_000), 10_000);
        }
        recorder.resized(100, 30);
        recorder.end("exited");
        List<Segment> segments = ship(spool);

        assertThat(segments.size()).isGreaterThan(4);
        assertThat(output(segments)).isEqualTo(bytes);
        String previous = SegmentHeader.NO_DIGEST;
        long offset = 0;
        for (int i = 0; i < segments.size(); i++) {
            SegmentHeader header = segments.get(i).header();
            assertThat(header.number()).isEqualTo(i);
            assertThat(header.previousDigest()).isEqualTo(previous);
            assertThat(header.offset()).isEqualTo(offset);
            previous = Segment.digest(kept.get(i));
            offset = segments.get(i).endOffset();
        }
        assertThat(segments.get(1).events().getFirst().kind()).isEqualTo(Kind.SCREEN);
        assertThat(segments.getLast().events().getLast().text()).isEqualTo("exited");
        assertThat(folder).as("nothing is left").isEmptyDirectory();
    }

    @Test
    void segmentsWrittenBeforeAKillAreShippedAfterTheNextStartWithoutATornEnd() throws Exception {
        Recorder killed = recorder(new Spool(folder, ROOMY), RecordingMode.STRICT);
        byte[] bytes = "before the kill".getBytes(StandardCharsets.UTF_8);
        killed.output(bytes, bytes.length);
        Path part = folder.resolve(terminal.toString()).resolve("00000000.part");
        Files.write(part, new byte[] {'o', 0, 0, 0}, java.nio.file.StandardOpenOption.APPEND);

        List<Segment> segments = ship(new Spool(folder, ROOMY));
        assertThat(output(segments)).isEqualTo(bytes);
        assertThat(segments.getLast().isTorn()).isFalse();
        assertThat(segments.getLast().events().getLast().text()).isEqualTo("agent_ended");
    }

    @Test
    void whenThereIsNoRoomAStrictRecordingFailsAndALenientOneSaysWhatItLost() throws Exception {
        Spool small = new Spool(folder, 50_000);
        Recorder strict = recorder(small, RecordingMode.STRICT);
        byte[] bytes = new byte[30_000];
        strict.output(bytes, bytes.length);
        assertThatThrownBy(() -> strict.output(bytes, bytes.length)).isInstanceOf(IOException.class);
        strict.end("recording_failed");
        ship(small);
        kept.clear();

        Recorder lenient = recorder(small, RecordingMode.BEST_EFFORT);
        lenient.output(bytes, bytes.length);
        lenient.output(bytes, bytes.length);
        lenient.end("exited");
        ship(small);
        Recorder later = recorder(small, RecordingMode.BEST_EFFORT);
        later.end("exited");
        List<Segment> segments = ship(small);
        RecordedEvent gap = segments.getFirst().events().stream()
                .filter(event -> event.kind() == Kind.GAP)
                .findFirst()
                .orElseThrow();
        assertThat(gap.lostBytes()).isEqualTo(30_000);
        assertThat(segments.getFirst().endOffset()).isEqualTo(60_000);
    }

    @Test
    void aReservationInTheSpoolHoldsWhileOthersPrint() throws Exception {
        int count = 30_000;
        byte[] bytes = new byte[count];
        Spool spool = new Spool(folder, 200_000);
        Recorder one = recorder(spool, RecordingMode.STRICT);
        Recorder other = otherRecorder(spool, RecordingMode.STRICT);
        Recorder lenient = otherRecorder(spool, RecordingMode.BEST_EFFORT);
        assertThat(one.awaitRoom(count, () -> true)).isTrue();
        assertThat(other.awaitRoom(count, () -> true))
                .as("what is left is the first one's")
                .isFalse();
        for (int times = 0; times < 5; times++) {
            lenient.output(bytes, count);
        }
        one.output(bytes, count);
        assertThat(one.awaitRoom(count, () -> true)).as("the spool is full now").isFalse();
        lenient.end("exited");
        ship(spool);
        assertThat(other.awaitRoom(count, () -> true))
                .as("what was promised and not needed is free again")
                .isTrue();
        other.output(bytes, count);
    }

    @Test
    void anUnusedReservationIsReturned() throws Exception {
        Spool spool = new Spool(folder, 200_000);
        Recorder one = recorder(spool, RecordingMode.STRICT);
        Recorder other = otherRecorder(spool, RecordingMode.STRICT);
        assertThat(one.awaitRoom(30_000, () -> true)).isTrue();
        one.sealWhenOld();
        assertThat(other.awaitRoom(30_000, () -> true)).isTrue();
        other.end("exited");
        assertThat(one.awaitRoom(30_000, () -> true)).isTrue();
    }

    private static Recorder otherRecorder(Spool spool, RecordingMode mode) throws IOException {
        return new Recorder(
                spool, mode, new Recorder.Subject(UUID.randomUUID(), Instant.EPOCH, 80, 24), () -> new byte[0]);
    }

    @Test
    void aLenientRecordingThatCannotBeSealedGoesOnWithTheNextSegment() throws Exception {
        Spool spool = new Spool(folder, ROOMY);
        Recorder lenient = recorder(spool, RecordingMode.BEST_EFFORT);
        lenient.output("lost".getBytes(StandardCharsets.UTF_8), 4);
        Files.delete(folder.resolve(terminal.toString()).resolve("00000000.part"));
        lenient.sealWhenOlderThan(Duration.ZERO);
        lenient.output("after".getBytes(StandardCharsets.UTF_8), 5);
        lenient.end("exited");
        List<Segment> segments = ship(spool);
        assertThat(segments).hasSize(1);
        assertThat(segments.getFirst().header().number()).isEqualTo(1);
        assertThat(segments.getFirst().header().offset()).isEqualTo(4);
        assertThat(output(segments)).asString(StandardCharsets.UTF_8).isEqualTo("after");
    }

    @Test
    void aStrictRecordingThatCannotBeginIsKnownBeforeTheShellStarts() {
        assertThatThrownBy(() -> recorder(new Spool(folder, 10), RecordingMode.STRICT))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aSegmentThatTheServerStoredDifferentlyIsKept() throws Exception {
        Spool spool = new Spool(folder, ROOMY);
        recorder(spool, RecordingMode.STRICT).end("exited");
        Shipping wrong = new Shipping(spool, (id, number, digest, bytes) -> "0".repeat(64), JsonLog.discarding());
        assertThat(wrong.ship(spool.awaitSealed(Duration.ZERO))).isFalse();
        assertThat(spool.awaitSealed(Duration.ZERO)).hasSize(1);
    }
}
