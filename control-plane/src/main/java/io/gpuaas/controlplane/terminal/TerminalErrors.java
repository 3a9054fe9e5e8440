package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;

final class TerminalErrors {

    private TerminalErrors() {}

    static ProblemException noSuchAllocation() {
        return ProblemException.notFound("allocation");
    }

    static ProblemException noSuchTerminal() {
        return ProblemException.notFound("terminal");
    }

    static ProblemException notActive() {
        return ProblemException.of(ErrorCode.TERMINAL_UNAVAILABLE, "The allocation is not active.");
    }

    static ProblemException nodeNotHeard(String state) {
        return ProblemException.of(
                ErrorCode.TERMINAL_UNAVAILABLE, "The allocation's node is " + state + " and cannot be reached now.");
    }

    static ProblemException ended() {
        return ProblemException.of(ErrorCode.TERMINAL_UNAVAILABLE, "The terminal has ended.");
    }

    static ProblemException notBegun() {
        return ProblemException.of(ErrorCode.TERMINAL_UNAVAILABLE, "Nobody is in the terminal yet.");
    }

    static ProblemException notCarried(String why) {
        return ProblemException.of(ErrorCode.FILE_TRANSFER_REFUSED, why);
    }

    static ProblemException tooMany(int max) {
        return ProblemException.of(ErrorCode.TOO_MANY, "A node has at most " + max + " terminals at a time.");
    }
}
