package io.gpuaas.cli.allocations;

import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.tree.Verbs.Group;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class AllocationTopic {

    private AllocationTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put(
                "allocations",
                () -> new Group(new AllocationsCommand(session)).with("all", () -> new AllAllocationsCommand(session)));
        commands.put("reservations", () -> new ReservationsCommand(session));
        commands.put("skus", () -> new SkusCommand(session));
        return commands;
    }
}
