package io.gpuaas.agent.terminal;

import io.gpuaas.agent.task.TerminalTasks.OpenTerminal;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who is at the other end of a connection: whose terminal it is, or a guest with a name to be seen. */
record Participant(@Nullable UUID guest, String name, boolean mayWrite) {

    static final Participant OWNER = new Participant(null, "", true);

    static Participant of(OpenTerminal task) {
        return task.guestId() == null
                ? OWNER
                : new Participant(
                        task.guestId(),
                        Objects.requireNonNull(task.guestName()),
                        Boolean.TRUE.equals(task.guestWrites()));
    }

    boolean isGuest() {
        return guest != null;
    }

    /** Clients choose their names; none can choose one of somebody else's client and so take its place. */
    String client(String chosen) {
        return guest == null ? chosen : guest + "/" + chosen;
    }
}
