package io.gpuaas.cli.operations;

import io.gpuaas.cli.fleet.FleetTopic;
import io.gpuaas.cli.session.Session;
import io.gpuaas.cli.tree.Verbs.Group;
import io.gpuaas.cli.tree.Verbs.Mounted;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Groups the commands that operators need most. Most of them are mounted here a second time and behave the same. */
@Command(
        name = "ops",
        description = "Commands for operators: fleet health, metrics, drains, tasks, dead letters and policies.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ops overview",
            "  gpuaas ops fleet-health",
            "  gpuaas ops node-metrics 0198c0de-0000-7000-8000-000000000007 --minutes 60",
            "  gpuaas ops drain 0198c0de-0000-7000-8000-000000000007 --reason \"new firmware\"",
            "  gpuaas ops tasks list 0198c0de-0000-7000-8000-000000000007 --state failed",
            "  gpuaas ops backlog",
            "  gpuaas ops background",
            "  gpuaas ops dlq list",
            "  gpuaas ops policies list",
            "  gpuaas ops watch",
            "  gpuaas ops runbooks node-unreachable",
        })
final class OpsCommand {

    private OpsCommand() {}

    static Group of(Session session) {
        return new Group(new OpsCommand())
                .with("overview", () -> new OverviewCommand(session))
                .with("fleet-health", () -> new FleetHealthCommand(session))
                .with("node-metrics", mounted("node-metrics", FleetTopic.telemetry(session), "nodes telemetry"))
                .with("drain", mounted("drain", FleetTopic.drain(session), "nodes drain"))
                .with("tasks", mounted("tasks", FleetTopic.tasks(session), "nodes tasks"))
                .with("backlog", () -> new BacklogCommand(session))
                .with("background", () -> new BackgroundCommand(session))
                .with("dlq", mounted("dlq", () -> new DeadLettersCommand(session), "dead-letters"))
                .with("policies", mounted("policies", () -> new PoliciesCommand(session), "policies"))
                .with("watch", () -> new WatchCommand(session))
                .with("runbooks", () -> new RunbooksCommand(session));
    }

    private static Supplier<Object> mounted(String name, Supplier<Object> command, String home) {
        return () -> new Mounted(command.get(), "gpuaas " + home, "gpuaas ops " + name);
    }
}
