package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Carries out what operators do with nodes. */
@Component
class Fleet {

    static final String DRAIN = "node.drain";
    static final String UNDRAIN = "node.undrain";

    private static final Duration DRAIN_DEFAULT = Duration.ofHours(1);
    private static final Duration DRAIN_MAX = Duration.ofDays(7);

    /** Well below what an agent allows the task. */
    private static final Duration DRAIN_ROUND = Duration.ofMinutes(1);

    private static final Duration DRAIN_ANSWER = Duration.ofMinutes(10);
    private static final Duration LOGS_DEADLINE = Duration.ofMinutes(10);
    private static final int ATTEMPTS = 3;

    private final NodeStore store;
    private final CertificateStore certificates;
    private final TopologyStore topology;
    private final NodeLifecycle lifecycle;
    private final NodeTasks tasks;
    private final TaskStore taskStore;
    private final List<NodeCutOff> cutOffs;
    private final Clock clock;
    private final IdSource ids;

    Fleet(
            NodeStore store,
            CertificateStore certificates,
            TopologyStore topology,
            NodeLifecycle lifecycle,
            NodeTasks tasks,
            TaskStore taskStore,
            List<NodeCutOff> cutOffs,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.certificates = certificates;
        this.topology = topology;
        this.lifecycle = lifecycle;
        this.tasks = tasks;
        this.taskStore = taskStore;
        this.cutOffs = List.copyOf(cutOffs);
        this.clock = clock;
        this.ids = ids;
    }

    NodeId create(String name) {
        NodeId id = new NodeId(ids.next());
        store.add(id, name, null, clock.instant());
        lifecycle.announce(id, NodeState.ENROLLING, null);
        return id;
    }

    void cordon(NodeId id, String reason) {
        become(store.lock(id), NodeState.CORDONED, reason);
        endDrain(id);
    }

    void uncordon(NodeId id) {
        NodeRecord node = store.lock(id);
        boolean away = node.state() == NodeState.UNREACHABLE || node.state() == NodeState.ENROLLING;
        if (away ? node.standing().returnState() == NodeState.READY : node.state() == NodeState.QUARANTINED) {
            throw NodeErrors.stateConflict(node.state(), "uncordoned");
        }
        become(node, NodeState.READY, null);
        endDrain(id);
        undrainHost(id);
    }

    /** The node is asked to say when nothing of tenants runs there any more. */
    void drain(NodeId id, String reason, @Nullable Instant asked) {
        Instant now = clock.instant();
        Instant deadline = asked == null ? now.plus(DRAIN_DEFAULT) : asked.truncatedTo(ChronoUnit.MICROS);
        if (!deadline.isAfter(now) || deadline.isAfter(now.plus(DRAIN_MAX))) {
            throw ProblemException.invalid("/deadline", "must be in the future, at most seven days ahead");
        }
        become(store.lock(id), NodeState.DRAINING, reason);
        store.setDrain(id, deadline, null);
        askToDrain(id);
    }

    /** One round. {@link DrainRounds} sees to the next. */
    void askToDrain(NodeId id) {
        tasks.add(
                id,
                DRAIN,
                Map.of("deadline", clock.instant().plus(DRAIN_ROUND).toString()),
                new NodeTasks.Options(DRAIN_ROUND.plus(DRAIN_ANSWER), ATTEMPTS));
    }

    /** A node that is away becomes it on its return. */
    private void become(NodeRecord node, NodeState state, @Nullable String reason) {
        if (node.state() == NodeState.UNREACHABLE || node.state() == NodeState.ENROLLING) {
            lifecycle.changeOnReturn(node, state, reason);
        } else {
            lifecycle.change(node, state, reason);
        }
    }

    private void endDrain(NodeId id) {
        store.setDrain(id, null, null);
        taskStore.lockOpen(id).stream()
                .filter(task -> task.type().equals(DRAIN) && task.times().cancelRequestedAt() == null)
                .forEach(task -> tasks.cancel(task.id()));
    }

    /** The host remembers across restarts that it was drained, so it needs a task that ends the drain. */
    private void undrainHost(NodeId id) {
        if (taskStore.wasLastToldToDrain(id)) {
            tasks.add(id, UNDRAIN, Map.of(), new NodeTasks.Options(DRAIN_MAX, ATTEMPTS));
        }
    }

    void quarantine(NodeId id, String reason) {
        lifecycle.change(store.lock(id), NodeState.QUARANTINED, reason);
    }

    /** The node reports its topology and running instances again, and is in an unknown state until then. */
    void readmit(NodeId id, String reason) {
        NodeRecord node = store.lock(id);
        lifecycle.change(node, NodeState.ENROLLING, reason);
        store.holdTasks(id, false);
        store.setWants(id, true, true);
        undrainHost(id);
        List<String> faulty = topology.gpus(id).stream()
                .filter(row -> row.state().equals("faulty"))
                .map(row -> row.gpu().uuid())
                .toList();
        topology.setGpuState(id, faulty, "in_service", null, clock.instant());
    }

    /** One GPU alone; the node and everybody else on it stay as they are. */
    void returnGpu(NodeId id, String uuid, String reason) {
        NodeRecord node = store.lock(id);
        TopologyStore.GpuRow gpu = topology.gpus(id).stream()
                .filter(row -> row.gpu().uuid().equals(uuid))
                .findFirst()
                .orElseThrow(NodeErrors::noSuchGpu);
        if (!gpu.state().equals("faulty")) {
            throw NodeErrors.gpuNotFaulty(gpu.state());
        }
        topology.returnGpu(id, uuid, clock.instant());
        store.touch(id);
        lifecycle.announce(id, node.state(), "GPU " + uuid + " returned to service: " + reason);
    }

    void retire(NodeId id, String reason) {
        lifecycle.change(store.lock(id), NodeState.RETIRED, reason);
        certificates.revokeAll(id);
        tasks.failAll(id, TaskEnd.because("node_retired", "The node was retired."));
    }

    void revokeCertificates(NodeId id, String reason) {
        NodeRecord node = store.lock(id);
        certificates.revokeAll(id);
        certificates.deleteUsedTokensOf(id);
        store.nextIncarnation(id);
        cutOffs.forEach(open -> open.nodeCutOff(id));
        lifecycle.announce(id, node.state(), "certificates revoked: " + reason);
    }

    TaskId collectLogs(NodeId id, List<String> sources, @Nullable Instant since) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("sources", sources);
        if (since != null) {
            payload.put("since", since.toString());
        }
        return tasks.add(id, "logs.collect", payload, new NodeTasks.Options(LOGS_DEADLINE, ATTEMPTS));
    }

    TaskRecord requireTask(NodeId node, TaskId id) {
        return taskStore.find(id).filter(task -> task.node().equals(node)).orElseThrow(NodeErrors::noSuchTask);
    }
}
