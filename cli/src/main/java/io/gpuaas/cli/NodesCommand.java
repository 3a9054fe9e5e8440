package io.gpuaas.cli;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.CollectNodeLogs;
import io.gpuaas.sdk.CreateJoinTokens;
import io.gpuaas.sdk.CreateNode;
import io.gpuaas.sdk.NodeLogSource;
import io.gpuaas.sdk.NodeReason;
import io.gpuaas.sdk.NodeState;
import io.gpuaas.sdk.NodesApi;
import io.gpuaas.sdk.NodesApi.GetNodeTopologyFilter;
import io.gpuaas.sdk.NodesApi.ListNodesFilter;
import io.gpuaas.sdk.RotateTaskSigningKey;
import io.gpuaas.sdk.SetNodeZone;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "nodes",
        description = "Operates the hosts of the fleet.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas nodes list --state ready",
            "  gpuaas nodes create gpu-017",
            "  gpuaas nodes join-tokens --count 8 --hours 24",
            "  gpuaas nodes show 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas nodes show gpu-017",
            "  gpuaas nodes topology 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas nodes cordon 0198c0de-0000-7000-8000-000000000007 --reason \"fan noise\"",
            "  gpuaas nodes uncordon 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas nodes quarantine 0198c0de-0000-7000-8000-000000000007 --reason \"Xid 79\"",
            "  gpuaas nodes readmit 0198c0de-0000-7000-8000-000000000007 --reason \"GPU replaced\"",
            "  gpuaas nodes return-gpu 0198c0de-0000-7000-8000-000000000007 GPU-5a1f --reason \"reseated\"",
            "  gpuaas nodes retire 0198c0de-0000-7000-8000-000000000007 --reason \"sold\"",
            "  gpuaas nodes certificates 0198c0de-0000-7000-8000-000000000007",
            "  gpuaas nodes revoke-certificates 0198c0de-0000-7000-8000-000000000007 --reason \"disk stolen\"",
            "  gpuaas nodes collect-logs 0198c0de-0000-7000-8000-000000000007 --source agent",
            "  gpuaas nodes rotate-signing-key --reason \"yearly\"",
            "  gpuaas nodes set-zone 0198c0de-0000-7000-8000-000000000007 --region eu-north --zone eu-north-1",
        })
final class NodesCommand {

    static final String ID = "Its name, its id, or how the id begins.";
    static final String WHY = "Why; it is kept.";

    private final Session session;

    NodesCommand(Session session) {
        this.session = session;
    }

    private NodesApi nodes() {
        return session.connect().nodes();
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists nodes, newest first.")
    void list(
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            description = "Only nodes in this state, as ready or cordoned.")
                    @Nullable String state,
            @Option(names = "--search", paramLabel = "TEXT", description = "Only those whose name or id begins so.")
                    @Nullable String search,
            @Mixin Paging paging) {
        ListNodesFilter all = ListNodesFilter.none();
        ListNodesFilter found = search == null ? all : all.search(search);
        ListNodesFilter filter =
                state == null ? found : found.state(Words.choose(NodeState.values(), NodeState::wire, state));
        NodesApi nodes = nodes();
        paging.print(
                session.output(),
                page -> nodes.listNodes(filter, page),
                "id",
                "name",
                "state",
                "hostname",
                "state_since",
                "state_reason");
    }

    @Command(mixinStandardHelpOptions = true, description = "Makes a node that a host can then join as.")
    void create(@Parameters(paramLabel = "NAME", description = "The node's name.") String name, @Mixin Once once) {
        session.output().one(nodes().createNode(new CreateNode(name), once.key()));
    }

