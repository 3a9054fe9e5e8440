package io.gpuaas.agent.exec;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A program of the host that could not be started or did not end in time. */
public final class ProgramException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean isTimeout;

    private ProgramException(String message, boolean isTimeout) {
        super(message);
        this.isTimeout = isTimeout;
    }

    static ProgramException timedOut(List<String> command, Duration limit) {
        return new ProgramException(command.getFirst() + " did not end within " + limit.toSeconds() + " s", true);
    }

    static ProgramException notStarted(List<String> command, IOException cause) {
        return new ProgramException("cannot start " + command.getFirst() + ": " + cause.getMessage(), false);
    }

    public boolean isTimeout() {
        return isTimeout;
    }
}
