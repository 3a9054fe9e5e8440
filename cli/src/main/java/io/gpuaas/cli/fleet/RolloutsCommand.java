package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.RolloutId;
import io.gpuaas.sdk.CreateRollout;
import io.gpuaas.sdk.NodeReason;
import io.gpuaas.sdk.RolloutFailurePolicy;
import io.gpuaas.sdk.RolloutNodeState;
import io.gpuaas.sdk.UpdatesApi;
import io.gpuaas.sdk.UpdatesApi.ListRolloutNodesFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "rollouts",
        description = "Roll out agent releases to nodes, canaries first, then in waves.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas rollouts create 0198c0de-0000-7000-8000-000000000009 --canaries 2 --wave-percent 25",
            "  gpuaas rollouts list",
            "  gpuaas rollouts show 0198c0de-0000-7000-8000-00000000000a",
            "  gpuaas rollouts nodes 0198c0de-0000-7000-8000-00000000000a --state failed",
            "  gpuaas rollouts pause 0198c0de-0000-7000-8000-00000000000a --reason \"investigating\"",
            "  gpuaas rollouts resume 0198c0de-0000-7000-8000-00000000000a --reason \"known issue\"",
            "  gpuaas rollouts abort 0198c0de-0000-7000-8000-00000000000a --reason \"wrong release\" --yes",
            "  gpuaas rollouts revert 0198c0de-0000-7000-8000-00000000000a --reason \"too slow\" --yes",
        })
final class RolloutsCommand {

    private static final String ID = "The rollout's id, as listed.";
    private final Session session;

    RolloutsCommand(Session session) {
        this.session = session;
    }

    private UpdatesApi updates() {
        return session.connect().updates();
    }

    @Command(mixinStandardHelpOptions = true, description = "Start the rollout of a release.")
    void create(
            @Parameters(paramLabel = "RELEASE", description = "The release's id, as listed.") AgentReleaseId release,
            @Option(
                            names = "--node",
                            paramLabel = "NODE",
                            description = "Node to update; repeatable (default: all nodes that are not retired).")
                    @Nullable List<NodeId> nodes,
            @Option(names = "--canary", paramLabel = "NODE", description = "Node to update first; repeatable.")
                    @Nullable List<NodeId> canaries,
            @Option(
                            names = "--canaries",
                            paramLabel = "N",
                            description = "Number of nodes to update first if none is named (default: 1).")
                    @Nullable Integer canaryCount,
            @Option(
                            names = "--wave-percent",
                            paramLabel = "N",
                            description = "Percentage of the remaining nodes per wave (default: 25).")
                    @Nullable Integer wavePercent,
            @Option(
                            names = "--bake-seconds",
                            paramLabel = "N",
                            description = "Seconds a wave must stay healthy before the next one starts (default: 600).")
                    @Nullable Integer bakeSeconds,
            @Option(
                            names = "--failures-max",
                            paramLabel = "N",
                            description = "Number of failed nodes tolerated before the rollout stops (default: 0).")
                    @Nullable Integer failuresMax,
            @Option(
                            names = "--on-failure",
                            paramLabel = "ACT",
                            description = "Action on failure: pause or revert (default: revert).")
                    @Nullable String onFailure,
            @Mixin Once once) {
        RolloutFailurePolicy policy = onFailure == null
                ? null
                : Words.choose(RolloutFailurePolicy.values(), RolloutFailurePolicy::wire, onFailure);
        session.output()
                .one(updates()
                        .createRollout(
                                new CreateRollout(
                                        release,
                                        nodes,
                                        canaries,
                                        canaryCount,
                                        wavePercent,
                                        bakeSeconds,
                                        failuresMax,
                                        policy),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List rollouts, newest first.")
    void list(@Mixin Paging paging) {
        UpdatesApi updates = updates();
        paging.print(
                session.output(),
                updates::listRollouts,
                "id",
                "version",
                "state",
                "wave",
                "waves",
                "created_at",
                "reason");
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a rollout and its progress.")
    void show(@Parameters(paramLabel = "ROLLOUT", description = ID) RolloutId id) {
        session.output().one(updates().getRollout(id));
    }

    @Command(mixinStandardHelpOptions = true, description = "List the nodes of a rollout and their progress.")
    void nodes(
            @Parameters(paramLabel = "ROLLOUT", description = ID) RolloutId id,
            @Option(names = "--state", paramLabel = "STATE", description = "Filter by state, for example failed.")
                    @Nullable String state,
            @Mixin Paging paging) {
        ListRolloutNodesFilter filter = state == null
                ? ListRolloutNodesFilter.none()
                : ListRolloutNodesFilter.none()
                        .state(Words.choose(RolloutNodeState.values(), RolloutNodeState::wire, state));
        UpdatesApi updates = updates();
        paging.print(
                session.output(),
                page -> updates.listRolloutNodes(id, filter, page),
                "node_id",
                "wave",
                "state",
                "since",
                "previous_version",
                "reason");
    }

    @Command(mixinStandardHelpOptions = true, description = "Pause a rollout: no further nodes are updated.")
    void pause(
            @Parameters(paramLabel = "ROLLOUT", description = ID) RolloutId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(updates().pauseRollout(id, new NodeReason(reason.text()), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Resume a paused rollout, disregarding its failures so far.")
    void resume(
            @Parameters(paramLabel = "ROLLOUT", description = ID) RolloutId id,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(updates().resumeRollout(id, new NodeReason(reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Abort a rollout; updated nodes keep the new release.")
    void abort(
            @Parameters(paramLabel = "ROLLOUT", description = ID) RolloutId id,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Abort rollout " + id + "? Updated nodes keep the new release.");
        session.output().one(updates().abortRollout(id, new NodeReason(reason.text()), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Revert a rollout: its nodes return to the release they ran before.")
    void revert(
            @Parameters(paramLabel = "ROLLOUT", description = ID) RolloutId id,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(
                session.terminal(), "Revert rollout " + id + "? Its nodes return to the release they ran before.");
        session.output().one(updates().revertRollout(id, new NodeReason(reason.text()), once.key()));
    }
}
