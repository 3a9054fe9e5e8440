package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.io.IOException;
import java.time.Duration;

final class CommandErrors {

    private static final Duration RETRY = Duration.ofSeconds(5);

    private CommandErrors() {}

    static ProblemException noSuchAllocation() {
        return ProblemException.notFound("allocation");
    }

    static ProblemException noSuchCommand() {
        return ProblemException.notFound("command");
    }

    static ProblemException refused(String why) {
        return ProblemException.of(ErrorCode.COMMAND_REFUSED, why);
    }

    static ProblemException notActive() {
        return refused("The allocation is not active. A command needs an active allocation.");
    }

    static ProblemException ended() {
        return refused("The command has ended. Read its state and its stored output.");
    }

    static ProblemException nodeNotHeard(String state) {
        return ProblemException.retryLater(
                ErrorCode.NODE_OUT_OF_REACH,
                "The allocation's node is " + state + " and cannot be reached. Try again in a few seconds.",
                RETRY);
    }

    static ProblemException tooMany(long max) {
        return ProblemException.of(
                ErrorCode.TOO_MANY,
                "An allocation can run at most " + max + " commands at a time. Wait for one to end, or cancel one.");
    }

    static ProblemException tooOften(long max) {
        return ProblemException.retryLater(
                ErrorCode.RATE_LIMITED, "At most " + max + " commands can be started per minute.", RETRY);
    }

    static ProblemException outputRefused(String why) {
        return ProblemException.of(ErrorCode.COMMAND_OUTPUT_REFUSED, "The output was refused: " + why + ".");
    }

    static ProblemException unavailable(String act, IOException cause) {
        return ProblemException.retryLater(
                ErrorCode.OBJECT_STORE_UNAVAILABLE,
                "The object store failed to " + act + " the command's output.",
                RETRY,
                cause);
    }
}
