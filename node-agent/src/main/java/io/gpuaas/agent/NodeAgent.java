package io.gpuaas.agent;

import io.gpuaas.agent.wire.ServerException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.core.JacksonException;

/** Where the agent starts. */
@Command(
        name = "gpuaas agent",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Makes this host a node of a GPUaaS control plane and works for it.",
        footerHeading = "%nExit codes: 0 stopped, 1 refused or failed, 2 usage, 3 no answer from the server,%n"
                + "70 broken, 75 start me again.%n",
        subcommands = {
            EnrollCommand.class,
            RunCommand.class,
            StatusCommand.class,
            CheckCommand.class,
            UndrainCommand.class,
            SelfCheckCommand.class
        })
public final class NodeAgent {

    static final int REFUSED = 1;
    static final int UNREACHABLE = 3;

    private NodeAgent() {}

    public static void main(String[] args) {
        System.exit(run(writer(System.out), writer(System.err), args));
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new NodeAgent())
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((failure, _, _) -> explain(failure, err))
                .execute(args);
    }

    private static int explain(Exception failure, PrintWriter err) throws Exception {
        int code = switch (failure) {
            case ServerException refusal -> refusal.isUnreachable() ? UNREACHABLE : REFUSED;
            case IOException _ -> REFUSED;
            case UncheckedIOException _ -> REFUSED;
            case GeneralSecurityException _ -> REFUSED;
            case JacksonException _ -> REFUSED;
            case IllegalArgumentException _ -> CommandLine.ExitCode.USAGE;
            default -> throw failure;
        };
        err.println("gpuaas agent: " + failure.getMessage());
        return code;
    }
}
