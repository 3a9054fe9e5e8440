package io.gpuaas.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.kernel.log.JsonLog;
import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import io.gpuaas.kernel.recording.Segment;
import io.gpuaas.kernel.recording.SegmentHeader;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, killed at a random moment; and a store that forgets to answer. */
class RecordingKillTest {

    private static final int ROUNDS = 4;
    private static final int SHIPPING_ROUNDS_MAX = 200;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    RecordingKillTest() {}

    @Test
    void upToTheLastAcknowledgedOffsetEveryByteArrivesOnceAndInOrder() throws Exception {
        Random random = new Random(5);
        for (int round = 0; round < ROUNDS; round++) {
            UUID terminal = UUID.randomUUID();
            long acknowledged = recordUntilKilled(terminal, round, 200_000 + random.nextInt(2_000_000));
            byte[] recorded = output(shipToAForgetfulStore(random));
            assertThat((long) recorded.length).isGreaterThanOrEqualTo(acknowledged);
            assertThat(recorded).isEqualTo(expected(round, recorded.length));
        }
    }

    /** The last offset it said; whatever a client is shown comes after that. */
    private long recordUntilKilled(UUID terminal, long seed, long atLeast) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RecordingProcess.class.getName(),
                        folder.toString(),
                        terminal.toString(),
                        String.valueOf(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long offset = 0;
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            String line = lines.readLine();
            while (line != null) {
                offset = Long.parseLong(line);
                if (offset >= atLeast) {
                    process.destroyForcibly();
                    break;
                }
                line = lines.readLine();
            }
        }
        assertThat(process.waitFor()).as("killed").isNotZero();
        return offset;
    }

    /** Takes a segment and says so only now and then: what it kept comes again and must be the same. */
    private Map<Integer, byte[]> shipToAForgetfulStore(Random random) throws Exception {
        Map<Integer, byte[]> kept = new TreeMap<>();
        Spool spool = new Spool(folder, Spool.BYTES_MAX);
        Shipping shipping = new Shipping(
                spool,
                (id, number, digest, bytes) -> {
                    byte[] before = kept.put(number, bytes);
                    assertThat(before == null ? bytes : before).isEqualTo(bytes);
                    return random.nextBoolean() ? digest : "";
                },
                JsonLog.discarding());
        for (int i = 0; i < SHIPPING_ROUNDS_MAX && !shipping.ship(spool.awaitSealed(Duration.ZERO)); i++) {
            assertThat(kept).isNotEmpty();
        }
        assertThat(spool.awaitSealed(Duration.ZERO)).isEmpty();
        return kept;
    }

    private static byte[] output(Map<Integer, byte[]> kept) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        String previous = SegmentHeader.NO_DIGEST;
        for (byte[] bytes : kept.values()) {
            Segment segment = Segment.read(bytes);
            assertThat(segment.header().previousDigest()).isEqualTo(previous);
            assertThat(segment.header().offset()).isEqualTo(all.size());
            previous = Segment.digest(bytes);
            for (RecordedEvent event : segment.events()) {
                if (event.kind() == Kind.OUTPUT) {
                    all.write(event.bytes());
                }
            }
        }
        return all.toByteArray();
    }

    private static byte[] expected(long seed, int count) {
        Random random = new Random(seed);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (all.size() < count) {
            all.writeBytes(RecordingProcess.piece(random));
        }
        return java.util.Arrays.copyOf(all.toByteArray(), count);
    }
}
