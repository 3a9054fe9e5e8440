package io.gpuaas.controlplane.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Shape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random fleets and requests. A failure names the seed; {@code -Dgpuaas.seed=N} repeats it. */
class PlacementPropertyTest {

    private static final long SEED = Long.getLong("gpuaas.seed", 20_261_116);
    private static final int FLEETS = 400;
    private static final int REQUESTS = 30;

    private final Random random = new Random(SEED);

    @Test
    void noRequestTakesASlotTwiceOrBreaksARule() {
        for (int fleet = 0; fleet < FLEETS; fleet++) {
            Map<Long, Integer> taken = new HashMap<>();
            Inventory inventory = Inventory.of(hosts(1 + random.nextInt(6)));
            for (int request = 0; request < REQUESTS; request++) {
                PlacementRequest ask = ask();
                if (Placement.place(inventory, ask) instanceof PlacementChoice.Fits fits) {
                    check(fits, ask, taken);
                    inventory.put(Fixture.taking(fits.host(), fits.parts()));
                }
            }
        }
    }

    private void check(PlacementChoice.Fits fits, PlacementRequest ask, Map<Long, Integer> taken) {
        String story = "seed " + SEED + ": " + ask + " got " + fits;
        assertThat(fits.parts()).as(story).hasSize(ask.gpus());
        for (SlotPart part : fits.parts()) {
            Slot slot = part.slot();
            assertThat(slot.inService()).as(story).isTrue();
            assertThat(slot.model()).as(story).isEqualTo(ask.model());
            assertThat(slot.node()).as(story).isEqualTo(fits.host().node());
            assertThat(taken.getOrDefault(slot.number(), slot.taken()) & part.mask())
                    .as(story)
                    .isZero();
            taken.merge(slot.number(), slot.taken() | part.mask(), (a, b) -> a | b);
            checkGeometry(part, story);
        }
        checkNuma(fits, ask, story);
    }

    private static void checkGeometry(SlotPart part, String story) {
        MigProfile profile = part.profile();
        if (profile != null) {
            assertThat(profile.starts()).as(story).contains(part.start());
            assertThat(part.slot().mode()).as(story).isEqualTo(Slot.Mode.MIG);
            assertThat(part.slot().computeTaken() + profile.compute()).as(story).isLessThanOrEqualTo(7);
        }
    }

    /** One NUMA node, or whole ones when it is larger than each. */
    private static void checkNuma(PlacementChoice.Fits fits, PlacementRequest ask, String story) {
        Map<Integer, Long> chosen = fits.parts().stream()
                .collect(Collectors.groupingBy(part -> part.slot().numaNode(), Collectors.counting()));
        if (ask.shape() != Shape.GPU_SLICE || chosen.size() == 1) {
            return;
        }
        Map<Integer, Long> there = fits.host().slots().stream()
                .filter(slot -> slot.model().equals(ask.model()))
                .collect(Collectors.groupingBy(Slot::numaNode, Collectors.counting()));
        chosen.forEach((numa, count) -> assertThat(count).as(story).isEqualTo(there.get(numa)));
        assertThat(there.values()).as(story).allMatch(size -> size < ask.count());
    }

    @Test
    void bestFitCostsNoMoreHolesThanTheBestOfAllPossibilities() {
        for (int fleet = 0; fleet < FLEETS; fleet++) {
            PlacementRequest ask = Fixture.slice(oneOf(List.of(1, 2, 4)));
            List<Host> hosts = hosts(1 + random.nextInt(4)).stream()
                    .filter(host -> isUniform(host) && hasNumaNodeOf(ask.count(), host))
                    .toList();
            String story = "seed " + SEED + ": " + ask.count() + " of " + hosts;
            Optional<List<Integer>> best = everyPossibility(hosts, ask)
                    .map(taken -> holes(hosts, taken))
                    .max(Holes.ORDER);
            switch (Placement.place(Inventory.of(hosts), ask)) {
                case PlacementChoice.Fits fits ->
                    assertThat(holes(
                                    hosts,
                                    fits.parts().stream().map(SlotPart::slot).toList()))
                            .as(story)
                            .isEqualTo(best.orElseThrow());
                case PlacementChoice.Misfit misfit -> assertThat(best).as(story).isEmpty();
            }
        }
    }

