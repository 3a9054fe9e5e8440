package io.gpuaas.cli.fleet;

import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.tree.Verbs.Group;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class FleetTopic {

    private FleetTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put("slots", () -> new SlotsCommand(session));
        commands.put(
                "nodes",
                () -> new Group(new NodesCommand(session))
                        .with("telemetry", telemetry(session))
                        .with("drain", drain(session))
                        .with("doctor", () -> new NodeDoctorCommand(session))
                        .with("tasks", tasks(session))
                        .with("logs", () -> new NodeLogsCommand(session)));
        commands.put("releases", () -> new ReleasesCommand(session));
        commands.put("rollouts", () -> new RolloutsCommand(session));
        commands.put("gateways", () -> new GatewaysCommand(session));
        return commands;
    }

    public static Supplier<Object> telemetry(Session session) {
        return () -> new NodeTelemetryCommand(session);
    }

    public static Supplier<Object> drain(Session session) {
        return () -> new NodeDrainCommand(session);
    }

    public static Supplier<Object> tasks(Session session) {
        return () -> new NodeTasksCommand(session);
    }
}
