package io.gpuaas.controlplane.inventory;

import java.util.List;

/** Why a place was chosen, in sentences for operators. */
final class PlacementReasons {

    private PlacementReasons() {}

    static List<String> ofHost(Host host) {
        return List.of("All " + host.slots().size() + " GPUs of " + where(host) + " are free.");
    }

    static List<String> ofSlice(Host host, PlacementRequest ask, List<Slot> slots) {
        long numas = slots.stream().mapToInt(Slot::numaNode).distinct().count();
        int numa = slots.getFirst().numaNode();
        long free = host.slots().stream()
                .filter(slot -> slot.free() && (numas > 1 || slot.numaNode() == numa))
                .count();
        long near = slots.stream().filter(Slot::near).count();
        return List.of(
                where(host) + ", " + (numas > 1 ? numas + " whole NUMA nodes" : "NUMA node " + numa) + ": "
                        + slots.size() + " of " + free + " free GPUs.",
                preference(ask.strategy()),
                near == slots.size()
                        ? "Each GPU has its own disk and fabric port."
                        : near + " of " + slots.size() + " GPUs have their own disk and fabric port.");
    }

    static List<String> ofInstance(Host host, PlacementRequest ask, Slot slot, int start) {
        return List.of(
                where(host) + ", GPU " + slot.pciAddress() + ": the instance starts at memory slice " + start + ".",
                slot.held() ? "The GPU already has other instances." : "The GPU had no instances.",
                preference(ask.strategy()));
    }

    private static String where(Host host) {
        return host.name() + " in " + host.place().region() + "/" + host.place().zone();
    }

    private static String preference(PlacementPreference strategy) {
        return switch (strategy) {
            case BEST_FIT ->
                "best_fit: fragments whole hosts, groups of four and pairs the least, and leaves the fewest GPUs over.";
            case PACK -> "pack: the fullest host that fits.";
            case SPREAD -> "spread: the emptiest host that fits.";
        };
    }
}
