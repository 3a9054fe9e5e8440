package io.gpuaas.cli.operations;

import io.gpuaas.cli.session.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class OperationsTopic {

    private OperationsTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put("policies", () -> new PoliciesCommand(session));
        commands.put("audit", () -> new AuditCommand(session));
        commands.put("traces", () -> new TracesCommand(session));
        commands.put("dead-letters", () -> new DeadLettersCommand(session));
        commands.put("ops", () -> OpsCommand.of(session));
        commands.put("mail", () -> new MailCommand(session));
        commands.put("errors", () -> new ErrorsCommand(session));
        return commands;
    }
}
