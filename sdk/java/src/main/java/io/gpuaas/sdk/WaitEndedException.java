package io.gpuaas.sdk;

/** The awaited state was not reached; carries the allocation as it was seen last. */
public final class WaitEndedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Allocation allocation;
    private final boolean timedOut;

    private WaitEndedException(String sentence, Allocation allocation, boolean timedOut) {
        super(sentence);
        this.allocation = allocation;
        this.timedOut = timedOut;
    }

    static WaitEndedException otherwise(Allocation allocation) {
        String reason =
                allocation.failure() == null ? "" : ": " + allocation.failure().message();
        return new WaitEndedException(
                "Allocation " + allocation.id() + " is " + allocation.state() + reason, allocation, false);
    }

    static WaitEndedException tooLate(Allocation allocation) {
        return new WaitEndedException(
                "Allocation " + allocation.id() + " is still " + allocation.state(), allocation, true);
    }

    static WaitEndedException interrupted(Allocation allocation, InterruptedException cause) {
        WaitEndedException ended = tooLate(allocation);
        ended.initCause(cause);
        return ended;
    }

    public Allocation allocation() {
        return allocation;
    }

    /** The time is over, and the allocation goes on; otherwise it came to an end that it will not leave by itself. */
    public boolean timedOut() {
        return timedOut;
    }
}
