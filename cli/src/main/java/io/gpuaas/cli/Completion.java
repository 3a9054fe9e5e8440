package io.gpuaas.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Scripts that let a shell complete our commands. Pure. */
final class Completion {

    enum ForShell {
        BASH,
        ZSH,
        FISH
    }

    private Completion() {}

    static String script(ForShell shell, CommandLine all) {
        return switch (shell) {
            case BASH -> AutoComplete.bash("gpuaas", all);
            case ZSH -> zsh(all);
            case FISH -> fish(all);
        };
    }

    /** The script for bash, which zsh understands once it is told to. */
    private static String zsh(CommandLine all) {
        return "#compdef gpuaas\nautoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"
                + AutoComplete.bash("gpuaas", all);
    }

    private static String fish(CommandLine all) {
        StringBuilder script = new StringBuilder("""
                # Completion of gpuaas for fish.
                function __gpuaas_at
                    set -l words (commandline -opc)
                    set -e words[1]
                    set -l commands (string match --invert --regex '^-' -- $words)
                    test "$commands" = "$argv"
                end
                complete -c gpuaas -f
                """);
        addFish(all, "", script);
        return script.toString();
    }

    private static void addFish(CommandLine command, String path, StringBuilder script) {
        CommandSpec spec = command.getCommandSpec();
        String at = "complete -c gpuaas -n '__gpuaas_at" + (path.isEmpty() ? "" : " " + path) + "'";
        command.getSubcommands().forEach((name, child) -> {
            if (!child.getCommandSpec().usageMessage().hidden()) {
                script.append(at)
                        .append(" -a ")
                        .append(name)
                        .append(" -d ")
                        .append(quoted(title(child)))
                        .append('\n');
                addFish(child, (path + " " + name).strip(), script);
            }
        });
        spec.options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> script.append(at).append(fishOption(option)).append('\n'));
    }

    private static String fishOption(OptionSpec option) {
        String names = Arrays.stream(option.names())
                .map(name -> name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1))
                .collect(Collectors.joining());
        return names + (option.arity().max() > 0 ? " -r" : "") + " -d " + quoted(first(option.description()));
    }

    private static String title(CommandLine command) {
        return first(command.getCommandSpec().usageMessage().description());
    }

    private static String first(String[] lines) {
        return lines.length == 0 ? "" : lines[0];
    }

    private static String quoted(String text) {
        return "'" + text.replace("%n", " ").replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    static ForShell named(String word) {
        return Words.choose(ForShell.values(), shell -> shell.name().toLowerCase(Locale.ROOT), word);
    }
}
