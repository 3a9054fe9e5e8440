package io.gpuaas.agent.terminal;

import java.io.IOException;
import java.util.Arrays;

/**
 * Holds typed input that the program has not read yet. The writer may send at most a window beyond what was read, so
 * that pending input never blocks the credit messages behind it.
 */
final class Keys {

    static final int WINDOW_BYTES = 64 * 1024;

    private static final byte[] NONE = {};

    /** One array for all: keys that come one by one would each cost as much as dozens. */
    private byte[] waiting = NONE;

    private int from;
    private int to;
    private long typed;
    private long taken;
    private long granted;

    /** Counted from there on. */
    Keys(long from) {
        typed = from;
        taken = from;
        granted = from + WINDOW_BYTES;
    }

    long typed() {
        return typed;
    }

    boolean isEmpty() {
        return from == to;
    }

    /** False when it is more than was granted. */
    boolean add(byte[] bytes) {
        if (typed + bytes.length > granted) {
            return false;
        }
        typed += bytes.length;
        makeRoom(bytes.length);
        System.arraycopy(bytes, 0, waiting, to, bytes.length);
        to += bytes.length;
        return true;
    }

    private void makeRoom(int count) {
        if (to + count > waiting.length) {
            int size = to - from + count;
            byte[] kept = Arrays.copyOf(Arrays.copyOfRange(waiting, from, to), Math.min(WINDOW_BYTES, 2 * size));
            to -= from;
            from = 0;
            waiting = kept;
        }
    }

    void flush(Pty pty) throws IOException {
        while (from < to) {
            int count = pty.write(waiting, from, to - from);
            if (count == 0) {
                return;
            }
            taken += count;
            from += count;
        }
        waiting = NONE;
        from = 0;
        to = 0;
    }

    /** The offset up to which may be typed now. */
    long grant() {
        granted = taken + WINDOW_BYTES;
        return granted;
    }

    boolean isGrantDue() {
        return taken + WINDOW_BYTES - granted >= WINDOW_BYTES / 2;
    }
}
