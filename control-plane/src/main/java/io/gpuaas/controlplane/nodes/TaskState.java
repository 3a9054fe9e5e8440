package io.gpuaas.controlplane.nodes;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How far a task is, with the one table of how that may change. Ends are final. */
public enum TaskState {
    QUEUED,
    SENT,
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELED,
    EXPIRED;

    private static final Map<TaskState, Set<TaskState>> NEXT = Map.of(
            QUEUED, EnumSet.of(SENT, FAILED, CANCELED, EXPIRED),
            // An attempt that was cut off goes back to the queue as the next one.
            SENT, EnumSet.of(QUEUED, RUNNING, SUCCEEDED, FAILED, CANCELED, EXPIRED),
            RUNNING, EnumSet.of(QUEUED, SUCCEEDED, FAILED, CANCELED, EXPIRED));

    public boolean ended() {
        return !NEXT.containsKey(this);
    }

    boolean mayBecome(TaskState next) {
        return NEXT.getOrDefault(this, Set.of()).contains(next);
    }

    TaskState require(TaskState next) {
        if (!mayBecome(next)) {
            throw new IllegalStateException("a task that is " + this + " cannot become " + next);
        }
        return next;
    }

    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static TaskState of(String wire) {
        return valueOf(wire.toUpperCase(Locale.ROOT));
    }
}
