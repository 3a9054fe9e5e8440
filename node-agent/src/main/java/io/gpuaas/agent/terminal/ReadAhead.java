package io.gpuaas.agent.terminal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a shell prints ahead of whoever settles it, on a thread of its own: the kernel hands over little at a time
 * and stands still until that is taken. Holds a bounded amount, and then the shell waits. The large buffers of a flood go
 * back and forth instead of being garbage.
 */
final class ReadAhead implements AutoCloseable {

    private static final int AHEAD_BYTES_MAX = 128 * 1024;
    private static final int FIRST_BYTES = 4 * 1024;
    private static final int LOOK_MILLIS = 200;
    private static final int SPARE_MAX = 2;

    private final Pty pty;
    private final Deque<Printed> chunks = new ArrayDeque<>();
    private final Deque<byte[]> spare = new ArrayDeque<>();
    private int held;
    private long looksInVain;
    private boolean isStarted;
    private boolean isStopped;
    private boolean isOver;
    private @Nullable IOException failure;

    ReadAhead(Pty pty) {
        this.pty = pty;
    }

    /** A chunk of output: the first {@code count} bytes of an array. */
    static final class Printed {

        static final Printed NOTHING = new Printed(new byte[0], 0);

        private final byte[] bytes;
        private final int count;

        private Printed(byte[] bytes, int count) {
            this.bytes = bytes;
            this.count = count;
        }

        byte[] bytes() {
            return bytes;
        }

        int count() {
            return count;
        }
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
                buffer = put(new Printed(buffer, count));
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

    /** Answers what to read into next. */
    private synchronized byte[] put(Printed came) {
        notifyAll();
        if (came.count() == 0) {
            looksInVain++;
            return came.bytes();
        }
        held += came.count();
        if (came.count() <= came.bytes().length / 2) {
            chunks.add(new Printed(Arrays.copyOf(came.bytes(), came.count()), came.count()));
            return came.bytes();
        }
        chunks.add(came);
        int size = came.bytes().length;
        if (came.count() == size && size < Pty.READ_BYTES_MAX) {
            return new byte[Math.min(Pty.READ_BYTES_MAX, 4 * size)];
        }
        byte[] free = spare.pollFirst();
        return free == null ? new byte[size] : free;
    }

    /** Returns a processed buffer, so that later reads can reuse it. */
    synchronized void giveBack(Printed settled) {
        if (settled.bytes().length == Pty.READ_BYTES_MAX && spare.size() < SPARE_MAX) {
            spare.add(settled.bytes());
        }
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

    /** Waits for output; empty when none came in time, null when no program has the terminal open any more. */
    synchronized @Nullable Printed take(int bytesMax, int waitMillis) throws IOException, InterruptedException {
        long until = System.nanoTime() + waitMillis * 1_000_000L;
        while (chunks.isEmpty() && !isOver && System.nanoTime() < until) {
            wait(waitMillis);
        }
        Printed chunk = chunks.pollFirst();
        if (chunk == null) {
            if (failure != null) {
                throw failure;
            }
            return isOver ? null : Printed.NOTHING;
        }
        if (chunk.count() > bytesMax) {
            byte[] rest = Arrays.copyOfRange(chunk.bytes(), bytesMax, chunk.count());
            chunks.addFirst(new Printed(rest, rest.length));
            chunk = new Printed(chunk.bytes(), bytesMax);
        }
        held -= chunk.count();
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
