package io.gpuaas.cli;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Adds to a group the commands that are methods of it: those the words may mean, or all when they mean none. Picocli
 * takes long to read a method's parameters, and a group has up to twenty.
 */
final class Verbs {

    private Verbs() {}

    static CommandLine of(Object group, Set<String> words) {
        CommandLine line = group instanceof CommandLine made ? made : new CommandLine(group);
        line.getSubcommands().values().forEach(part -> of(part, words));
        add(line, words);
        return line;
    }

    private static void add(CommandLine line, Set<String> words) {
        Object command = line.getCommand();
        if (command instanceof Method) {
            return;
        }
        List<Method> methods = CommandLine.getCommandMethods(command.getClass(), null).stream()
                .filter(method -> !line.getSubcommands().containsKey(name(method)))
                .toList();
        boolean any = methods.stream().anyMatch(method -> words.contains(name(method)))
                || line.getSubcommands().keySet().stream().anyMatch(words::contains);
        methods.stream()
                .filter(method -> !any || words.contains(name(method)))
                .forEach(method -> line.addSubcommand(name(method), method));
    }

    private static String name(Method method) {
        String name = method.getAnnotation(Command.class).name();
        return name.equals("<main class>") ? method.getName() : name;
    }
}
