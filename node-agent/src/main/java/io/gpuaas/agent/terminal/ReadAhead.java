package io.gpuaas.agent.terminal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a shell prints ahead of whoever settles it, on a thread of its own: the kernel hands over little at a time
 * and stands still until that is taken. Holds a bounded amount, and then the shell waits.
 */
final class ReadAhead implements AutoCloseable {

    private static final int AHEAD_BYTES_MAX = 128 * 1024;
    private static final int FIRST_BYTES = 4 * 1024;
    private static final int LOOK_MILLIS = 200;
    private static final byte[] NOTHING = {};

    private final Pty pty;
    private final Deque<byte[]> chunks = new ArrayDeque<>();
    private int held;
    private long looksInVain;
    private boolean isStarted;
    private boolean isStopped;
    private boolean isOver;
    private @Nullable IOException failure;

    ReadAhead(Pty pty) {
        this.pty = pty;
    }

    synchronized void start(String name) {
        isStarted = true;
        Thread.ofPlatform().name(name).daemon().start(this::read);
    }

    /** The one who reads also closes: a file number that is closed meanwhile may soon be another file's. */
    private void read() {
        try (pty) {
            byte[] buffer = new byte[FIRST_BYTES];
            while (awaitRoom()) {
                int count = pty.read(buffer, buffer.length, LOOK_MILLIS);
                if (count < 0) {
                    break;
                }
                put(Arrays.copyOf(buffer, count));
                if (count == buffer.length && count < Pty.READ_BYTES_MAX) {
                    buffer = new byte[Math.min(Pty.READ_BYTES_MAX, 4 * count)];
                }
            }
        } catch (IOException e) {
            fail(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            finish();
        }
    }

    private synchronized boolean awaitRoom() throws InterruptedException {
        while (!isStopped && held >= AHEAD_BYTES_MAX) {
            wait();
        }
        return !isStopped;
    }

    private synchronized void put(byte[] chunk) {
        if (chunk.length > 0) {
            chunks.add(chunk);
            held += chunk.length;
        } else {
            looksInVain++;
        }
        notifyAll();
    }

    /** Whether nothing more is printed: somebody has looked since this was asked, and found nothing. */
    synchronized boolean isDry() throws InterruptedException {
        long before = looksInVain;
        while (chunks.isEmpty() && !isOver && looksInVain == before) {
            wait(LOOK_MILLIS);
        }
        return chunks.isEmpty();
    }

    private synchronized void fail(IOException why) {
        failure = why;
    }

    private synchronized void finish() {
        isOver = true;
        notifyAll();
    }

    /** What came, nothing when none came in time; null when nobody is at the far end any more. */
    synchronized byte @Nullable [] take(int bytesMax, int waitMillis) throws IOException, InterruptedException {
        long until = System.nanoTime() + waitMillis * 1_000_000L;
        while (chunks.isEmpty() && !isOver && System.nanoTime() < until) {
            wait(waitMillis);
        }
        byte[] chunk = chunks.pollFirst();
        if (chunk == null) {
            if (failure != null) {
                throw failure;
            }
            return isOver ? null : NOTHING;
        }
        if (chunk.length > bytesMax) {
            chunks.addFirst(Arrays.copyOfRange(chunk, bytesMax, chunk.length));
            chunk = Arrays.copyOf(chunk, bytesMax);
        }
        held -= chunk.length;
        notifyAll();
        return chunk;
    }

    @Override
    public synchronized void close() {
        isStopped = true;
        notifyAll();
        if (!isStarted) {
            pty.close();
        }
    }
}
