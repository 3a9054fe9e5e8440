package io.gpuaas.cli;

import io.gpuaas.cli.options.NoSuchThingException;
import io.gpuaas.cli.options.NotConfirmedException;
import io.gpuaas.cli.output.ReaderGoneException;
import io.gpuaas.cli.output.Terminal;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.WaitEndedException;
import io.gpuaas.sdk.signin.IssuerUnreachableException;
import io.gpuaas.sdk.signin.SignInException;
import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine.ParameterException;

/** Explains the failure of a command in one sentence. */
final class Failures {

    private Failures() {}

    /** Prints why a command failed and returns its exit code. */
    static int explain(Exception failure, Terminal terminal) {
        int code = switch (failure) {
            case ServerUnreachableException _ -> ExitCode.UNREACHABLE;
            case IssuerUnreachableException _ -> ExitCode.UNREACHABLE;
            case ParameterException wrong -> throw wrong;
            case ReaderGoneException _ -> ReaderGoneException.EXIT_CODE;
            case IllegalArgumentException _ -> ExitCode.MISUSED;
            case GpuaasException.NotSignedIn _ -> ExitCode.MISUSED;
            case SignInException ended when ended.isSignedOut() -> ExitCode.MISUSED;
            default -> ExitCode.REFUSED;
        };
        if (code == ReaderGoneException.EXIT_CODE) {
            return code;
        }
        String hint = failure instanceof GpuaasException.NotSignedIn ? "; sign in with gpuaas login" : "";
        terminal.err().println("gpuaas: " + Words.printable(sentence(failure)) + hint);
        return code;
    }

    private static String sentence(Exception failure) {
        return switch (failure) {
            case IOException unread -> Words.reason(unread);
            case IllegalArgumentException _,
                    IllegalStateException _,
                    UncheckedIOException _,
                    GpuaasException _,
                    ServerUnreachableException _,
                    IssuerUnreachableException _,
                    SignInException _,
                    WaitEndedException _,
                    NotConfirmedException _,
                    NoSuchThingException _ -> String.valueOf(failure.getMessage());
            default -> "Internal error in the client or the server: " + failure + ". Please report this as a bug.";
        };
    }
}
