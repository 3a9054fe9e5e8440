package io.gpuaas.cli;

import io.gpuaas.cli.options.Defaults;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.output.ReaderGoneException;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.GlobalOptions;
import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.session.Surroundings;
import io.gpuaas.cli.tree.Examples;
import io.gpuaas.cli.tree.Verbs;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The command {@code gpuaas}: builds the commands that the arguments name and runs one of them. */
@Command(
        name = "gpuaas",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Command-line client for a GPUaaS control plane.",
        footerHeading = "%nServer, the first that applies: --server; the server that --profile is%n"
                + "signed in to; GPUAAS_SERVER; the server that GPUAAS_PROFILE (or profile%n"
                + "'default') is signed in to; the one ./gpuaas up started in this folder;%n"
                + GlobalOptions.SERVER_DEFAULT + ".%n"
                + "%nToken, the first that applies: that of --profile; GPUAAS_TOKEN; that of%n"
                + "GPUAAS_PROFILE (or profile 'default'); for the server that ./gpuaas up started%n"
                + "in this folder, the one in .gpuaas/first-login. A profile's token is only ever%n"
                + "sent to its own server. Tokens cannot be passed as arguments, which any%n"
                + "process on the machine could read.%n"
                + "%nProfiles are stored in $XDG_CONFIG_HOME/gpuaas or ~/.config/gpuaas, readable%n"
                + "only by you.%n"
                + "%nTenant and project, the first that applies: --tenant and --project;%n"
                + "GPUAAS_TENANT and GPUAAS_PROJECT; those set with gpuaas profiles set; the only%n"
                + "one you can access.%n"
                + "%nExit codes: 0 success, 1 refused or failed, 2 usage error or not signed in,%n"
                + "3 server unreachable, 130 interrupted by Ctrl-C, 141 output pipe closed.%n"
                + "%nExamples:%n",
        footer = {
            "  gpuaas login --server https://gpu.example.com",
            "  gpuaas whoami",
            "  gpuaas skus list",
            "  gpuaas allocations create --sku h100-sxm-slice --wait",
            "  gpuaas tenants create acme --name \"Acme Research\"",
            "  gpuaas policies list --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas audit list --outcome refused --from 2026-01-01T00:00:00Z --output json",
        })
public final class Gpuaas {

    @Mixin
    final GlobalOptions options = new GlobalOptions();

    private Gpuaas() {}

    public static int run(Surroundings surroundings, String... args) {
        PrintWriter out = surroundings.terminal().out();
        try {
            int code = answer(surroundings, args);
            out.flush();
            return out.checkError() && code == 0 ? ExitCode.REFUSED : code;
        } catch (ReaderGoneException e) {
            return ReaderGoneException.EXIT_CODE;
        }
    }

    /** Answers --version without building any command, since scripts ask for it often. */
    private static int answer(Surroundings surroundings, String... args) {
        if (asksForVersion(args)) {
            surroundings.terminal().out().println(Version.text());
            return 0;
        }
        return commandLine(surroundings, args).execute(args);
    }

    /** Returns whether the arguments only ask for the version. */
    public static boolean asksForVersion(String... args) {
        return args.length == 1 && (args[0].equals("--version") || args[0].equals("-V"));
    }

    /** Builds only the commands that the arguments may name; building all takes longer than most commands run. */
    static CommandLine commandLine(Surroundings surroundings, String... args) {
        Gpuaas gpuaas = new Gpuaas();
        CommandLine line = new CommandLine(gpuaas);
        Session session = new Session(surroundings, gpuaas.options);
        Map<String, Supplier<Object>> commands = Commands.of(session);
        Set<String> named = new HashSet<>(List.of(args));
        boolean any = commands.keySet().stream().anyMatch(named::contains);
        commands.forEach((name, command) -> {
            if (!any || named.contains(name)) {
                line.addSubcommand(name, Verbs.of(command.get(), named));
            }
        });
        line.setOut(surroundings.terminal().out())
                .setErr(surroundings.terminal().err())
                .setColorScheme(Help.defaultColorScheme(surroundings.terminal().interactive() ? Ansi.ON : Ansi.OFF))
                .setExecutionStrategy(parsed -> run(parsed, session))
                .setExecutionExceptionHandler((failure, _, _) -> Failures.explain(failure, surroundings.terminal()));
        Examples.share(line);
        tellVersion(line);
        ArgumentTypes.register(line);
        return line;
    }

    /** Resolves defaults and names once all arguments are parsed, then runs the command. */
    private static int run(ParseResult parsed, Session session) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        try (session) {
            fill(parsed, session);
            return new RunLast().execute(parsed);
        }
    }

    private static void fill(ParseResult parsed, Session session) {
        try {
            Defaults.fill(parsed, session);
            new Lookup(session).fill(parsed);
        } catch (RuntimeException e) {
            throw new ExecutionException(parsed.commandSpec().commandLine(), "Cannot resolve the arguments", e);
        }
    }

    private static void tellVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Gpuaas::tellVersion);
    }
}
