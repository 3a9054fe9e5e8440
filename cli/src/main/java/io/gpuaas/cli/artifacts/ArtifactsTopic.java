package io.gpuaas.cli.artifacts;

import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.tree.Verbs.Group;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class ArtifactsTopic {

    private ArtifactsTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put(
                "publishers",
                () -> new Group(new PublishersCommand(session)).with("keys", () -> new PublisherKeysCommand(session)));
        commands.put(
                "artifacts",
                () -> new Group(new ArtifactsCommand(session))
                        .with("platform-keys", () -> new PlatformKeysCommand(session))
                        .with("advisories", () -> new AdvisoriesCommand(session)));
        return commands;
    }
}
