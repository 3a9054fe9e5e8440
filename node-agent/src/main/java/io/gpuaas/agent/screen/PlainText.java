package io.gpuaas.agent.screen;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds where ASCII that only prints ends, eight bytes at a time: it is most of what a flood is made of. */
final class PlainText {

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    private static final long BLANKS = 0x2020_2020_2020_2020L;
    private static final long ONES = 0x0101_0101_0101_0101L;

    private PlainText() {}

    static boolean isText(byte value) {
        return value >= 0x20 && value < 0x7f;
    }

    static int end(byte[] bytes, int from, int to) {
        int at = from;
        while (at + Long.BYTES <= to) {
            long word = (long) WORDS.get(bytes, at);
            // A byte from 0x20 to 0x7e has no high bit, keeps none after 0x20 is taken off, and gets none from one
            // more.
            if (((word | (word - BLANKS) | (word + ONES)) & HIGH_BITS) != 0) {
                break;
            }
            at += Long.BYTES;
        }
        while (at < to && isText(bytes[at])) {
            at++;
        }
        return at;
    }
}
