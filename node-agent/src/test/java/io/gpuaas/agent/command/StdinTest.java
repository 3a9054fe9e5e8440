package io.gpuaas.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StdinTest {

    private final ByteArrayOutputStream program = new ByteArrayOutputStream();
    private final Stdin stdin = new Stdin(program, () -> {});

    @Test
    void framesOfNothingAndOfOneByteCostLittleAndArriveInOrder() throws Exception {
        byte[] sent = new byte[Stdin.WINDOW_BYTES];
        new Random(7).nextBytes(sent);
        for (byte one : sent) {
            assertThat(stdin.receive(new byte[0])).isTrue();
            assertThat(stdin.receive(new byte[] {one})).isTrue();
        }
        assertThat(stdin.waitingArrays()).isEqualTo(16);
        assertThat(stdin.receive(new byte[1])).as("beyond what was granted").isFalse();
        stdin.end();
        assertThat(stdin.receive(new byte[0])).isTrue();
        assertThat(stdin.receive(new byte[1])).as("after the end").isFalse();
        stdin.pump();
        assertThat(program.toByteArray()).isEqualTo(sent);
        assertThat(stdin.received()).isEqualTo(sent.length);
    }
}
