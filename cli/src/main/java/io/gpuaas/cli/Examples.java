package io.gpuaas.cli;

import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Shows each command those examples of its group that call it, so that they are written in one place. */
final class Examples {

    private Examples() {}

    static void share(CommandLine group) {
        for (CommandLine command : group.getSubcommands().values()) {
            CommandSpec spec = command.getCommandSpec();
            if (spec.usageMessage().footer().length == 0) {
                spec.usageMessage()
                        .footerHeading("%nExamples:%n")
                        .footer(of(spec.qualifiedName(" "), group.getCommandSpec()));
            }
            share(command);
        }
    }

    private static String[] of(String command, CommandSpec group) {
        return Arrays.stream(group.usageMessage().footer())
                .filter(line -> (line.strip() + " ").startsWith(command + " "))
                .toArray(String[]::new);
    }
}
