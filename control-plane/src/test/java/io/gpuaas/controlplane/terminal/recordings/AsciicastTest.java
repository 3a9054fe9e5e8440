package io.gpuaas.controlplane.terminal.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.kernel.recording.RecordedEvent;
import io.gpuaas.kernel.recording.RecordedEvent.Kind;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AsciicastTest {

    @Test
    void aCharacterThatWasHalfPrintedIsWholeInWhatFollowsAndNotInTheScreen() throws Exception {
        byte[] bytes = "a€".getBytes(StandardCharsets.UTF_8);
        byte[] half = Arrays.copyOf(bytes, 3);
        StringWriter out = new StringWriter();
        Asciicast cast = new Asciicast(out);
        cast.event(new RecordedEvent(Kind.OUTPUT, 0, ByteBuffer.wrap(half)));
        cast.screen(new RecordedEvent(Kind.SCREEN, 0, ByteBuffer.wrap(half)));
        cast.event(new RecordedEvent(Kind.OUTPUT, 0, ByteBuffer.wrap(bytes, 3, bytes.length - 3)));
        assertThat(out).hasToString("[0.0,\"o\",\"a\"]\n[0.0,\"k\",\"a\"]\n[0.0,\"o\",\"€\"]\n");
    }
}
