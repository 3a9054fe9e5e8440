package io.gpuaas.cli;

import io.gpuaas.cli.output.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Generates shell completion scripts. Pure. */
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

    /** Picocli's bash script does not work in zsh: it completes nothing at the first Tab and prints errors. */
    private static String zsh(CommandLine all) {
        StringBuilder script = new StringBuilder("""
                #compdef gpuaas
                # gpuaas completion for zsh.
                _gpuaas() {
                  local line='' word
                  local -a known commands options
                  known=(%s)
                  for word in "${(@)words[2,CURRENT-1]}"; do
                    (( ${known[(Ie)${line:+$line }$word]} )) && line+=${line:+ }$word
                  done
                  case $line in
                """.formatted(known(all)));
        addZsh(all, "", script);
        return script.append("""
                  esac
                  if [[ $PREFIX == -* ]]; then
                    _describe -o 'option' options
                  elif (( $#commands )); then
                    _describe 'command' commands
                  else
                    _files
                  fi
                }
                if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
                  _gpuaas "$@"
                else
                  compdef _gpuaas gpuaas
                fi
                """).toString();
    }

    private static void addZsh(CommandLine command, String path, StringBuilder script) {
        script.append("    '").append(path).append("')\n      commands=(");
        shown(command).forEach((name, child) -> script.append(described(name, title(child))));
        script.append(")\n      options=(");
        command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .forEach(option -> Arrays.stream(option.names())
                        .forEach(name -> script.append(described(name, first(option.description())))));
        script.append(")\n      ;;\n");
        shown(command).forEach((name, child) -> addZsh(child, below(path, name), script));
    }

    private static String described(String name, String description) {
        return "\n        '" + name + ":" + description.replace("%n", " ").replace("'", "'\\''") + "'";
    }

    private static Map<String, CommandLine> shown(CommandLine command) {
        Map<String, CommandLine> shown = new LinkedHashMap<>(command.getSubcommands());
        shown.values().removeIf(child -> child.getCommandSpec().usageMessage().hidden());
        return shown;
    }

    private static String below(String path, String name) {
        return (path + " " + name).strip();
    }

    /** Lists every command path, so that other words (options, their values, ids) are skipped. */
    private static String known(CommandLine all) {
        List<String> paths = new ArrayList<>();
        addKnown(all, "", paths);
        return paths.stream().map(path -> "'" + path + "'").collect(Collectors.joining(" "));
    }

    private static void addKnown(CommandLine command, String path, List<String> paths) {
        shown(command).forEach((name, child) -> {
            paths.add(below(path, name));
            addKnown(child, below(path, name), paths);
        });
    }

    private static String fish(CommandLine all) {
        StringBuilder script = new StringBuilder("""
                # gpuaas completion for fish.
                set -g __gpuaas_known %s
                function __gpuaas_at
                    set -l at
                    for word in (commandline -opc)[2..]
                        set -l next (string trim -- "$at $word")
                        contains -- "$next" $__gpuaas_known; and set at $next
                    end
                    test "$at" = "$argv"
                end
                complete -c gpuaas -f
                """.formatted(known(all)));
        addFish(all, "", script);
        return script.toString();
    }

    private static void addFish(CommandLine command, String path, StringBuilder script) {
        String at = "complete -c gpuaas -n '__gpuaas_at" + (path.isEmpty() ? "" : " " + path) + "'";
        shown(command).forEach((name, child) -> {
            script.append(at)
                    .append(" -a ")
                    .append(name)
                    .append(" -d ")
                    .append(quoted(title(child)))
                    .append('\n');
            addFish(child, below(path, name), script);
        });
        command.getCommandSpec().options().stream()
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
