package io.gpuaas.cli.command;

import io.gpuaas.cli.output.Terminal;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/** Shows on one changing line how much of a folder is copied. Shows nothing if nobody watches. */
final class CopyProgress implements AutoCloseable {

    private static final long EVERY_NANOS = 200_000_000;
    private static final String BEGIN_OF_LINE_AND_CLEAR = "\r\033[K";

    private final Terminal terminal;
    private long done;
    private long shownNanos = System.nanoTime();
    private boolean isShown;
    private long total;

    CopyProgress(Terminal terminal) {
        this.terminal = terminal;
    }

    InputStream count(InputStream content) {
        return new FilterInputStream(content) {
            @Override
            public int read(byte[] buffer, int from, int max) throws IOException {
                int count = super.read(buffer, from, max);
                done += Math.max(0, count);
                show(total);
                return count;
            }
        };
    }

    void skip(long bytes) {
        done += bytes;
    }

    void show(long of) {
        total = of;
        long now = System.nanoTime();
        if (terminal.interactive() && now - shownNanos > EVERY_NANOS) {
            shownNanos = now;
            isShown = true;
            terminal.err()
                    .print(BEGIN_OF_LINE_AND_CLEAR
                            + String.format(Locale.ROOT, "%,.1f of %,.1f MB", done / 1e6, of / 1e6));
            terminal.err().flush();
        }
    }

    @Override
    public void close() {
        if (isShown) {
            terminal.err().print(BEGIN_OF_LINE_AND_CLEAR);
            terminal.err().flush();
        }
    }
}
