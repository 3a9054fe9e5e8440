package io.gpuaas.cli.tree;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Builds a command group with only those subcommands that the arguments may name, or all of them if they name none.
 * Subcommands are methods of the group or separate classes. Picocli takes long to read parameters and build a command,
 * and a group has up to twenty.
 */
public final class Verbs {

    /** A group with subcommands that are separate classes, by name. */
    public record Group(Object command, Map<String, Supplier<Object>> parts) {

        public Group(Object command) {
            this(command, new LinkedHashMap<>());
        }

        public Group with(String name, Supplier<Object> part) {
            parts.put(name, part);
            return this;
        }
    }

    /** A command of another group that is also available here. */
    public record Mounted(Object command, String home, String here) {}

    private Verbs() {}

    public static CommandLine of(Object command, Set<String> words) {
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
