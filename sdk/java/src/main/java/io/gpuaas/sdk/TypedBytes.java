package io.gpuaas.sdk;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Keeps typed bytes until they are confirmed, to resend them when the connection breaks. */
final class TypedBytes {

    static final long WINDOW_BYTES = 64 * 1024;

    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private long confirmed;
    private long granted;
    private long resent = -1;

    long room() {
        return resent >= 0 ? 0 : granted - confirmed - waiting.size();
    }

    ByteBuffer add(byte[] bytes, int offset, int count) {
        waiting.write(bytes, offset, count);
        return ByteBuffer.wrap(bytes, offset, count).slice();
    }

    /** A new connection: the terminal has everything up to there and nothing after it. */
    void confirm(long offset) {
        forgetUpTo(offset);
        confirmed = offset;
        granted = offset;
        resent = offset;
    }

    /** Returns the bytes to resend after this grant. */
    ByteBuffer grant(long offset) {
        granted = Math.max(granted, offset);
        forgetUpTo(offset - WINDOW_BYTES);
        boolean isFirst = resent >= 0;
        resent = -1;
        return isFirst ? ByteBuffer.wrap(waiting.toByteArray()) : ByteBuffer.allocate(0);
    }

    private void forgetUpTo(long offset) {
        int count = Math.clamp(offset - confirmed, 0, waiting.size());
        if (count > 0) {
            byte[] all = waiting.toByteArray();
            waiting.reset();
            waiting.write(all, count, all.length - count);
            confirmed += count;
        }
    }

    void reset() {
        waiting.reset();
        confirmed = 0;
        granted = 0;
        resent = -1;
    }
}
