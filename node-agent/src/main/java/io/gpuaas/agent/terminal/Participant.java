package io.gpuaas.agent.terminal;

import io.gpuaas.agent.task.TerminalTasks.OpenTerminal;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Identifies the person at a connection: the owner of the terminal, or a guest with a name that others see. */
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
