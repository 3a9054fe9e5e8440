package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.nodes.NodeFacts;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps slots in line with nodes. It reads the node's current state, whatever the event said, so that repeated and late
 * events are harmless; and it regularly looks for nodes whose events were missed.
 */
@Component
class SlotSync implements EventConsumer, BackgroundWork {

    private static final int PAGE = 1_000;
    private static final int SWEPT_MAX = 500;

    private final NodeFacts nodes;
    private final HostStore store;
    private final TransactionTemplate transaction;

    SlotSync(NodeFacts nodes, HostStore store, TransactionTemplate transaction) {
        this.nodes = nodes;
        this.store = store;
        this.transaction = transaction;
    }

    @Override
    public String name() {
        return "inventory.slots";
    }

    @Override
    public Set<String> types() {
        return Set.of(NodeChanged.TYPE);
    }

    @Override
    public void handle(Received event) {
        bringInLine(NodeId.parse(event.aggregate().id()));
    }

    /** In a transaction. The node is read again under the lock, so that an older look never wins. */
    void bringInLine(NodeId id) {
        nodes.find(id).ifPresent(seen -> {
            store.lock(seen);
            nodes.find(id).ifPresent(this::put);
        });
    }

    private void put(NodeFacts.Known node) {
        List<HostStore.ReportedGpu> slots = node.gpus().stream()
                .map(gpu -> new HostStore.ReportedGpu(gpu, outOfService(node, gpu)))
                .toList();
        store.put(node);
        store.putSlots(node.id(), slots);
        store.markForgotten(node.id(), slots);
    }

    private static @Nullable String outOfService(NodeFacts.Known node, NodeFacts.Gpu gpu) {
        if (!gpu.inService()) {
            return "GPU " + gpu.state() + (gpu.reason() == null ? "" : ": " + gpu.reason());
        }
        return node.state().equals("ready") ? null : "node " + node.state();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(15), "inventory.slot-sync", this::sweep).firstAfter(Duration.ofSeconds(2));
    }

    /** At most so many at a time: other work waits behind this one. The rest is found by the next look. */
    void sweep() {
        int left = SWEPT_MAX;
        NodeId after = null;
        List<NodeFacts.Change> page;
        do {
            page = nodes.listChanges(after, PAGE);
            left -= sweep(page, left);
            after = page.isEmpty() ? after : page.getLast().id();
        } while (page.size() == PAGE && left > 0);
    }

    private int sweep(List<NodeFacts.Change> page, int max) {
        Map<NodeId, Instant> known =
                store.inLineSince(page.stream().map(NodeFacts.Change::id).toList());
        List<NodeFacts.Change> behind = page.stream()
                .filter(change -> !change.changedAt().equals(known.get(change.id())))
                .limit(max)
                .toList();
        behind.forEach(change -> transaction.executeWithoutResult(status -> bringInLine(change.id())));
        return behind.size();
    }
}
