package io.gpuaas.agent.recording;

/** Counts the spool bytes that one recording has reserved and not written yet. The spool changes it, under its lock. */
final class SpoolReservation {

    private final boolean isStrict;
    private long left;

    SpoolReservation(RecordingMode mode) {
        this.isStrict = mode == RecordingMode.STRICT;
    }

    /** It ends its terminal when it is refused, so keys and sizes may take what others were promised beyond their need. */
    boolean isStrict() {
        return isStrict;
    }

    long left() {
        return left;
    }

    void promise(long count) {
        left = count;
    }

    /** How much of it was promised. */
    long use(long count) {
        long used = Math.min(left, count);
        left -= used;
        return used;
    }
}
