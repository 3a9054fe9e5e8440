package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RingTest {

    @Test
    void aRingKeepsTheNewestBytesAndKnowsTheirOffsets() {
        Ring ring = new Ring(40_000);
        byte[] some = "0123456789".repeat(1_500).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 10; i++) {
            ring.append(some, some.length);
        }
        assertThat(ring.end()).isEqualTo(150_000);
        assertThat(ring.start()).isEqualTo(110_000);
        assertThat(new String(ring.read(110_003, 5), StandardCharsets.US_ASCII)).isEqualTo("34567");
        assertThat(ring.read(149_998, 100)).hasSize(2);
    }
}
