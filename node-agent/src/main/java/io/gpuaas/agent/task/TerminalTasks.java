package io.gpuaas.agent.task;

import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Terminals of people. They go on after the task that opened them has ended. */
public final class TerminalTasks {

    private static final Pattern RECORDING = Pattern.compile("off|best_effort|strict");
    private static final Pattern NAME = Pattern.compile("\\P{C}+");
    private static final int SECONDS_MAX = 604_800;

    private TerminalTasks() {}

    public sealed interface Payload extends TaskPayload {}

    /**
     * {@code begins} is true for the first connection of a terminal, which starts its shell. Whoever comes to somebody
     * else's terminal is a guest.
     */
    public record OpenTerminal(
            UUID sessionId,
            UUID streamId,
            UUID allocationId,
            String gatewayUrl,
            String username,
            boolean begins,
            int secondsMax,
            int idleSecondsMax,
            int detachedSecondsMax,
            @Nullable String recording,
            @Nullable Boolean recordInput,
            @Nullable UUID guestId,
            @Nullable String guestName,
            @Nullable Boolean guestWrites)
            implements Payload {

        public OpenTerminal {
            Fields.required("session_id", sessionId);
            Fields.required("stream_id", streamId);
            Fields.required("allocation_id", allocationId);
            Fields.gatewayUrl(gatewayUrl);
            Fields.login(username);
            Fields.range("seconds_max", secondsMax, 1, SECONDS_MAX);
            Fields.range("idle_seconds_max", idleSecondsMax, 1, SECONDS_MAX);
            Fields.range("detached_seconds_max", detachedSecondsMax, 0, SECONDS_MAX);
            recording = Fields.text("recording", recording == null ? "off" : recording, 20, RECORDING);
            recordInput = recordInput != null && recordInput;
            guestWrites = guestWrites != null && guestWrites;
            if (guestId != null) {
                Fields.text("guest_name", guestName, 60, NAME);
                Fields.check(!begins, "a guest begins no terminal");
            }
        }
    }

    public record TerminalOpened(UUID sessionId) {}

    public record CloseTerminal(UUID sessionId) implements Payload {

        public CloseTerminal {
            Fields.required("session_id", sessionId);
        }
    }

    public record TerminalClosed(boolean ended) {}
}
