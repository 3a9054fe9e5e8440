package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.sdk.NodeTaskState;
import io.gpuaas.sdk.NodesApi;
import io.gpuaas.sdk.NodesApi.ListNodeTasksFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "tasks",
        description = "List, show and cancel the tasks of nodes.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas nodes tasks list 0198c0de-0000-7000-8000-000000000007 --state running",
            "  gpuaas nodes tasks show 0198c0de-0000-7000-8000-000000000007 0198c0de-0000-7000-8000-000000000008",
            "  gpuaas nodes tasks cancel 0198c0de-0000-7000-8000-000000000007 0198c0de-0000-7000-8000-000000000008",
        })
final class NodeTasksCommand {

    private static final String TASK = "The task's id, as listed.";

    private final Session session;

    NodeTasksCommand(Session session) {
        this.session = session;
    }

    @Command(mixinStandardHelpOptions = true, description = "List the tasks of a node, newest first.")
    void list(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Option(names = "--state", paramLabel = "STATE", description = "Filter by state, for example failed.")
                    @Nullable String state,
            @Mixin Paging paging) {
        ListNodeTasksFilter filter = state == null
                ? ListNodeTasksFilter.none()
                : ListNodeTasksFilter.none().state(Words.choose(NodeTaskState.values(), NodeTaskState::wire, state));
        NodesApi nodes = session.connect().nodes();
        paging.print(
                session.output(),
                page -> nodes.listNodeTasks(nodeId, filter, page),
                "id",
                "type",
                "state",
                "attempt",
                "created_at",
                "finished_at",
                "code");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a task with its phases and the end of its log.")
    void show(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Parameters(paramLabel = "TASK", description = TASK) TaskId taskId) {
        session.output().one(session.connect().nodes().getNodeTask(nodeId, taskId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Cancel a task.")
    void cancel(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Parameters(paramLabel = "TASK", description = TASK) TaskId taskId,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Cancel task " + taskId + "?");
        session.output().one(session.connect().nodes().cancelNodeTask(nodeId, taskId, once.key()));
    }
}
