package io.gpuaas.cli.command;

import io.gpuaas.sdk.StartCommand;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how a program runs. */
final class Program {

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Variable to set for the program; repeatable. The value is not shown or audited.")
    @Nullable Map<String, String> environment;

    @Option(
            names = {"-n", "--no-stdin"},
            description = "Do not send standard input (default: send it if it is not a terminal).")
    boolean noInput;

    StartCommand body(List<String> argv, @Nullable String folder, boolean hasInput) {
        if (argv.isEmpty()) {
            throw new IllegalArgumentException("Specify the program to run after --.");
        }
        return new StartCommand(argv, environment, folder, hasInput ? true : null);
    }
}
