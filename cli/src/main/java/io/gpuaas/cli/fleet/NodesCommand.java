package io.gpuaas.cli.fleet;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Lookup;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.sdk.CollectNodeLogs;
import io.gpuaas.sdk.CreateJoinTokens;
import io.gpuaas.sdk.CreateNode;
import io.gpuaas.sdk.JoinLine;
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
        description = "Manage the nodes of the fleet.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas nodes list --state ready",
            "  gpuaas nodes create gpu-017",
            "  gpuaas nodes join-line",
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

    private final Session session;

    NodesCommand(Session session) {
        this.session = session;
    }

    private NodesApi nodes() {
        return session.connect().nodes();
    }

    @Command(mixinStandardHelpOptions = true, description = "List nodes, newest first.")
    void list(
            @Option(
                            names = "--state",
                            paramLabel = "STATE",
                            description = "Filter by state, for example ready or cordoned.")
                    @Nullable String state,
            @Option(names = "--search", paramLabel = "TEXT", description = "Filter by name or id prefix.") @Nullable String search,
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

    @Command(mixinStandardHelpOptions = true, description = "Create a node, which a host can then join as.")
    void create(@Parameters(paramLabel = "NAME", description = "The node's name.") String name, @Mixin Once once) {
        session.output().one(nodes().createNode(new CreateNode(name), once.key()));
    }

    @Command(
            name = "join-line",
            mixinStandardHelpOptions = true,
            description = "Print the line to run as root on a host that joins; it then asks for a join token.")
    void joinLine() {
        JoinLine answer = session.connect().joining().getJoinLine();
        session.output()
                .page(
                        answer,
                        () -> List.of(
                                answer.line() == null
                                        ? "This installation offers no package of the agent; see docs/how-to/nodes.md."
                                        : answer.line()));
    }

    @Command(
            name = "join-tokens",
            mixinStandardHelpOptions = true,
            description = "Create join tokens, each for one host, and show them once.")
    void joinTokens(
            @Option(
                            names = "--count",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Number of tokens (default: 1).")
                    int count,
            @Option(names = "--hours", paramLabel = "N", description = "Lifetime in hours (default: 24).") @Nullable Integer hours,
            @Option(names = "--node", paramLabel = "NODE", description = "Existing node that the token is for.")
                    @Nullable NodeId nodeId,
            @Mixin Once once) {
        Integer seconds =
                hours == null ? null : Math.toIntExact(Duration.ofHours(hours).toSeconds());
        session.output().one(nodes().createJoinTokens(new CreateJoinTokens(count, seconds, nodeId), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a node with its health and GPUs.")
    void show(@Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId) {
        session.output().one(nodes().getNode(nodeId));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a node's hardware topology.")
    void topology(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Option(
                            names = "--topology-version",
                            paramLabel = "N",
                            description = "Topology version to show (default: the latest).")
                    @Nullable Integer version) {
        GetNodeTopologyFilter filter = version == null
                ? GetNodeTopologyFilter.none()
                : GetNodeTopologyFilter.none().version(version);
        session.output().one(nodes().getNodeTopology(nodeId, filter));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Cordon a node: it keeps its allocations and gets no new ones.")
    void cordon(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(nodes().cordonNode(nodeId, new NodeReason(reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Make a cordoned or drained node available again.")
    void uncordon(@Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId, @Mixin Once once) {
        session.output().one(nodes().uncordonNode(nodeId, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Quarantine a faulty node: it gets no new allocations.")
    void quarantine(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(nodes().quarantineNode(nodeId, new NodeReason(reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Return a quarantined node to service.")
    void readmit(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(nodes().readmitNode(nodeId, new NodeReason(reason.text()), once.key()));
    }

    @Command(
            name = "return-gpu",
            mixinStandardHelpOptions = true,
            description = "Return one faulty GPU to service; the node and its other GPUs are not affected.")
    void returnGpu(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Parameters(paramLabel = "GPU", description = "The GPU's UUID, as shown by gpuaas nodes show.") String gpu,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output().one(nodes().returnNodeGpu(nodeId, gpu, new NodeReason(reason.text()), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Retire a node permanently.")
    void retire(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Permanently retire node " + nodeId + "?");
        session.output().one(nodes().retireNode(nodeId, new NodeReason(reason.text()), once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List the certificates of a node and their states, newest first.")
    void certificates(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId, @Mixin Paging paging) {
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
            description = "Revoke every certificate of a node and disconnect it; the node must join again.")
    void revokeCertificates(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Revoke every certificate of node " + nodeId + "?");
        session.output().one(nodes().revokeNodeCertificates(nodeId, new NodeReason(reason.text()), once.key()));
    }

    @Command(
            name = "collect-logs",
            mixinStandardHelpOptions = true,
            description = "Collect a node's logs; prints the task whose output will contain them.")
    void collectLogs(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Option(
                            names = "--source",
                            required = true,
                            paramLabel = "SOURCE",
                            description = "Log to collect: agent, kernel, libvirt, containers or nvidia; repeatable.")
                    List<String> sources,
            @Option(names = "--since", paramLabel = "TIME", description = "Collect only lines written since this time.")
                    @Nullable Instant since,
            @Mixin Once once) {
        List<NodeLogSource> chosen = sources.stream()
                .map(source -> Words.choose(NodeLogSource.values(), NodeLogSource::wire, source))
                .toList();
        session.output().one(nodes().collectNodeLogs(nodeId, new CollectNodeLogs(chosen, since), once.key()));
    }

    @Command(
            name = "rotate-signing-key",
            mixinStandardHelpOptions = true,
            description = "Rotate the key that signs node tasks; the new key is used once every node knows it.")
    void rotateSigningKey(
            @Mixin Reason reason,
            @Option(
                            names = "--at-once",
                            description =
                                    "Use the new key immediately, after a leak; nodes refuse tasks until they renew.")
                    boolean atOnce,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Rotate the key that signs node tasks?");
        session.output().one(nodes().rotateTaskSigningKey(new RotateTaskSigningKey(reason.text(), atOnce), once.key()));
    }

    @Command(name = "set-zone", mixinStandardHelpOptions = true, description = "Set the region and zone of a node.")
    void setZone(
            @Parameters(paramLabel = "NODE", description = Lookup.NAME_OR_ID) NodeId nodeId,
            @Option(names = "--region", required = true, paramLabel = "NAME", description = "The node's region.")
                    String region,
            @Option(
                            names = "--zone",
                            required = true,
                            paramLabel = "NAME",
                            description = "The node's zone in that region.")
                    String zone,
            @Mixin Once once) {
        session.output()
                .one(session.connect().capacity().setNodeZone(nodeId, new SetNodeZone(region, zone), once.key()));
    }
}
