package io.gpuaas.agent.terminal;

/**
 * The newest bytes of a terminal's output, known by their offset from its beginning. It grows up to its limit as it is
 * needed. Not for several threads at once: the terminal's lock guards it.
 */
final class Ring {

    private static final int FIRST_BYTES = 16 * 1024;

    private final int capacity;
    private byte[] bytes = new byte[FIRST_BYTES];
    private long end;

    Ring(int capacity) {
        this.capacity = capacity;
    }

    /** The offset after the newest byte. */
    long end() {
        return end;
    }

    /** The offset of the oldest byte that is still here. */
    long start() {
        return Math.max(0, end - bytes.length);
    }

    int capacity() {
        return capacity;
    }

    void append(byte[] from, int count) {
        if (end + count - start() > bytes.length && bytes.length < capacity) {
            grow(count);
        }
        // Of more than fits only the newest stay.
        int skipped = Math.max(0, count - bytes.length);
        end += skipped;
        copy(from, skipped, count - skipped);
        end += count - skipped;
    }

    private void copy(byte[] from, int offset, int count) {
        int at = (int) (end % bytes.length);
        int first = Math.min(count, bytes.length - at);
        System.arraycopy(from, offset, bytes, at, first);
        System.arraycopy(from, offset + first, bytes, 0, count - first);
    }

    private void grow(int count) {
        byte[] kept = read(start(), (int) (end - start()));
        long wanted = Math.min(capacity, Math.max(2L * bytes.length, (long) kept.length + count));
        long from = start();
        bytes = new byte[(int) wanted];
        end = from;
        copy(kept, 0, kept.length);
        end = from + kept.length;
    }

    byte[] read(long offset, int countMax) {
        byte[] into = new byte[(int) Math.min(countMax, end - offset)];
        read(offset, into, into.length);
        return into;
    }

    /** All of them are here. */
    void read(long offset, byte[] into, int count) {
        int at = (int) (offset % bytes.length);
        int first = Math.min(count, bytes.length - at);
        System.arraycopy(bytes, at, into, 0, first);
        System.arraycopy(bytes, 0, into, first, count - first);
    }
}
