package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TypedBytesTest {

    private final TypedBytes typed = new TypedBytes();

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.US_ASCII.decode(bytes).toString();
    }

    private void type(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertThat(text(typed.add(bytes, 0, bytes.length))).isEqualTo(text);
    }

    @Test
    void nothingMayBeTypedBeforeItIsGranted() {
        assertThat(typed.room()).isZero();
        typed.confirm(0);
        assertThat(typed.room()).isZero();
        typed.grant(100);
        assertThat(typed.room()).isEqualTo(100);
        type("abc");
        assertThat(typed.room()).isEqualTo(97);
    }

    @Test
    void onlyUnconfirmedBytesAreSentAgain() {
        typed.confirm(0);
        typed.grant(TypedBytes.WINDOW_BYTES);
        type("abcdef");
        typed.confirm(4);
        assertThat(text(typed.grant(4 + TypedBytes.WINDOW_BYTES))).isEqualTo("ef");
        assertThat(text(typed.grant(6 + TypedBytes.WINDOW_BYTES))).isEmpty();
        typed.confirm(6);
        assertThat(text(typed.grant(6 + TypedBytes.WINDOW_BYTES))).isEmpty();
        assertThat(typed.room()).isEqualTo(TypedBytes.WINDOW_BYTES);
    }
}
