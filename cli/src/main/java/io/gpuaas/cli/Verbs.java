package io.gpuaas.cli;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Builds a group with the commands the words may mean, or with all when they mean none: those that are methods of it, and
 * those that are classes of their own. Picocli takes long to read a method's parameters and longer to build a command, and
 * a group has up to twenty.
 */
final class Verbs {

    /** A group some of whose commands are classes of their own, by their names. */
    record Group(Object command, Map<String, Supplier<Object>> parts) {

        Group(Object command) {
            this(command, new LinkedHashMap<>());
        }

        Group with(String name, Supplier<Object> part) {
            parts.put(name, part);
            return this;
        }
    }

    /** A command that is at home elsewhere, and is reached here too. */
    record Mounted(Object command, String home, String here) {}

    private Verbs() {}

    static CommandLine of(Object command, Set<String> words) {
        if (command instanceof Mounted mounted) {
            CommandLine line = of(mounted.command(), words);
            line.getCommandSpec().name(mounted.here().substring(mounted.here().lastIndexOf(' ') + 1));
            Examples.rename(line, mounted.home(), mounted.here());
            return line;
        }
        return of(command instanceof Group group ? group : new Group(command), words);
    }

    private static CommandLine of(Group group, Set<String> words) {
        CommandLine line = new CommandLine(group.command());
        List<Method> methods = CommandLine.getCommandMethods(group.command().getClass(), null).stream()
                .filter(method -> !line.getSubcommands().containsKey(name(method)))
                .toList();
        boolean any = methods.stream().anyMatch(method -> words.contains(name(method)))
                || group.parts().keySet().stream().anyMatch(words::contains);
        group.parts().forEach((name, part) -> {
            if (!any || words.contains(name)) {
                line.addSubcommand(name, of(part.get(), words));
            }
        });
        methods.stream()
                .filter(method -> !any || words.contains(name(method)))
                .forEach(method -> line.addSubcommand(name(method), method));
        return line;
    }

    private static String name(Method method) {
        String name = method.getAnnotation(Command.class).name();
        return name.equals("<main class>") ? method.getName() : name;
    }
}
