package io.gpuaas.cli.apps;

import io.gpuaas.cli.session.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class AppTopic {

    private AppTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put("apps", () -> new AppsCommand(session));
        return commands;
    }
}
