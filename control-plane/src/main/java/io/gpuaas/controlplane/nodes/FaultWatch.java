package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Looks at what heartbeats say about the hardware, and sets a node aside before a tenant finds out. */
@Component
class FaultWatch {

    private static final Logger log = LoggerFactory.getLogger(FaultWatch.class);

    /**
     * NVIDIA's Xid numbers after which a GPU cannot be relied on: double-bit ECC (48), row remapping
     * failed (64), NVLink (74), fallen off the bus (79), uncontained ECC (95), GSP timeout and error
     * (119, 120), and unrecoverable NVLink (149). Others are mostly the fault of programs.
     */
    private static final Set<Integer> FATAL_XIDS = Set.of(48, 64, 74, 79, 95, 119, 120, 149);

    private final NodeStore nodes;
    private final TopologyStore topology;
    private final NodeLifecycle lifecycle;
    private final NodeDirectory directory;
    private final Policies policies;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;
    private final Map<NodeId, Set<String>> known = new ConcurrentHashMap<>();

    FaultWatch(
            NodeStore nodes,
            TopologyStore topology,
            NodeLifecycle lifecycle,
            NodeDirectory directory,
            Policies policies,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.nodes = nodes;
        this.topology = topology;
        this.lifecycle = lifecycle;
        this.directory = directory;
        this.policies = policies;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
        directory.onChange((node, lessAccepted) -> forgetReadmitted(node));
    }

    /** A node that begins anew is looked at anew, by every process. */
    private void forgetReadmitted(NodeId node) {
        if (directory
                .find(node)
                .filter(entry -> entry.state() == NodeState.ENROLLING)
                .isPresent()) {
            known.remove(node);
        }
    }

    /** A fault is acted on once; heartbeats repeat it. */
    void look(NodeId node, NodeMessages.Heartbeat heartbeat) {
        Map<String, String> faulty = faults(heartbeat);
        if (faulty.isEmpty()) {
            return;
        }
        Set<String> seen = known.computeIfAbsent(node, id -> ConcurrentHashMap.newKeySet());
        List<String> fresh =
                faulty.keySet().stream().filter(uuid -> !seen.contains(uuid)).toList();
        if (fresh.isEmpty()) {
            return;
        }
        Call.system("node faults", CorrelationId.create(ids)).run(() -> {
            transaction.executeWithoutResult(status -> act(node, faulty));
            return node;
        });
        seen.addAll(fresh);
    }

    private Map<String, String> faults(NodeMessages.Heartbeat heartbeat) {
        long eccMax = policies.effective(PolicyKeys.NODE_ECC_ERRORS_MAX);
        Map<String, String> found = new LinkedHashMap<>();
        for (NodeMessages.GpuSample gpu : heartbeat.gpus()) {
            List<String> reasons = new ArrayList<>();
            if (gpu.xid() != null) {
                gpu.xid().stream().filter(FATAL_XIDS::contains).distinct().forEach(xid -> reasons.add("Xid " + xid));
            }
            if (gpu.eccUncorrected() != null && gpu.eccUncorrected() > eccMax) {
                reasons.add(gpu.eccUncorrected() + " uncorrected ECC errors");
            }
            if (!reasons.isEmpty()) {
                found.put(gpu.uuid(), String.join(", ", reasons));
            }
        }
        return found;
    }

    private void act(NodeId id, Map<String, String> faulty) {
        NodeRecord node = nodes.lock(id);
        faulty.forEach((uuid, reason) -> topology.setGpuState(id, List.of(uuid), "faulty", reason, clock.instant()));
        boolean wanted = policies.effective(PolicyKeys.NODE_QUARANTINE_ON_FAULT) > 0;
        if (wanted && NodeStates.allowed(node.state(), NodeState.QUARANTINED)) {
            String reason = "hardware_fault: " + faulty.entrySet().iterator().next();
            lifecycle.change(node, NodeState.QUARANTINED, reason);
            log.warn("node {} is quarantined: {}", id, reason);
        } else {
            nodes.touch(id);
            lifecycle.announce(id, node.state(), node.reason());
        }
    }
}
