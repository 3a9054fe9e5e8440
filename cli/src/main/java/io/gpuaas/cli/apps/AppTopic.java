package io.gpuaas.cli.apps;

import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.tree.Verbs.Group;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class AppTopic {

    private AppTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put(
                "apps",
                () -> new Group(new AppsCommand(session))
                        .with("review", () -> new AppReviewCommand(session))
                        .with("requests", () -> new AppRequestsCommand(session))
                        .with("grants", () -> new AppGrantsCommand(session))
                        .with("suspensions", () -> new AppSuspensionsCommand(session)));
        return commands;
    }
}
