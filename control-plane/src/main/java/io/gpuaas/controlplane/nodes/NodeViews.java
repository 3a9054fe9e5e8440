package io.gpuaas.controlplane.nodes;

import io.gpuaas.api.GpuState;
import io.gpuaas.api.Node;
import io.gpuaas.api.NodeCertificate;
import io.gpuaas.api.NodeCertificateState;
import io.gpuaas.api.NodeGpu;
import io.gpuaas.api.NodeHealth;
import io.gpuaas.api.NodeRunning;
import io.gpuaas.api.NodeTask;
import io.gpuaas.api.NodeTaskEvent;
import io.gpuaas.api.NodeTaskState;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Nodes and tasks as operators see them. A page costs four statements, however many nodes it has. */
@Component
class NodeViews {

    private final NodeStore nodes;
    private final HealthStore health;

    NodeViews(NodeStore nodes, HealthStore health) {
        this.nodes = nodes;
        this.health = health;
    }

    Node require(NodeId id) {
        return view(List.of(nodes.find(id).orElseThrow(NodeErrors::noSuchNode))).getFirst();
    }

    List<Node> view(List<NodeRecord> rows) {
        List<NodeId> ids = rows.stream().map(NodeRecord::id).toList();
        Map<NodeId, NodeHealth> healths = health.health(ids);
        Map<NodeId, List<NodeGpu>> gpus = health.gpus(ids);
        Map<NodeId, List<NodeRunning>> running = health.running(ids);
        return rows.stream()
                .map(row -> new Node(
                        row.id(),
                        row.name(),
                        io.gpuaas.api.NodeState.fromWire(row.state().wire()),
                        row.reason(),
                        row.standing().since(),
                        row.revision().version(),
                        row.host().hostname(),
                        row.topology().version(),
                        row.topology().simulated(),
                        row.drain().deadline(),
                        row.drain().remaining(),
                        row.revision().createdAt(),
                        healths.get(row.id()),
                        gpus.getOrDefault(row.id(), List.of()),
                        running.getOrDefault(row.id(), List.of())))
                .toList();
    }

    static NodeTask view(TaskRecord row) {
        return new NodeTask(
                row.id(),
                row.node(),
                row.type(),
                NodeTaskState.fromWire(row.state().wire()),
                row.attempt(),
                row.order().attemptsMax(),
                row.reported().phase(),
                row.reported().code(),
                row.reported().message(),
                row.times().cancelRequestedAt() != null,
                row.order().createdAt(),
                row.order().deadlineAt(),
                row.delivery().sentAt(),
                row.times().startedAt(),
                row.times().finishedAt());
    }

    static NodeTaskEvent view(TaskStore.AttemptEvent kept) {
        TaskStore.Kept event = kept.event();
        return new NodeTaskEvent(kept.attempt(), event.index(), event.at(), event.kind(), event.phase(), event.text());
    }

    static NodeCertificate view(CertificateStore.Kept row) {
        return new NodeCertificate(
                row.serial(),
                NodeCertificateState.fromWire(row.state()),
                row.issuedAt(),
                row.notAfter(),
                row.changedAt());
    }

    static GpuState gpuState(String wire) {
        return GpuState.fromWire(wire);
    }
}
