package io.gpuaas.cli.billing;

import io.gpuaas.cli.session.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Lists the commands of this package by name. */
public final class BillingTopic {

    private BillingTopic() {}

    public static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> commands = new HashMap<>();
        commands.put("billing", () -> new BillingCommand(session));
        commands.put("payments", () -> new PaymentsCommand(session));
        commands.put("finance", () -> new FinanceCommand(session));
        commands.put("budgets", () -> new BudgetsCommand(session));
        commands.put("usage", () -> new UsageCommand(session));
        commands.put("catalogue", () -> new CatalogueCommand(session));
        return commands;
    }
}
