package io.gpuaas.agent.command;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Input on its way from a client to the program: at most a window of it, so that a program which reads nothing stops the
 * client and fills no memory here. Input the program does not want any more counts as taken.
 */
final class Stdin {

    static final int WINDOW_BYTES = 64 * 1024;

    /** Frames of few bytes are put together up to this size: alone each would cost many times what it holds. */
    private static final int TOGETHER_BYTES_MAX = 4 * 1024;

    private final OutputStream program;
    private final Runnable taken;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private long received;
    private long written;
    private boolean isEnded;
    private boolean isOver;

    Stdin(OutputStream program, Runnable taken) {
        this.program = program;
        this.taken = taken;
    }

    synchronized long received() {
        return received;
    }

    /** Up to which byte a client may send. */
    synchronized long granted() {
        return written + WINDOW_BYTES;
    }

    /** False when it is more than was granted. */
    synchronized boolean receive(byte[] bytes) {
        if (bytes.length == 0) {
            return true;
        }
        if (isEnded || received + bytes.length > granted()) {
            return false;
        }
        received += bytes.length;
        byte[] last = waiting.peekLast();
        if (last != null && last.length + bytes.length <= TOGETHER_BYTES_MAX) {
            byte[] together = Arrays.copyOf(last, last.length + bytes.length);
            System.arraycopy(bytes, 0, together, last.length, bytes.length);
            waiting.removeLast();
            waiting.add(together);
        } else {
            waiting.add(bytes);
        }
        notifyAll();
        return true;
    }

    synchronized int waitingArrays() {
        return waiting.size();
    }

    synchronized void end() {
        isEnded = true;
        notifyAll();
    }

    /** The program has ended. */
    synchronized void stop() {
        isOver = true;
        notifyAll();
    }

    /** Until the end of the input or of the program. */
    void pump() throws InterruptedException {
        boolean isWanted = true;
        for (byte[] next = next(); next != null; next = next()) {
            isWanted = isWanted && write(next);
            synchronized (this) {
                written += next.length;
            }
            taken.run();
        }
        close();
    }

    private synchronized byte @org.jspecify.annotations.Nullable [] next() throws InterruptedException {
        while (waiting.isEmpty() && !isEnded && !isOver) {
            wait();
        }
        return isOver ? null : waiting.pollFirst();
    }

    private boolean write(byte[] bytes) {
        try {
            program.write(bytes);
            program.flush();
            return true;
        } catch (IOException e) {
            // It has closed its input.
            return false;
        }
    }

    private void close() {
        try {
            program.close();
        } catch (IOException e) {
            // It had closed it already.
        }
    }
}