    @Command(
            name = "join-tokens",
            mixinStandardHelpOptions = true,
            description = "Makes join tokens, each for one host, and shows them once.")
    void joinTokens(
            @Option(names = "--count", paramLabel = "N", defaultValue = "1", description = "How many (standard: 1).")
                    int count,
            @Option(
                            names = "--hours",
                            paramLabel = "N",
                            description = "They end so many hours from now (standard: 24).")
                    @Nullable Integer hours,
            @Option(names = "--node", paramLabel = "NODE", description = "For this node, which exists already.")
                    @Nullable NodeId nodeId,
            @Mixin Once once) {
        Integer seconds =
                hours == null ? null : Math.toIntExact(Duration.ofHours(hours).toSeconds());
        session.output().one(nodes().createJoinTokens(new CreateJoinTokens(count, seconds, nodeId), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows a node with its health and GPUs.")
    void show(@Parameters(paramLabel = "NODE", description = ID) NodeId nodeId) {
        session.output().one(nodes().getNode(nodeId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows what a node consists of.")
    void topology(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(
                            names = "--topology-version",
                            paramLabel = "N",
                            description = "An earlier version (standard: the newest).")
                    @Nullable Integer version) {
        GetNodeTopologyFilter filter = version == null
                ? GetNodeTopologyFilter.none()
                : GetNodeTopologyFilter.none().version(version);
        session.output().one(nodes().getNodeTopology(nodeId, filter));
    }

    @Command(mixinStandardHelpOptions = true, description = "Lets a node keep what it has and get nothing new.")
    void cordon(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY) String reason,
            @Mixin Once once) {
        session.output().one(nodes().cordonNode(nodeId, new NodeReason(reason), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Lets a cordoned or drained node get work again.")
    void uncordon(@Parameters(paramLabel = "NODE", description = ID) NodeId nodeId, @Mixin Once once) {
        session.output().one(nodes().uncordonNode(nodeId, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Takes a node out because something is wrong with it.")
    void quarantine(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY) String reason,
            @Mixin Once once) {
        session.output().one(nodes().quarantineNode(nodeId, new NodeReason(reason), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Lets a quarantined node back in.")
    void readmit(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY) String reason,
            @Mixin Once once) {
        session.output().one(nodes().readmitNode(nodeId, new NodeReason(reason), once.key()));
    }

    @Command(
            name = "return-gpu",
            mixinStandardHelpOptions = true,
            description = "Returns one faulty GPU to service; the node and its other GPUs stay as they are.")
    void returnGpu(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Parameters(paramLabel = "GPU", description = "Its UUID, as nodes show prints it.") String gpu,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY) String reason,
            @Mixin Once once) {
        session.output().one(nodes().returnNodeGpu(nodeId, gpu, new NodeReason(reason), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Ends a node for good.")
    void retire(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY) String reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Retire node " + nodeId + " for good?");
        session.output().one(nodes().retireNode(nodeId, new NodeReason(reason), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Lists the certificates of a node, newest first, with their states.")
    void certificates(@Parameters(paramLabel = "NODE", description = ID) NodeId nodeId, @Mixin Paging paging) {
        NodesApi nodes = nodes();
        paging.print(
                session.output(),
                page -> nodes.listNodeCertificates(nodeId, page),
                "serial",
                "state",
                "issued_at",
                "expires_at",
                "changed_at");
    }

    @Command(
            name = "revoke-certificates",
            mixinStandardHelpOptions = true,
            description = "Ends every certificate of a node and hangs up on it; it must join anew.")
    void revokeCertificates(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY) String reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "End every certificate of node " + nodeId + "?");
        session.output().one(nodes().revokeNodeCertificates(nodeId, new NodeReason(reason), once.key()));
    }

    @Command(
            name = "collect-logs",
            mixinStandardHelpOptions = true,
            description = "Has a node collect its logs; the answer is the task whose output holds them.")
    void collectLogs(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(
                            names = "--source",
                            required = true,
                            paramLabel = "SOURCE",
                            description = "agent, kernel, libvirt, containers or nvidia; repeat for more.")
                    List<String> sources,
            @Option(names = "--since", paramLabel = "TIME", description = "Only what was written since then.") @Nullable Instant since,
            @Mixin Once once) {
        List<NodeLogSource> chosen = sources.stream()
                .map(source -> Words.choose(NodeLogSource.values(), NodeLogSource::wire, source))
                .toList();
        session.output().one(nodes().collectNodeLogs(nodeId, new CollectNodeLogs(chosen, since), once.key()));
    }

    @Command(
            name = "rotate-signing-key",
            mixinStandardHelpOptions = true,
            description = "Signs tasks with a new key, once every node knows it.")
    void rotateSigningKey(
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = WHY) String reason,
            @Option(
                            names = "--at-once",
                            description = "Do not wait; nodes refuse tasks until they have renewed. For a leaked key.")
                    boolean atOnce,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Sign tasks of nodes with a new key?");
        session.output().one(nodes().rotateTaskSigningKey(new RotateTaskSigningKey(reason, atOnce), once.key()));
    }

    @Command(name = "set-zone", mixinStandardHelpOptions = true, description = "Says where a node stands.")
    void setZone(
            @Parameters(paramLabel = "NODE", description = ID) NodeId nodeId,
            @Option(names = "--region", required = true, paramLabel = "NAME", description = "Its region.")
                    String region,
            @Option(names = "--zone", required = true, paramLabel = "NAME", description = "Its zone in the region.")
                    String zone,
            @Mixin Once once) {
        session.output()
                .one(session.connect().capacity().setNodeZone(nodeId, new SetNodeZone(region, zone), once.key()));
    }
}
