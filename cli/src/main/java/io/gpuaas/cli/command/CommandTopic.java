package io.gpuaas.cli.command;

import io.gpuaas.cli.session.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class CommandTopic {

    private CommandTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put("exec", () -> new ExecCommand(session));
        commands.put("run", () -> new RunCommand(session));
        commands.put("commands", () -> new CommandsCommand(session));
        commands.put("sync", () -> new SyncCommand(session));
        return commands;
    }
}
