package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Sku;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Where a request fits. Looks at what it is given and changes nothing. */
final class Placement {

    private Placement() {}

    record Spot(Host host, List<Part> parts) {}

    static Optional<Spot> place(List<Host> hosts, Sku sku, int count) {
        return hosts.stream()
                .filter(host -> inPlace(sku, host))
                .flatMap(host -> spot(host, sku, count).stream())
                .min(Comparator.comparingInt(spot -> freeAfter(spot)));
    }

    private static boolean inPlace(Sku sku, Host host) {
        return (sku.region() == null || sku.region().equals(host.place().region()))
                && (sku.zone() == null || sku.zone().equals(host.place().zone()));
    }

    private static int freeAfter(Spot spot) {
        return (int) spot.host().slots().stream().filter(Slot::free).count()
                - spot.parts().size();
    }

    private static Optional<Spot> spot(Host host, Sku sku, int count) {
        return switch (sku.shape()) {
            case GPU_SLICE -> slice(host, sku, count);
            case BARE_METAL -> bareMetal(host, sku);
            case MIG -> mig(host, sku);
        };
    }

    private static Optional<Spot> slice(Host host, Sku sku, int count) {
        TreeMap<Integer, List<Slot>> groups = host.slots().stream()
                .filter(slot -> slot.free() && slot.model().equals(sku.gpuModel()) && slot.numaNode() >= 0)
                .collect(Collectors.groupingBy(Slot::numaNode, TreeMap::new, Collectors.toList()));
        return groups.values().stream()
                .filter(group -> group.size() >= count)
                .min(Comparator.comparingInt(List::size))
                .map(group -> new Spot(
                        host, group.stream().limit(count).map(Part::whole).toList()));
    }

    private static Optional<Spot> bareMetal(Host host, Sku sku) {
        boolean fits = host.slots().size() == sku.gpusPerUnit()
                && host.slots().stream()
                        .allMatch(slot -> slot.free() && slot.model().equals(sku.gpuModel()));
        return fits
                ? Optional.of(
                        new Spot(host, host.slots().stream().map(Part::whole).toList()))
                : Optional.empty();
    }

    private static Optional<Spot> mig(Host host, Sku sku) {
        MigProfile profile = sku.mig().orElseThrow();
        for (Slot slot : host.slots()) {
            boolean usable = slot.mode() == Slot.Mode.MIG
                    && slot.inService()
                    && slot.model().equals(sku.gpuModel());
            if (usable && slot.computeTaken() + profile.compute() <= MigProfile.COMPUTE_SLICES) {
                for (int start : profile.starts().reversed()) {
                    if ((slot.taken() & profile.mask(start)) == 0) {
                        return Optional.of(new Spot(host, List.of(new Part(slot, profile, start))));
                    }
                }
            }
        }
        return Optional.empty();
    }
}