    /** The oracle cannot rate a host with several models or divided GPUs as a whole. */
    private static boolean isUniform(Host host) {
        return host.slots().stream()
                .allMatch(slot -> slot.model().equals(Fixture.MODEL) && slot.mode() == Slot.Mode.WHOLE);
    }

    /** Hosts whose NUMA nodes are all smaller than what is asked for may give it over several. */
    private static boolean hasNumaNodeOf(int gpus, Host host) {
        return host.slots().stream()
                .filter(slot -> slot.model().equals(Fixture.MODEL))
                .collect(Collectors.groupingBy(Slot::numaNode, Collectors.counting()))
                .values()
                .stream()
                .anyMatch(size -> size >= gpus);
    }

    /** Every set of free GPUs of one NUMA node. */
    private static Stream<List<Slot>> everyPossibility(List<Host> hosts, PlacementRequest ask) {
        return hosts.stream()
                .flatMap(host -> host.slots().stream()
                        .filter(slot -> slot.free() && slot.model().equals(ask.model()))
                        .collect(Collectors.groupingBy(Slot::numaNode))
                        .values()
                        .stream())
                .flatMap(group -> subsets(group, ask.count()).stream());
    }

    private static List<List<Slot>> subsets(List<Slot> group, int count) {
        List<List<Slot>> found = new ArrayList<>();
        for (int bits = 0; bits < 1 << group.size(); bits++) {
            if (Integer.bitCount(bits) == count) {
                List<Slot> subset = new ArrayList<>();
                for (int i = 0; i < group.size(); i++) {
                    if ((bits >> i & 1) == 1) {
                        subset.add(group.get(i));
                    }
                }
                found.add(subset);
            }
        }
        return found;
    }

    private static final class Holes {
        static final Comparator<List<Integer>> ORDER = Comparator.<List<Integer>>comparingInt(List::getFirst)
                .thenComparingInt(list -> list.get(1))
                .thenComparingInt(list -> list.get(2))
                .thenComparingInt(list -> list.get(3));
    }

    /** The rest: GPUs with disk and fabric port, whole hosts, groups of four and pairs on one NUMA node. */
    private static List<Integer> holes(List<Host> hosts, List<Slot> taken) {
        int whole = 0;
        int fours = 0;
        int pairs = 0;
        for (Host host : hosts) {
            List<Slot> free = host.slots().stream()
                    .filter(slot -> slot.free() && !taken.contains(slot))
                    .toList();
            whole += free.size() == host.slots().size() ? 1 : 0;
            Collection<Long> groups = free.stream()
                    .filter(slot -> slot.model().equals(Fixture.MODEL))
                    .collect(Collectors.groupingBy(Slot::numaNode, Collectors.counting()))
                    .values();
            fours += groups.stream().mapToInt(size -> (int) (size / 4)).sum();
            pairs += groups.stream().mapToInt(size -> (int) (size / 2)).sum();
        }
        int near = (int) taken.stream().filter(Slot::near).count();
        return List.of(near, whole, fours, pairs);
    }

    private List<Host> hosts(int count) {
        List<Host> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(host("h" + i));
        }
        return hosts;
    }

    private Host host(String name) {
        int perNuma = random.nextInt(4) == 0 ? 1 + random.nextInt(6) : 4;
        String[] numas = new String[1 + random.nextInt(2)];
        for (int i = 0; i < numas.length; i++) {
            StringBuilder marks = new StringBuilder();
            for (int gpu = 0; gpu < perNuma; gpu++) {
                marks.append("fffFFtto".charAt(random.nextInt(8)));
            }
            numas[i] = marks.toString();
        }
        Host host = Fixture.host(name, numas);
        boolean divided = random.nextInt(4) == 0;
        boolean mixed = random.nextInt(8) == 0;
        return Fixture.with(
                host,
                host.slots().stream()
                        .map(slot -> Fixture.change(
                                slot,
                                divided && !slot.held() && random.nextBoolean() ? Slot.Mode.MIG : Slot.Mode.WHOLE,
                                mixed && random.nextBoolean() ? "h200-sxm" : slot.model()))
                        .toList());
    }

    private PlacementRequest ask() {
        return switch (random.nextInt(4)) {
            case 0 -> Fixture.bareMetal(8);
            case 1 -> Fixture.instance(oneOf(List.of(MigProfile.values())));
            default -> Fixture.slice(oneOf(List.of(1, 2, 4, 8)), oneOf(List.of(PlacementPreference.values())));
        };
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
