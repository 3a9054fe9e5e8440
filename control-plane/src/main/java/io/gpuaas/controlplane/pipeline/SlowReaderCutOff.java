package io.gpuaas.controlplane.pipeline;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Ends a download whose client reads just often enough not to count as stalled: it would hold one of its tenant's
 * places indefinitely. Only time spent waiting for the client counts.
 */
final class SlowReaderCutOff extends FilterOutputStream {

    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final long BYTES_PER_SECOND_MIN = 16 * 1024;

    private final LongSupplier nanoTime;
    private long waitedNanos;
    private long written;

    SlowReaderCutOff(OutputStream out) {
        this(out, System::nanoTime);
    }

    SlowReaderCutOff(OutputStream out, LongSupplier nanoTime) {
        super(out);
        this.nanoTime = nanoTime;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        long begin = nanoTime.getAsLong();
        out.write(bytes, from, length);
        written += length;
        waitedSince(begin);
    }

    @Override
    public void flush() throws IOException {
        long begin = nanoTime.getAsLong();
        out.flush();
        waitedSince(begin);
    }

    private void waitedSince(long begin) throws IOException {
        waitedNanos += nanoTime.getAsLong() - begin;
        long allowedSeconds = PATIENCE.toSeconds() + written / BYTES_PER_SECOND_MIN;
        if (Duration.ofNanos(waitedNanos).toSeconds() > allowedSeconds) {
            throw new IOException("the client reads fewer than " + BYTES_PER_SECOND_MIN + " bytes a second");
        }
    }
}
