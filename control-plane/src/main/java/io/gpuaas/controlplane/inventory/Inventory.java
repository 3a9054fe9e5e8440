package io.gpuaas.controlplane.inventory;

import io.gpuaas.kernel.NodeId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Hosts and their slots, found by what is free. For one thread at a time. */
final class Inventory {

    private static final Comparator<Host.Place> PLACES =
            Comparator.comparing(Host.Place::region).thenComparing(Host.Place::zone);

    private final Map<NodeId, Host> hosts = new HashMap<>();
    private final Map<String, NavigableMap<Host.Place, Pool>> models = new HashMap<>();

    static Inventory of(Collection<Host> hosts) {
        Inventory inventory = new Inventory();
        hosts.forEach(inventory::put);
        return inventory;
    }

    /** In place of what was known of the host. */
    void put(Host host) {
        Host before = hosts.put(host.node(), host);
        if (before != null) {
            modelsOf(before).forEach(model -> pool(before.place(), model).remove(before, model));
        }
        modelsOf(host).forEach(model -> pool(host.place(), model).add(host, model));
    }

    private static Set<String> modelsOf(Host host) {
        Set<String> found = HashSet.newHashSet(1);
        host.slots().forEach(slot -> found.add(slot.model()));
        return found;
    }

    private Pool pool(Host.Place place, String model) {
        return models.computeIfAbsent(model, one -> new TreeMap<>(PLACES)).computeIfAbsent(place, one -> new Pool());
    }

    /** The pools of the model in the places asked for, by place. */
    Map<Host.Place, Pool> pools(Ask ask) {
        NavigableMap<Host.Place, Pool> all = models.get(ask.model());
        if (all == null) {
            return Map.of();
        }
        if (ask.region() == null) {
            return all;
        }
        NavigableMap<Host.Place, Pool> found = new TreeMap<>(PLACES);
        all.forEach((place, pool) -> {
            if (ask.takes(place)) {
                found.put(place, pool);
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
