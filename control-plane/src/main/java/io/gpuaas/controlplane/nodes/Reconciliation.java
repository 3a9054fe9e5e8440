package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.GpuAppeared;
import io.gpuaas.events.GpuMissing;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.NodeId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Compares the topology and running instances that a host reports with what is stored. */
@Component
class Reconciliation {

    private static final int FACTS_CHARACTERS_MAX = 512 * 1024;

    /** Hardware changes seldom: what is older is of no use, and a node could fill the database with it. */
    static final int VERSIONS_KEPT = 10;

    /** GPUs that are gone are remembered, so a host that invents others must come to an end with it. */
    static final int GPUS_KNOWN_MAX = 256;

    private final NodeStore nodes;
    private final TopologyStore store;
    private final NodeLifecycle lifecycle;
    private final TaskSchemas schemas;
    private final NodeJson json;
    private final Heartbeats heartbeats;
    private final HeldGpus held;
    private final RootTenants roots;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Reconciliation(
            NodeStore nodes,
            TopologyStore store,
            NodeLifecycle lifecycle,
            TaskSchemas schemas,
            NodeJson json,
            Heartbeats heartbeats,
            HeldGpus held,
            RootTenants roots,
            Outbox outbox,
            TransactionTemplate transaction,
            Clock clock) {
        this.nodes = nodes;
        this.store = store;
        this.lifecycle = lifecycle;
        this.schemas = schemas;
        this.json = json;
        this.heartbeats = heartbeats;
        this.held = held;
        this.roots = roots;
        this.outbox = outbox;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * A version is stored when the facts changed. The digest is the agent's own and only shows in a heartbeat that
     * there is something new: whatever it is, the same facts are the same version.
     */
    NodeMessages.TopologyAnswer topology(NodeTrust.Speaker speaker, NodeMessages.Topology told) {
        String facts = requireFacts(told.facts());
        heartbeats.heard(speaker.node());
        return Objects.requireNonNull(transaction.execute(status -> {
            NodeRecord node = requireBelieved(speaker);
            int version = node.topology().version();
            Map<String, TopologyStore.Gpu> gpus = gpus(told.facts());
            boolean isFirst = node.topology().incarnation() != node.incarnation();
            if (isFirst) {
                // Before the new ones are counted, and again for those that are gone since.
                forgetInvented(node.id(), gpus.keySet());
            }
            if (version == 0 || !store.isSame(node.id(), version, facts)) {
                version++;
                store.add(node.id(), version, told, facts, clock.instant());
                store.deleteUpTo(node.id(), version - VERSIONS_KEPT);
            }
            Map<String, TopologyStore.Gpu> believed = believed(node.id(), gpus, isFirst);
            if (version > node.topology().version()
                    || !store.gpuStates(node.id()).keySet().containsAll(believed.keySet())) {
                compareGpus(node.id(), version, believed);
            }
            if (isFirst) {
                forgetInvented(node.id(), gpus.keySet());
            }
            nodes.setTopology(
                    node.id(),
                    version,
                    told.digest(),
                    told.facts().path("simulated").asBoolean(false));
            if (version > Math.max(1, node.topology().version())) {
                lifecycle.announce(node.id(), node.state(), node.reason());
            }
            lifecycle.returned(node.id());
            return new NodeMessages.TopologyAnswer(version);
        }));
    }

    /**
     * The last holder of a host may have been root there and have reported GPUs that never existed. They must not use
     * up the space for the GPUs of the next installation. GPUs that were once leased were real, and stay known.
     */
    private void forgetInvented(NodeId node, Set<String> toldNow) {
        Set<String> kept = new HashSet<>(held.everHeld(node));
        kept.addAll(toldNow);
        store.forgetMissing(node, kept);
    }

    /**
     * A tenant with root on the host can invent GPUs. They would be sold, and their holder would work on that tenant's
     * host. So such a host keeps the GPUs it had, until it reports when no tenant is root or it was rebuilt.
     */
    private Map<String, TopologyStore.Gpu> believed(NodeId node, Map<String, TopologyStore.Gpu> told, boolean isFirst) {
        Set<String> known = store.gpuStates(node).keySet();
        if (isFirst || known.containsAll(told.keySet()) || !roots.on(node)) {
            return told;
        }
        Map<String, TopologyStore.Gpu> believed = new LinkedHashMap<>(told);
        believed.keySet().retainAll(known);
        return believed;
    }

    private NodeRecord requireBelieved(NodeTrust.Speaker speaker) {
        NodeRecord node = nodes.lock(speaker.node());
        if (!node.believes(speaker.incarnation())) {
            throw NodeErrors.certificateOutdated();
        }
        return node;
    }

    private String requireFacts(JsonNode facts) {
        String text = json.text(facts);
        if (text.length() > FACTS_CHARACTERS_MAX) {
            throw ProblemException.invalid("/facts", "is larger than " + FACTS_CHARACTERS_MAX + " characters");
        }
        schemas.factsFault(facts).ifPresent(fault -> {
            throw ProblemException.invalid("/facts", "is invalid: " + fault);
        });
        return text;
    }

    private static Map<String, TopologyStore.Gpu> gpus(JsonNode facts) {
        Map<String, TopologyStore.Gpu> found = new LinkedHashMap<>();
        for (JsonNode gpu : facts.path("gpus")) {
            String uuid = gpu.path("uuid").asString();
            found.put(
                    uuid,
                    new TopologyStore.Gpu(
                            uuid,
                            gpu.path("pci_address").asString(),
                            gpu.hasNonNull("model") ? gpu.path("model").asString() : null,
                            gpu.hasNonNull("memory_bytes")
                                    ? gpu.path("memory_bytes").asLong()
                                    : null));
        }
        return found;
    }

    /** A GPU that is gone is out of service until it is back; a faulty one stays so until an operator readmits it. */
    private void compareGpus(NodeId node, int version, Map<String, TopologyStore.Gpu> now) {
        Map<String, String> before = store.gpuStates(node);
        if (now.keySet().stream().anyMatch(uuid -> !before.containsKey(uuid))
                && Stream.concat(before.keySet().stream(), now.keySet().stream())
                                .distinct()
                                .count()
                        > GPUS_KNOWN_MAX) {
            throw ProblemException.of(
                    ErrorCode.TOO_MANY,
                    "A node can report at most " + GPUS_KNOWN_MAX + " different GPUs between two rebuilds.");
        }
        List<String> gone = new ArrayList<>();
        before.forEach((uuid, state) -> {
            if (!now.containsKey(uuid) && !state.equals("missing")) {
                gone.add(uuid);
            }
        });
        store.setGpuState(node, gone, "missing", "not in topology version " + version, clock.instant());
        store.putGpus(node, List.copyOf(now.values()), clock.instant());
        gone.forEach(uuid -> outbox.append(new GpuMissing(node, uuid, version)));
        if (version > 1) {
            now.keySet().stream()
                    .filter(uuid -> !before.containsKey(uuid)
                            || before.getOrDefault(uuid, "").equals("missing"))
                    .forEach(uuid -> outbox.append(new GpuAppeared(node, uuid, version)));
        }
    }

    NodeMessages.Nothing inventory(NodeTrust.Speaker speaker, NodeMessages.Inventory told) {
        heartbeats.heard(speaker.node());
        transaction.executeWithoutResult(status -> {
            NodeRecord node = requireBelieved(speaker);
            Instant now = clock.instant();
            store.compareRunning(node.id(), told.running(), now);
            nodes.setInventory(node.id(), now);
            lifecycle.returned(node.id());
        });
        return new NodeMessages.Nothing();
    }
}
