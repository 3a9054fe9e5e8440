package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Explains in one sentence to the user why nothing fits and what would. Names no node. */
final class ShortageMessage {

    /** A host has at most so many GPUs. */
    private static final int GPUS_MAX = 64;

    private ShortageMessage() {}

    static String sentence(Inventory inventory, PlacementRequest ask) {
        Collection<SlotPool> pools = inventory.pools(ask);
        if (pools.stream().mapToInt(SlotPool::slots).sum() == 0) {
            return inventory.hasGpusFor(ask)
                    ? "No host that " + makes(ask.shape()) + " has " + ask.model() + " GPUs" + where(ask) + "."
                    : "There are no " + ask.model() + " GPUs" + where(ask) + ".";
        }
        return switch (ask.shape()) {
            case GPU_SLICE -> ofSlice(pools, ask);
            case BARE_METAL -> ofHosts(pools, ask);
            case MIG -> ofInstances(pools, ask);
        };
    }

    private static String makes(Shape shape) {
        return switch (shape) {
            case GPU_SLICE -> "supports slices";
            case BARE_METAL -> "can be rented whole";
            case MIG -> "supports MIG instances";
        };
    }

    private static String where(PlacementRequest ask) {
        if (ask.region() == null) {
            return "";
        }
        return " in " + ask.region() + (ask.zone() == null ? "" : "/" + ask.zone());
    }

    private static String ofSlice(Collection<SlotPool> pools, PlacementRequest ask) {
        int[] groups = groupsByFree(pools);
        int most = GPUS_MAX;
        while (most > 0 && groups[most] == 0) {
            most--;
        }
        if (most == 0) {
            return "All " + ask.model() + " GPUs" + where(ask) + " are in use or out of service.";
        }
        String why = "No node" + where(ask) + " has " + ask.count() + " free " + ask.model() + " GPUs"
                + (fitsOneNuma(pools, ask.count()) ? " on one NUMA node" : "");
        List<Integer> pieces = pieces(groups, ask);
        if (!pieces.isEmpty()) {
            return why + "; " + pieces.stream().map(String::valueOf).collect(Collectors.joining("+"))
                    + " is available.";
        }
        return why + "; the largest available count is " + most + ".";
    }

    private static boolean fitsOneNuma(Collection<SlotPool> pools, int count) {
        return pools.stream()
                .flatMap(pool -> pool.wholes().keySet().stream())
                .anyMatch(whole -> whole.largestGroup() >= count);
    }

    /** How many NUMA nodes have so many free. */
    private static int[] groupsByFree(Collection<SlotPool> pools) {
        int[] groups = new int[GPUS_MAX + 1];
        pools.forEach(pool ->
                pool.groups().forEach((cell, entries) -> groups[Math.min(GPUS_MAX, cell.free())] += entries.size()));
        return groups;
    }

    /** Smaller slices that together are what was asked for; empty when there are not enough GPUs for it. */
    private static List<Integer> pieces(int[] groups, PlacementRequest ask) {
        int[] left = Arrays.copyOf(groups, groups.length);
        List<Integer> pieces = new ArrayList<>();
        List<Integer> counts = ask.counts().stream()
                .filter(count -> count < ask.count())
                .sorted(Comparator.reverseOrder())
                .toList();
        int wanted = ask.count();
        for (int count : counts) {
            for (int free = GPUS_MAX; free >= count && wanted >= count; free--) {
                while (left[free] > 0 && wanted >= count) {
                    left[free]--;
                    left[free - count]++;
                    pieces.add(count);
                    wanted -= count;
                }
            }
        }
        return wanted == 0 ? pieces : List.of();
    }

    private static String ofHosts(Collection<SlotPool> pools, PlacementRequest ask) {
        int partly = pools.stream()
                .flatMap(pool -> pool.wholes().values().stream())
                .mapToInt(Collection::size)
                .sum();
        return "No host with " + ask.gpus() + " " + ask.model() + " GPUs" + where(ask) + " is entirely free"
                + (partly == 0 ? "." : "; " + partly + (partly == 1 ? " has" : " have") + " some GPUs free.");
    }

    private static String ofInstances(Collection<SlotPool> pools, PlacementRequest ask) {
        MigProfile asked = Objects.requireNonNull(ask.mig(), "a MIG request has a profile");
        if (pools.stream().allMatch(pool -> pool.divided().isEmpty())) {
            return "No " + ask.model() + " GPU" + where(ask) + " is divided for MIG.";
        }
        Optional<MigProfile> smaller = Arrays.stream(MigProfile.values())
                .filter(profile -> profile.memory() < asked.memory() || profile.compute() < asked.compute())
                .filter(profile -> pools.stream()
                        .flatMap(pool -> pool.divided().keySet().stream())
                        .anyMatch(cell -> cell.room(profile) > 0))
                .max(Comparator.comparingInt(MigProfile::memory).thenComparingInt(MigProfile::compute));
        return "No divided " + ask.model() + " GPU" + where(ask) + " has room for " + name(asked, ask)
                + smaller.map(profile -> "; " + name(profile, ask) + " would fit.")
                        .orElse(".");
    }

    private static String name(MigProfile profile, PlacementRequest ask) {
        return profile.nameOn(ask.model()).orElse(profile.name());
    }
}
