package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;

final class TerminalErrors {

    private static final Duration RETRY_UNHEARD = Duration.ofSeconds(5);

    private TerminalErrors() {}

    static ProblemException noSuchAllocation() {
        return ProblemException.notFound("allocation");
    }

    static ProblemException noSuchTerminal() {
        return ProblemException.notFound("terminal");
    }

    static ProblemException notActive() {
        return ProblemException.of(
                ErrorCode.TERMINAL_UNAVAILABLE, "The allocation is not active. A terminal needs an active allocation.");
    }

    /** A transient state in which the shell may go on: the client should try again. */
    static ProblemException nodeNotHeard(String state) {
        return ProblemException.retryLater(
                ErrorCode.NODE_OUT_OF_REACH,
                "The allocation's node is " + state + " and cannot be reached. Try again in a few seconds.",
                RETRY_UNHEARD);
    }

    static ProblemException ended() {
        return ProblemException.of(ErrorCode.TERMINAL_UNAVAILABLE, "The terminal has ended. Open a new one.");
    }

    static ProblemException notBegun() {
        return ProblemException.of(
                ErrorCode.TERMINAL_UNAVAILABLE, "The terminal has not started yet. Its owner must connect first.");
    }

    static ProblemException notCarried(String why) {
        return ProblemException.of(ErrorCode.FILE_TRANSFER_REFUSED, why);
    }

    static ProblemException noSshByPolicy() {
        return ProblemException.of(
                ErrorCode.SSH_CONNECTION_REFUSED, "SSH connections through gateways are disabled by policy.");
    }

    static ProblemException tooMany(int max) {
        return ProblemException.of(
                ErrorCode.TOO_MANY,
                "A node can have at most " + max + " terminals at a time. Close one and try again.");
    }

    static ProblemException tooManyOfTenant(int max) {
        return ProblemException.of(
                ErrorCode.TOO_MANY,
                "A tenant can have at most " + max + " terminals per node at a time. Close one and try again.");
    }
}
