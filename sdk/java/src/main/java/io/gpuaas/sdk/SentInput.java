package io.gpuaas.sdk;

import java.util.ArrayDeque;
import java.util.Deque;

/** Keeps input that was sent to a command and may not have arrived, numbered by byte. Not for several threads at once. */
final class SentInput {

    private final Deque<byte[]> kept = new ArrayDeque<>();
    private long start;
    private long end;

    long end() {
        return end;
    }

    void add(byte[] bytes) {
        kept.add(bytes);
        end += bytes.length;
    }

    /** All before this byte has arrived. */
    void confirm(long offset) {
        while (!kept.isEmpty() && start + kept.getFirst().length <= offset) {
            start += kept.removeFirst().length;
        }
    }

    /** Returns the input from this byte on. */
    Deque<byte[]> from(long offset) {
        confirm(offset);
        Deque<byte[]> rest = new ArrayDeque<>(kept);
        int skipped = (int) Math.max(0, offset - start);
        if (skipped > 0 && !rest.isEmpty()) {
            byte[] first = rest.removeFirst();
            rest.addFirst(java.util.Arrays.copyOfRange(first, Math.min(skipped, first.length), first.length));
        }
        return rest;
    }
}
