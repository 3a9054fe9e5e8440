package io.gpuaas.agent.terminal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What was typed and the program has not taken yet. Whoever types is told how far they may go, a window beyond what was
 * taken: so what they type can never keep what they say about reading from being heard.
 */
final class Keys {

    static final int WINDOW_BYTES = 64 * 1024;

    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private int offsetInFirst;
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
        return waiting.isEmpty();
    }

    /** False when it is more than was granted. */
    boolean add(byte[] bytes) {
        if (typed + bytes.length > granted) {
            return false;
        }
        if (bytes.length > 0) {
            typed += bytes.length;
            waiting.add(bytes);
        }
        return true;
    }

    void flush(Pty pty) throws IOException {
        while (!waiting.isEmpty()) {
            byte[] first = waiting.getFirst();
            int count = pty.write(first, offsetInFirst, first.length - offsetInFirst);
            if (count == 0) {
                return;
            }
            taken += count;
            offsetInFirst += count;
            if (offsetInFirst == first.length) {
                waiting.removeFirst();
                offsetInFirst = 0;
            }
        }
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
