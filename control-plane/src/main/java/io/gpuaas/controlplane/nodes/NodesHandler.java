package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.CollectNodeLogs;
import io.gpuaas.api.CreateJoinTokens;
import io.gpuaas.api.CreateNode;
import io.gpuaas.api.DrainNode;
import io.gpuaas.api.JoinToken;
import io.gpuaas.api.JoinTokenBatch;
import io.gpuaas.api.Node;
import io.gpuaas.api.NodeCertificatePage;
import io.gpuaas.api.NodeLogSource;
import io.gpuaas.api.NodePage;
import io.gpuaas.api.NodeReason;
import io.gpuaas.api.NodeTask;
import io.gpuaas.api.NodeTaskDetail;
import io.gpuaas.api.NodeTaskPage;
import io.gpuaas.api.NodeTaskState;
import io.gpuaas.api.NodeTelemetry;
import io.gpuaas.api.NodeTopology;
import io.gpuaas.api.NodesApi;
import io.gpuaas.api.RotateTaskSigningKey;
import io.gpuaas.api.TaskSigningKey;
import io.gpuaas.controlplane.platform.NameFilter;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class NodesHandler implements NodesApi {

    private static final String NODES = "nodes";
    private static final String TASKS = "node-tasks";
    private static final String CERTIFICATES = "node-certificates";
    private static final int EVENTS_SHOWN = 200;
    private static final Duration TOKEN_LIFETIME = Duration.ofDays(1);

    private final Fleet fleet;
    private final NodeStore store;
    private final NodeViews views;
    private final NodeTasks tasks;
    private final TaskStore taskStore;
    private final TopologyStore topology;
    private final Telemetry telemetry;
    private final JoinTokens tokens;
    private final TaskKeys keys;
    private final CertificateStore certificates;

    NodesHandler(
            Fleet fleet,
            NodeStore store,
            NodeViews views,
            NodeTasks tasks,
            TaskStore taskStore,
            TopologyStore topology,
            Telemetry telemetry,
            JoinTokens tokens,
            TaskKeys keys,
            CertificateStore certificates) {
        this.fleet = fleet;
        this.store = store;
        this.views = views;
        this.tasks = tasks;
        this.taskStore = taskStore;
        this.topology = topology;
        this.telemetry = telemetry;
        this.tokens = tokens;
        this.keys = keys;
        this.certificates = certificates;
    }

    @Override
    public NodePage listNodes(
            io.gpuaas.api.@Nullable NodeState state,
            @Nullable String name,
            @Nullable String search,
            Integer limit,
            @Nullable String cursor) {
        List<NodeRecord> rows = store.list(
                state == null ? null : NodeState.of(state.wire()),
                new NameFilter(name, search),
                PageCursor.decode(NODES, cursor, UUID::fromString),
                limit + 1);
        return new NodePage(
                views.view(PageCursor.page(rows, limit)), PageCursor.next(NODES, rows, limit, NodeRecord::id));
    }

    @Override
    public Node createNode(CreateNode command) {
        return views.require(fleet.create(command.name()));
    }

    @Override
    public JoinTokenBatch createJoinTokens(CreateJoinTokens command) {
        NodeId node = command.nodeId();
        if (node != null && store.lock(node).state() == NodeState.RETIRED) {
            throw NodeErrors.retired();
        }
        Integer lifetime = command.lifetimeSeconds();
        return new JoinTokenBatch(
                tokens
                        .create(command.count(), lifetime == null ? TOKEN_LIFETIME : Duration.ofSeconds(lifetime), node)
                        .stream()
                        .map(made -> new JoinToken(made.id(), made.text(), made.expiresAt(), node))
                        .toList());
    }

    @Override
    public TaskSigningKey rotateTaskSigningKey(RotateTaskSigningKey command) {
        TaskKeys.Kept key = keys.rotate(Boolean.TRUE.equals(command.atOnce()));
        return new TaskSigningKey(key.keyId(), key.createdAt(), key.signsFrom());
    }

    @Override
    public Node getNode(NodeId node) {
        return views.require(node);
    }

    @Override
    public NodeTopology getNodeTopology(NodeId node, @Nullable Integer version) {
        int newest =
                store.find(node).orElseThrow(NodeErrors::noSuchNode).topology().version();
        return topology.find(node, version == null ? newest : version)
                .map(found -> new NodeTopology(found.version(), found.digest(), found.reportedAt(), found.facts()))
                .orElseThrow(() -> ProblemException.notFound("topology"));
    }

    @Override
    public NodeTelemetry getNodeTelemetry(NodeId node, Instant from, Instant to, Integer stepSeconds) {
        store.requireExists(node);
        return telemetry.read(node, from, to, stepSeconds);
    }

    @Override
    public Node cordonNode(NodeId node, NodeReason command) {
        fleet.cordon(node, command.reason());
        return views.require(node);
    }

    @Override
    public Node uncordonNode(NodeId node) {
        fleet.uncordon(node);
        return views.require(node);
    }

    @Override
    public Node drainNode(NodeId node, DrainNode command) {
        fleet.drain(node, command.reason(), command.deadline());
        return views.require(node);
    }

    @Override
    public Node quarantineNode(NodeId node, NodeReason command) {
        fleet.quarantine(node, command.reason());
        return views.require(node);
    }

    @Override
    public Node readmitNode(NodeId node, NodeReason command) {
        fleet.readmit(node, command.reason());
        return views.require(node);
    }

    @Override
    public Node returnNodeGpu(NodeId id, String gpuUuid, NodeReason command) {
        fleet.returnGpu(id, gpuUuid, command.reason());
        return views.require(id);
    }

    @Override
    public Node retireNode(NodeId node, NodeReason command) {
        fleet.retire(node, command.reason());
        return views.require(node);
    }

    @Override
    public Node revokeNodeCertificates(NodeId node, NodeReason command) {
        fleet.revokeCertificates(node, command.reason());
        return views.require(node);
    }

    @Override
    public NodeCertificatePage listNodeCertificates(NodeId node, Integer limit, @Nullable String cursor) {
        store.requireExists(node);
        List<CertificateStore.Kept> rows = certificates.list(
                node, PageCursor.decode(CERTIFICATES, cursor, CertificateStore.Place::parse), limit + 1);
        return new NodeCertificatePage(
                PageCursor.page(rows, limit).stream().map(NodeViews::view).toList(),
                PageCursor.next(CERTIFICATES, rows, limit, CertificateStore.Kept::place));
    }

    @Override
    public NodeTask collectNodeLogs(NodeId node, CollectNodeLogs command) {
        TaskId task = fleet.collectLogs(
                node,
                command.sources().stream().map(NodeLogSource::wire).distinct().toList(),
                command.since());
        return NodeViews.view(fleet.requireTask(node, task));
    }

    @Override
    public NodeTaskPage listNodeTasks(
            NodeId node, @Nullable NodeTaskState state, Integer limit, @Nullable String cursor) {
        store.requireExists(node);
        List<TaskRecord> rows = taskStore.list(
                node,
                state == null ? null : TaskState.of(state.wire()),
                PageCursor.decode(TASKS, cursor, UUID::fromString),
                limit + 1);
        return new NodeTaskPage(
                PageCursor.page(rows, limit).stream().map(NodeViews::view).toList(),
                PageCursor.next(TASKS, rows, limit, TaskRecord::id));
    }

    @Override
    public NodeTaskDetail getNodeTask(NodeId node, TaskId task) {
        TaskRecord row = fleet.requireTask(node, task);
        return new NodeTaskDetail(
                NodeViews.view(row),
                row.reported().output(),
                tasks.events(task, EVENTS_SHOWN).stream().map(NodeViews::view).toList());
    }

    @Override
    public NodeTask cancelNodeTask(NodeId node, TaskId task) {
        fleet.requireTask(node, task);
        tasks.cancel(task);
        return NodeViews.view(fleet.requireTask(node, task));
    }
}
