package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Why a host takes a request or not, in a sentence for operators. */
final class HostVerdicts {

    private HostVerdicts() {}

    record Verdict(boolean fits, String sentence) {

        static Verdict no(String sentence) {
            return new Verdict(false, sentence);
        }
    }

    static Verdict of(Host host, PlacementRequest ask) {
        if (!ask.takes(host.place())) {
            return Verdict.no("The node is in " + host.place().region() + "/"
                    + host.place().zone() + ", where the SKU is not sold.");
        }
        if (!host.makes(ask.shape())) {
            return Verdict.no(
                    "The node's agent does not support the shape " + ask.shape().wire() + ".");
        }
        List<Slot> ofModel = host.slots().stream()
                .filter(slot -> slot.model().equals(ask.model()))
                .toList();
        if (ofModel.isEmpty()) {
            return Verdict.no("The node has no " + ask.model() + " GPUs.");
        }
        if (ofModel.stream().noneMatch(Slot::inService)) {
            return Verdict.no("The node's GPUs are out of service: " + outOfService(ofModel) + ".");
        }
        return switch (ask.shape()) {
            case GPU_SLICE -> slice(ofModel, ask);
            case BARE_METAL -> bareMetal(host, ask);
            case MIG -> instance(ofModel, ask);
        };
    }

    private static Verdict slice(List<Slot> slots, PlacementRequest ask) {
        Map<Integer, Long> free = new TreeMap<>();
        Map<Integer, Integer> sizes = new TreeMap<>();
        slots.forEach(slot -> {
            free.merge(slot.numaNode(), slot.free() ? 1L : 0L, Long::sum);
            sizes.merge(slot.numaNode(), 1, Integer::sum);
        });
        int largest = sizes.values().stream().mapToInt(size -> size).max().orElse(0);
        boolean inOne = free.entrySet().stream().anyMatch(numa -> numa.getKey() >= 0 && numa.getValue() >= ask.count());
        boolean inWhole = ask.count() > largest
                && GroupSizes.of(sizes.entrySet().stream()
                                .filter(numa -> numa.getKey() >= 0
                                        && free.getOrDefault(numa.getKey(), 0L) == (long) numa.getValue())
                                .map(Map.Entry::getValue)
                                .toList())
                        .cover(ask.count());
        String counts = "Free by NUMA node: "
                + free.entrySet().stream()
                        .map(numa -> numa.getKey() + ": " + numa.getValue() + " of " + sizes.get(numa.getKey()))
                        .collect(Collectors.joining(", "))
                + "; " + ask.count() + (ask.count() > largest ? " in whole NUMA nodes" : " on one") + " are requested."
                + others(slots);
        return new Verdict(inOne || inWhole, counts);
    }

    private static Verdict bareMetal(Host host, PlacementRequest ask) {
        if (host.slots().size() != ask.gpus()) {
            return Verdict.no("The node has " + host.slots().size() + " GPUs, but " + ask.gpus() + " are requested.");
        }
        long free = host.slots().stream()
                .filter(slot -> slot.free() && slot.model().equals(ask.model()))
                .count();
        return new Verdict(free == ask.gpus(), free + " of " + ask.gpus() + " GPUs are free." + others(host.slots()));
    }

    private static Verdict instance(List<Slot> slots, PlacementRequest ask) {
        MigProfile profile = Objects.requireNonNull(ask.mig(), "a MIG request has a profile");
        List<Slot> divided = slots.stream()
                .filter(slot -> slot.mode() == Slot.Mode.MIG && slot.inService())
                .toList();
        if (divided.isEmpty()) {
            return Verdict.no("No GPU on the node is divided for MIG.");
        }
        int room = divided.stream()
                .mapToInt(slot -> new PlacementCell.Divided(slot.taken(), slot.computeTaken()).room(profile))
                .sum();
        return new Verdict(room > 0, divided.size() + " divided GPUs with room for " + room + " of these instances.");
    }

    private static String others(List<Slot> slots) {
        String reasons = outOfService(slots);
        long divided =
                slots.stream().filter(slot -> slot.mode() == Slot.Mode.MIG).count();
        return (divided == 0 ? "" : " " + divided + " are divided for MIG.")
                + (reasons.isEmpty() ? "" : " Out of service: " + reasons + ".");
    }

    private static String outOfService(List<Slot> slots) {
        Map<String, Long> reasons = new TreeMap<>();
        slots.forEach(slot -> {
            if (slot.outOfService() != null) {
                reasons.merge(slot.outOfService(), 1L, Long::sum);
            }
        });
        return reasons.entrySet().stream()
                .map(reason -> reason.getValue() + " (" + reason.getKey() + ")")
                .collect(Collectors.joining(", "));
    }
}
