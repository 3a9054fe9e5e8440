package io.gpuaas.controlplane.nodes;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.events.EventListener;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.events.NodeChanged;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.stereotype.Component;

/**
 * Keeps in memory how every call of a node is judged: its accepted serial numbers and its state. Updated by events at
 * once, and by a query every two seconds in case an event is late.
 */
@Component
class NodeDirectory implements EventListener, BackgroundWork {

    /** Transactions take time: what was changed this long before the last look may appear only now. */
    private static final Duration OVERLAP = Duration.ofSeconds(90);

    /** A certificate of ours that was refused is looked up in the database this seldom. */
    private static final Duration REFUSAL_KEPT = Duration.ofSeconds(5);

    private static final int REFUSALS_MAX = 100_000;

    private final DirectoryStore store;
    private final Map<NodeId, Entry> entries = new ConcurrentHashMap<>();
    private final Cache<String, Boolean> refusals = Caffeine.newBuilder()
            .expireAfterWrite(REFUSAL_KEPT)
            .maximumSize(REFUSALS_MAX)
            .build();
    private final CopyOnWriteArrayList<Watcher> watchers = new CopyOnWriteArrayList<>();
    private volatile Instant newest = Instant.EPOCH;

    NodeDirectory(DirectoryStore store) {
        this.store = store;
    }

    record Entry(
            NodeId id,
            NodeState state,
            long sequenceConfirmed,
            boolean tasksHeld,
            boolean wantTopology,
            boolean wantInventory,
            @org.jspecify.annotations.Nullable String topologyDigest,
            Map<String, Accepted> accepted,
            @org.jspecify.annotations.Nullable String next,
            int incarnation,
            Instant changedAt) {

        boolean accepts(String serial) {
            return accepted.containsKey(serial);
        }

        boolean acceptsLessThan(Entry earlier) {
            return (state == NodeState.RETIRED && earlier.state() != NodeState.RETIRED)
                    || !accepted.keySet().containsAll(earlier.accepted().keySet());
        }
    }

    /** A certificate that is answered, and the installation of the host it was issued to. */
    record Accepted(Instant issuedAt, int incarnation) {}

    interface Watcher {

        /** Less is accepted now when something was dropped or revoked, or the node retired. */
        void changed(NodeId node, boolean lessAccepted);
    }

    /** Notified after each change of a node that may concern its waiting calls and open connections. */
    void onChange(Watcher watcher) {
        watchers.add(watcher);
    }

    Optional<Entry> find(NodeId node) {
        return Optional.ofNullable(entries.get(node));
    }

    Set<NodeId> nodes() {
        return Set.copyOf(entries.keySet());
    }

    /** Throws when calls under this certificate are not to be answered. */
    Entry admit(NodeId node, String serial) {
        Entry entry = entries.get(node);
        if (entry == null || !entry.accepts(serial)) {
            entry = lookUp(node, serial);
        }
        if (entry.state() == NodeState.RETIRED) {
            throw NodeErrors.retired();
        }
        return entry;
    }

    /** Memory alone: whether a connection under this certificate may stay. */
    boolean accepts(NodeId node, String serial) {
        Entry entry = entries.get(node);
        return entry != null && entry.state() != NodeState.RETIRED && entry.accepts(serial);
    }

    /** The certificate may have been issued by another process a moment ago. */
    private Entry lookUp(NodeId node, String serial) {
        Entry entry = refusals.getIfPresent(serial) == null ? reload(node) : entries.get(node);
        if (entry != null && entry.accepts(serial)) {
            return entry;
        }
        refusals.put(serial, true);
        throw entry != null && entry.state() == NodeState.RETIRED
                ? NodeErrors.retired()
                : NodeErrors.certificateRefused("was revoked, or is neither the node's current nor its next one");
    }

    @org.jspecify.annotations.Nullable Entry reload(NodeId node) {
        store.load(node).ifPresent(this::learn);
        return entries.get(node);
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(2), "nodes.directory", this::refresh);
    }

    void refresh() {
        Set<NodeId> changed = new HashSet<>();
        store.changedSince(newest.minus(OVERLAP)).forEach((node, at) -> {
            Entry known = entries.get(node);
            if (known == null || at.isAfter(known.changedAt())) {
                changed.add(node);
            }
        });
        if (!changed.isEmpty()) {
            store.load(changed).forEach(this::learn);
        }
    }

    private void learn(Entry entry) {
        AtomicReference<Entry> before = new AtomicReference<>();
        entries.compute(entry.id(), (id, known) -> {
            if (known != null && !entry.changedAt().isAfter(known.changedAt())) {
                return known;
            }
            before.set(known);
            return entry;
        });
        if (entry.changedAt().isAfter(newest)) {
            newest = entry.changedAt();
        }
        Entry known = before.get();
        if (known != null) {
            watchers.forEach(watcher -> watcher.changed(entry.id(), entry.acceptsLessThan(known)));
        }
    }

    @Override
    public Set<String> types() {
        return Set.of(NodeChanged.TYPE);
    }

    @Override
    public void hear(EventConsumer.Received event) {
        reload(NodeId.parse(event.aggregate().id()));
    }
}
