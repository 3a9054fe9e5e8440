package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.events.GpuMissing;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Watches the hardware faults in heartbeats, and quarantines a node before a tenant notices. */
@Component
class FaultWatch {

    private static final Logger log = LoggerFactory.getLogger(FaultWatch.class);

    /**
     * NVIDIA's Xid numbers after which a GPU cannot be relied on: double-bit ECC (48), row remapping
     * failed (64), NVLink (74), fallen off the bus (79), uncontained ECC (95), GSP timeout and error
     * (119, 120), and unrecoverable NVLink (149). Others are mostly the fault of programs.
     */
    private static final Set<Integer> FATAL_XIDS = Set.of(48, 64, 74, 79, 95, 119, 120, 149);

    private static final Pattern ADDRESS = Pattern.compile("[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
    private static final Pattern GPU_MISSING = Pattern.compile("gpu_missing:(" + ADDRESS + ")");
    private static final Pattern XID = Pattern.compile("xid:(" + ADDRESS + "):([0-9]{1,4})");

    /** A node that invents more kinds of faults than that has all of them looked at again. */
    private static final int KNOWN_PER_NODE_MAX = 256;

    private final NodeStore nodes;
    private final TopologyStore topology;
    private final NodeLifecycle lifecycle;
    private final Policies policies;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final RootTenants roots;
    private final IdSource ids;
    private final Clock clock;
    private final Map<NodeId, Set<String>> known = new ConcurrentHashMap<>();

    FaultWatch(
            NodeStore nodes,
            TopologyStore topology,
            NodeLifecycle lifecycle,
            NodeDirectory directory,
            Policies policies,
            Outbox outbox,
            TransactionTemplate transaction,
            RootTenants roots,
            IdSource ids,
            Clock clock) {
        this.nodes = nodes;
        this.topology = topology;
        this.lifecycle = lifecycle;
        this.policies = policies;
        this.outbox = outbox;
        this.transaction = transaction;
        this.roots = roots;
        this.ids = ids;
        this.clock = clock;
        directory.onChange((node, lessAccepted) -> known.remove(node));
    }

    /**
     * A fault of a GPU, which is named by its UUID or, when the driver does not show it, by its PCI address. The key
     * separates it from faults of the same GPU by other sources.
     */
    private record Fault(String key, String gpu, String reason, Source source) {}

    private enum Source {
        HOST,
        /** The host's driver does not show the GPU any more. */
        MISSING,
        /** Always counts as a report of the tenant, even where the tenant is not root on the host. */
        GUEST
    }

    /** A fault is acted on once, and looked at again after anything about its node changed; heartbeats repeat it. */
    void look(NodeId node, NodeMessages.Heartbeat heartbeat) {
        List<Fault> faults = faults(heartbeat);
        if (faults.isEmpty()) {
            return;
        }
        Set<String> seen = known.computeIfAbsent(node, id -> ConcurrentHashMap.newKeySet());
        List<Fault> fresh = withUuids(
                node,
                faults.stream().filter(fault -> !seen.contains(fault.key())).toList());
        if (fresh.isEmpty()) {
            return;
        }
        Call.system("node faults", CorrelationId.create(ids)).run(() -> {
            transaction.executeWithoutResult(status -> act(node, fresh, heartbeat.bootId()));
            return node;
        });
        if (seen.size() > KNOWN_PER_NODE_MAX) {
            seen.clear();
        }
        fresh.forEach(fault -> seen.add(fault.key()));
    }

    private List<Fault> faults(NodeMessages.Heartbeat heartbeat) {
        List<Fault> found = new ArrayList<>();
        heartbeat.gpus().forEach(gpu -> addFaults(gpu, Source.HOST, found));
        Set<String> ofHost =
                heartbeat.gpus().stream().map(NodeMessages.GpuSample::uuid).collect(Collectors.toSet());
        if (heartbeat.guests() != null) {
            heartbeat.guests().stream()
                    .flatMap(guest -> guest.gpus().stream())
                    .filter(gpu -> !ofHost.contains(gpu.uuid()))
                    .forEach(gpu -> addFaults(gpu, Source.GUEST, found));
        }
        if (heartbeat.faults() != null) {
            heartbeat.faults().forEach(text -> addFault(text, found));
        }
        return found;
    }

    private void addFaults(NodeMessages.GpuSample gpu, Source source, List<Fault> found) {
        long eccMax = policies.effective(NodePolicies.ECC_ERRORS_MAX);
        List<String> reasons = new ArrayList<>();
        if (gpu.xid() != null) {
            gpu.xid().stream().filter(FATAL_XIDS::contains).distinct().forEach(xid -> reasons.add("Xid " + xid));
        }
        if (gpu.eccUncorrected() != null && gpu.eccUncorrected() > eccMax) {
            reasons.add(gpu.eccUncorrected() + " uncorrected ECC errors");
        }
        if (!reasons.isEmpty()) {
            String reason = String.join(", ", reasons);
            found.add(new Fault(source + " " + gpu.uuid() + " " + reason, gpu.uuid(), reason, source));
        }
    }

    private static void addFault(String text, List<Fault> found) {
        Matcher missing = GPU_MISSING.matcher(text);
        Matcher xid = XID.matcher(text);
        if (missing.matches()) {
            found.add(new Fault(text, missing.group(1), "the driver does not show it any more", Source.MISSING));
        } else if (xid.matches() && FATAL_XIDS.contains(Integer.parseInt(xid.group(2)))) {
            found.add(new Fault(text, xid.group(1), "Xid " + xid.group(2), Source.HOST));
        }
    }

    /**
     * Faults of an unknown PCI address wait until the topology names its GPU. Faults of a GPU that is not in the
     * topology are ignored.
     */
    private List<Fault> withUuids(NodeId node, List<Fault> faults) {
        if (faults.isEmpty()) {
            return faults;
        }
        Map<String, String> uuids = new HashMap<>();
        topology.gpus(node).forEach(row -> {
            uuids.put(row.gpu().pciAddress(), row.gpu().uuid());
            uuids.put(row.gpu().uuid(), row.gpu().uuid());
        });
        return faults.stream()
                .filter(fault -> uuids.containsKey(fault.gpu()))
                .map(fault -> new Fault(
                        fault.key(), uuids.getOrDefault(fault.gpu(), fault.gpu()), fault.reason(), fault.source()))
                .toList();
    }

    private void act(NodeId id, List<Fault> said, String bootId) {
        NodeRecord node = nodes.lock(id);
        Map<String, String> accepted = topology.acceptedFaults(id, bootId);
        List<Fault> faults = said.stream()
                .filter(fault -> !fault.reason().equals(accepted.get(fault.gpu())))
                .toList();
        boolean tenantIsRoot = faults.stream().anyMatch(fault -> fault.source() != Source.GUEST) && roots.on(id);
        Map<Boolean, List<Fault>> byWord = faults.stream()
                .collect(Collectors.partitioningBy(fault -> tenantIsRoot || fault.source() == Source.GUEST));
        boolean changed = report(id, byWord.getOrDefault(true, List.of()));
        changed |= setAside(node, byWord.getOrDefault(false, List.of()));
        if (changed) {
            nodes.touch(id);
            lifecycle.announce(id, node.state(), node.reason());
        }
    }

    /** Stores a tenant's report until it is confirmed or dismissed; nothing is taken out of service. */
    private boolean report(NodeId id, List<Fault> faults) {
        boolean isNew = false;
        for (Map.Entry<String, String> one : reasons(faults).entrySet()) {
            isNew |= topology.report(id, one.getKey(), one.getValue(), clock.instant());
        }
        return isNew;
    }

    private static Map<String, String> reasons(List<Fault> faults) {
        Map<String, String> reasons = new LinkedHashMap<>();
        faults.forEach(fault -> reasons.merge(fault.gpu(), fault.reason(), (one, other) -> one + ", " + other));
        return reasons;
    }

    /** Gives whether there is something to announce: a change of the node's state announces itself. */
    private boolean setAside(NodeRecord node, List<Fault> faults) {
        if (faults.isEmpty()) {
            return false;
        }
        NodeId id = node.id();
        Map<String, String> states = topology.gpuStates(id);
        Map<String, String> reasons = reasons(faults);
        int changed = 0;
        for (Map.Entry<String, String> one : reasons.entrySet()) {
            changed += topology.setGpuState(id, List.of(one.getKey()), "faulty", one.getValue(), clock.instant());
        }
        faults.stream()
                .filter(fault -> fault.source() == Source.MISSING)
                .filter(fault -> "in_service".equals(states.get(fault.gpu())))
                .forEach(fault -> outbox.append(
                        new GpuMissing(id, fault.gpu(), node.topology().version())));
        boolean wanted = policies.effective(NodePolicies.QUARANTINE_ON_FAULT) > 0;
        if (wanted && NodeStates.allowed(node.state(), NodeState.QUARANTINED)) {
            String gpu = faults.getFirst().gpu();
            String reason = "hardware_fault: " + gpu + "=" + reasons.get(gpu);
            lifecycle.change(node, NodeState.QUARANTINED, reason);
            log.atWarn().addKeyValue("node", id).addKeyValue("reason", reason).log("quarantined a node");
            return false;
        }
        return changed > 0;
    }
}
