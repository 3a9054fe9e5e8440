package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlowReaderCutOffTest {

    private long now;

    /** A client that takes this long for every write. */
    private SlowReaderCutOff client(Duration perWrite) {
        return new SlowReaderCutOff(
                new OutputStream() {
                    @Override
                    public void write(int value) {
                        now += perWrite.toNanos();
                    }

                    @Override
                    public void write(byte[] bytes, int from, int length) {
                        now += perWrite.toNanos();
                    }
                },
                () -> now);
    }

    @Test
    void aClientThatDripsIsCutOff() throws IOException {
        SlowReaderCutOff drip = client(Duration.ofSeconds(25));
        drip.write(new byte[1_000]);
        drip.write(new byte[1_000]);
        assertThatIOException().isThrownBy(() -> drip.write(new byte[1_000])).withMessageContaining("bytes a second");
    }

    @Test
    void aSlowClientThatKeepsReadingGetsItAll() throws IOException {
        try (SlowReaderCutOff slow = client(Duration.ofSeconds(2))) {
            for (int i = 0; i < 1_000; i++) {
                slow.write(new byte[64 * 1024]);
            }
        }
        assertThat(Duration.ofNanos(now)).isGreaterThan(Duration.ofMinutes(30));
    }

    @Test
    void timeThatTheServerNeedsDoesNotCount() throws IOException {
        try (SlowReaderCutOff fast = client(Duration.ZERO)) {
            for (int i = 0; i < 100; i++) {
                now += Duration.ofMinutes(1).toNanos();
                fast.write(1);
            }
        }
    }
}
