package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.util.Collection;
import org.springframework.stereotype.Component;

/** Decides about faults that only a tenant reported. In the caller's transaction. */
@Component
public class GpuReports {

    private final NodeStore nodes;
    private final TopologyStore topology;
    private final NodeLifecycle lifecycle;
    private final Clock clock;

    GpuReports(NodeStore nodes, TopologyStore topology, NodeLifecycle lifecycle, Clock clock) {
        this.nodes = nodes;
        this.topology = topology;
        this.lifecycle = lifecycle;
        this.clock = clock;
    }

    /** Whether one of these GPUs was reported since it was last known to work, dismissed or not. */
    public boolean exist(NodeId node, Collection<String> gpuUuids) {
        return topology.hasReports(node, gpuUuids);
    }

    /** Those of these GPUs that were reported are faulty from now on, and not sold until an operator returns them. */
    public void confirm(NodeId node, Collection<String> gpuUuids, String by) {
        announceIf(node, topology.confirmReports(node, gpuUuids, by, clock.instant()) > 0);
    }

    /** Repeated reports change nothing. */
    public void dismiss(NodeId node, Collection<String> gpuUuids) {
        announceIf(node, topology.dismissReports(node, gpuUuids) > 0);
    }

    /** Dismisses reports of GPUs that passed a check by someone else; the next holder may report them again. */
    public void clear(NodeId node, Collection<String> gpuUuids) {
        announceIf(node, topology.clearReports(node, gpuUuids) > 0);
    }

    private void announceIf(NodeId id, boolean changed) {
        if (changed) {
            NodeRecord node = nodes.lock(id);
            nodes.touch(id);
            lifecycle.announce(id, node.state(), node.reason());
        }
    }
}
