package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Hosts and their slots, found by what is free. For one thread at a time. */
final class Inventory {

    private static final Comparator<Host.Place> PLACES =
            Comparator.comparing(Host.Place::region).thenComparing(Host.Place::zone);

    private final Map<NodeId, Host> hosts = new HashMap<>();
    private final Map<String, NavigableMap<Host.Place, Map<Set<Shape>, SlotPool>>> models = new HashMap<>();

    static Inventory of(Collection<Host> hosts) {
        Inventory inventory = new Inventory();
        hosts.forEach(inventory::put);
        return inventory;
    }

    /** In place of what was known of the host. */
    void put(Host host) {
        Host before = hosts.put(host.node(), host);
        if (before != null) {
            modelsOf(before).forEach(model -> pool(before, model).remove(before, model));
        }
        modelsOf(host).forEach(model -> pool(host, model).add(host, model));
    }

    private static Set<String> modelsOf(Host host) {
        Set<String> found = HashSet.newHashSet(1);
        host.slots().forEach(slot -> found.add(slot.model()));
        return found;
    }

    private SlotPool pool(Host host, String model) {
        return models.computeIfAbsent(model, one -> new TreeMap<>(PLACES))
                .computeIfAbsent(host.place(), place -> new LinkedHashMap<>())
                .computeIfAbsent(host.shapes(), shapes -> new SlotPool(host.place()));
    }

    /** The pools of the model in the places asked for, of hosts that make what is asked for; by place. */
    List<SlotPool> pools(PlacementRequest ask) {
        return pools(ask, shapes -> shapes.contains(ask.shape()));
    }

    /** True whatever shapes their hosts provide. */
    boolean hasGpusFor(PlacementRequest ask) {
        return pools(ask, shapes -> true).stream().anyMatch(pool -> pool.slots() > 0);
    }

    private List<SlotPool> pools(PlacementRequest ask, Predicate<Set<Shape>> wanted) {
        List<SlotPool> found = new ArrayList<>();
        models.getOrDefault(ask.model(), Collections.emptyNavigableMap()).forEach((place, byShapes) -> {
            if (ask.takes(place)) {
                byShapes.forEach((shapes, pool) -> {
                    if (wanted.test(shapes)) {
                        found.add(pool);
                    }
                });
            }
        });
        return found;
    }

    Optional<Host> find(NodeId node) {
        return Optional.ofNullable(hosts.get(node));
    }

    Host require(NodeId node) {
        return Objects.requireNonNull(hosts.get(node), "the index names a host it does not have");
    }

    /** By name. */
    List<Host> hosts() {
        return hosts.values().stream()
                .sorted(Comparator.comparing(Host::name)
                        .thenComparing(host -> host.node().value()))
                .toList();
    }
}
