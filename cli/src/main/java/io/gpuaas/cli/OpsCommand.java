package io.gpuaas.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The operator's entry. What it offers is at home elsewhere, and is the same command here. */
@Command(
        name = "ops",
        description =
                "What operators need at hand: health of the fleet, figures, drains, tasks, dead letters, policies.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas ops fleet-health",
            "  gpuaas ops node-metrics 0198c0de-0000-7000-8000-000000000007 --minutes 60",
            "  gpuaas ops drain 0198c0de-0000-7000-8000-000000000007 --reason \"new firmware\"",
            "  gpuaas ops tasks list 0198c0de-0000-7000-8000-000000000007 --state failed",
            "  gpuaas ops backlog",
            "  gpuaas ops dlq list",
            "  gpuaas ops policies list",
            "  gpuaas ops watch",
            "  gpuaas ops runbooks node-unreachable",
        })
final class OpsCommand {

    private OpsCommand() {}

    static CommandLine of(Session session) {
        CommandLine ops = new CommandLine(new OpsCommand());
        ops.addSubcommand("fleet-health", new FleetHealthCommand(session));
        mount(ops, "node-metrics", new NodeTelemetryCommand(session), "nodes telemetry");
        mount(ops, "drain", new NodeDrainCommand(session), "nodes drain");
        mount(ops, "tasks", new NodeTasksCommand(session), "nodes tasks");
        ops.addSubcommand("backlog", new BacklogCommand(session));
        mount(ops, "dlq", new DeadLettersCommand(session), "dead-letters");
        mount(ops, "policies", new PoliciesCommand(session), "policies");
        ops.addSubcommand("watch", new WatchCommand(session));
        ops.addSubcommand("runbooks", new RunbooksCommand(session));
        return ops;
    }

    private static void mount(CommandLine ops, String name, Object command, String home) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec().name(name);
        Examples.rename(line, "gpuaas " + home, "gpuaas ops " + name);
        ops.addSubcommand(name, line);
    }
}
