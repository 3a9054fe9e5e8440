package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Latencies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The client's side of every terminal that is compared: counts what comes and waits for it. The far end is a shell whose
 * terminal is set to hand bytes through as they are.
 */
final class TerminalMeter {

    private static final long PATIENCE_NANOS = 300_000_000_000L;
    private static final int WARM_UP = 200;

    private final StringBuilder tail = new StringBuilder();
    private long bytes;
    private volatile boolean isStopped;

    /** Called with what the terminal printed, by one thread at a time. */
    void take(ByteBuffer data) {
        awaitGoOn();
        String text = StandardCharsets.ISO_8859_1.decode(data).toString();
        take(text);
    }

    void take(String text) {
        synchronized (this) {
            bytes += text.length();
            tail.append(text, Math.max(0, text.length() - 200), text.length());
            if (tail.length() > 400) {
                tail.delete(0, tail.length() - 200);
            }
            notifyAll();
        }
    }

    private void awaitGoOn() {
        try {
            while (isStopped) {
                Thread.sleep(10);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void stopReading(boolean stop) {
        isStopped = stop;
    }

    synchronized long bytes() {
        return bytes;
    }

    private synchronized void await(String text) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (tail.indexOf(text) < 0) {
            requireTime(until, text);
            wait(1_000);
        }
    }

    private synchronized void awaitBytes(long count) throws InterruptedException {
        long until = System.nanoTime() + PATIENCE_NANOS;
        while (bytes < count) {
            requireTime(until, count + " bytes");
            wait(1_000);
        }
    }

    private void requireTime(long until, String what) {
        if (System.nanoTime() > until) {
            throw new IllegalStateException("waited in vain for " + what + " after '" + tail + "'");
        }
    }

    /** A shell that is there, and whose terminal changes nothing on the way. */
    void settle(TerminalPeer peer) throws IOException, InterruptedException {
        type(peer, "echo up-$((20+3))\n");
        await("up-23");
        type(peer, "stty raw -echo; PS1=; echo raw-$((20+3))\n");
        await("raw-23");
    }

    private static void type(TerminalPeer peer, String text) throws IOException, InterruptedException {
        peer.type(text.getBytes(StandardCharsets.UTF_8));
    }

    /** From the key that starts it to the mark behind the last byte. */
    double megabytesPerSecond(TerminalPeer peer, Path file, long size) throws IOException, InterruptedException {
        type(peer, "echo go-$((20+4)); head -c 1 >/dev/null; cat " + file + "; echo end-$((20+5))\n");
        await("go-24");
        long before = bytes();
        long began = System.nanoTime();
        type(peer, "k");
        await("end-25");
        double seconds = (System.nanoTime() - began) / 1e9;
        long came = bytes() - before;
        if (came < size) {
            throw new IllegalStateException(peer.name() + " lost " + (size - came) + " bytes");
        }
        return size / 1e6 / seconds;
    }

    /** One key after the other, each when the former has come back. */
    Latencies echo(TerminalPeer peer, int keys) throws IOException, InterruptedException {
        type(peer, "echo cat-$((20+6)); cat\n");
        await("cat-26");
        Latencies taken = new Latencies();
        byte[] key = {'k'};
        for (int i = 0; i < WARM_UP + keys; i++) {
            long before = bytes();
            long began = System.nanoTime();
            peer.type(key);
            awaitBytes(before + 1);
            if (i >= WARM_UP) {
                taken.add(System.nanoTime() - began);
            }
        }
        return Latencies.together(List.of(taken));
    }
}
