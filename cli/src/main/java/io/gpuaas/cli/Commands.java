package io.gpuaas.cli;

import io.gpuaas.cli.allocations.AllocationTopic;
import io.gpuaas.cli.apps.AppTopic;
import io.gpuaas.cli.artifacts.ArtifactsTopic;
import io.gpuaas.cli.billing.BillingTopic;
import io.gpuaas.cli.command.CommandTopic;
import io.gpuaas.cli.fleet.FleetTopic;
import io.gpuaas.cli.identity.IdentityTopic;
import io.gpuaas.cli.operations.OperationsTopic;
import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.terminal.TerminalTopic;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** Collects the commands of all topics, in the order of the help page. */
final class Commands {

    private static final List<String> ORDER = List.of(
            "login",
            "logout",
            "whoami",
            "me",
            "profiles",
            "permissions",
            "tenants",
            "projects",
            "billing",
            "payments",
            "finance",
            "budgets",
            "usage",
            "notifications",
            "members",
            "invitations",
            "service-accounts",
            "tokens",
            "ssh-keys",
            "users",
            "principals",
            "allocations",
            "run",
            "exec",
            "commands",
            "terminal",
            "terminals",
            "recordings",
            "ssh",
            "ssh-proxy",
            "config-ssh",
            "port-forward",
            "cp",
            "ls",
            "sync",
            "reservations",
            "skus",
            "catalogue",
            "apps",
            "publishers",
            "artifacts",
            "slots",
            "nodes",
            "releases",
            "rollouts",
            "gateways",
            "policies",
            "audit",
            "traces",
            "dead-letters",
            "ops",
            "mail",
            "errors",
            "demo",
            "completion");

    private Commands() {}

    static Map<String, Supplier<Object>> of(Session session) {
        Map<String, Supplier<Object>> all = new HashMap<>();
        all.putAll(IdentityTopic.of(session));
        all.putAll(BillingTopic.of(session));
        all.putAll(AllocationTopic.of(session));
        all.putAll(ArtifactsTopic.of(session));
        all.putAll(CommandTopic.of(session));
        all.putAll(TerminalTopic.of(session));
        all.putAll(FleetTopic.of(session));
        all.putAll(AppTopic.of(session));
        all.putAll(OperationsTopic.of(session));
        all.put("completion", () -> new CompletionCommand(session));
        Map<String, Supplier<Object>> ordered = new LinkedHashMap<>();
        ORDER.forEach(name -> ordered.put(name, Objects.requireNonNull(all.remove(name), name)));
        if (!all.isEmpty()) {
            throw new IllegalStateException("commands without a place in the help page: " + all.keySet());
        }
        return ordered;
    }
}
