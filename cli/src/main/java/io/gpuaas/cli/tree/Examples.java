package io.gpuaas.cli.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Adds the examples of a group to the help of the commands they call, so that each example is written once. */
public final class Examples {

    private Examples() {}

    public static void share(CommandLine group) {
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

    /** Rewrites the examples of a command that is mounted under a second path. */
    static void rename(CommandLine command, String home, String here) {
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage()
                .footer(Arrays.stream(spec.usageMessage().footer())
                        .map(line -> line.replace(home, here))
                        .toArray(String[]::new));
        command.getSubcommands().values().forEach(part -> rename(part, home, here));
    }

    /** Selects the examples of a command; a backslash continues an example on the next line. */
    private static String[] of(String command, CommandSpec group) {
        List<String> lines = new ArrayList<>();
        boolean goesOn = false;
        for (String line : group.usageMessage().footer()) {
            if (goesOn || (line.strip() + " ").startsWith(command + " ")) {
                lines.add(line);
                goesOn = line.endsWith("\\");
            }
        }
        return lines.toArray(String[]::new);
    }
}
