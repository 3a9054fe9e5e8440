package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.jspecify.annotations.NullMarked;

/**
 * A fleet in memory that is asked and given back to: slices of all sizes, whole hosts and MIG
 * instances, at a steady filling. It lies in the product's package because deciding is not public.
 */
@NullMarked
public final class PlacementLoad {

    private static final int GPUS = 8;
    private static final int ZONES = 4;
    private static final double FILLING = 0.75;
    private static final String MODEL = "h100-sxm";

    private final Random random;
    private final Inventory inventory = new Inventory();
    private final List<NodeId> nodes = new ArrayList<>();
    private final List<PlacementChoice.Fits> held = new ArrayList<>();
    private final int sevenths;
    private int taken;
    private int refused;

    public PlacementLoad(int hosts, long seed) {
        this.random = new Random(seed);
        this.sevenths = hosts * GPUS * MigProfile.COMPUTE_SLICES;
        for (int number = 0; number < hosts; number++) {
            inventory.put(host(number));
        }
        while (taken < sevenths * FILLING) {
            take(ask(), nanos -> {});
        }
    }

    private Host host(int number) {
        NodeId node = new NodeId(new UUID(random.nextLong(), random.nextLong()));
        boolean divided = number % 20 == 0;
        List<Slot> made = new ArrayList<>();
        for (int gpu = 0; gpu < GPUS; gpu++) {
            made.add(new Slot(
                    (long) number * GPUS + gpu,
                    node,
                    new Slot.Gpu(
                            "GPU-" + number + "-" + gpu,
                            String.format(Locale.ROOT, "0000:%02x:00.0", gpu + 1),
                            number % 10 == 9 ? "h200-sxm" : MODEL,
                            gpu * 2 / GPUS,
                            "nvme",
                            "nic"),
                    divided ? Slot.Mode.MIG : Slot.Mode.WHOLE,
                    number % 100 == 50 ? "node cordoned" : null,
                    false,
                    Slot.Use.NONE,
                    0,
                    1));
        }
        nodes.add(node);
        return new Host(
                node, "host-" + number, new Host.Place("r", "z" + number % ZONES), "ready", Host.ALL_SHAPES, made);
    }

    /** Gives one back and asks for another; the consumer gets how long the decision and the taking took. */
    public void step(LongConsumer decision, LongConsumer change) {
        if (taken > sevenths * FILLING) {
            giveBack(change);
        }
        take(ask(), decision);
    }

    private PlacementRequest ask() {
        int draw = random.nextInt(100);
        if (draw < 5) {
            return new PlacementRequest(
                    Shape.BARE_METAL,
                    MODEL,
                    null,
                    List.of(1),
                    1,
                    GPUS,
                    null,
                    null,
                    PlacementPreference.BEST_FIT,
                    salt());
        }
        if (draw < 25) {
            List<MigProfile> profiles = List.of(MigProfile.P1G, MigProfile.P2G, MigProfile.P3G);
            MigProfile profile = profiles.get(random.nextInt(profiles.size()));
            return new PlacementRequest(
                    Shape.MIG, MODEL, profile, List.of(1), 1, 1, null, null, PlacementPreference.BEST_FIT, salt());
        }
        List<Integer> counts = List.of(1, 2, 4, 8);
        int count = counts.get(random.nextInt(4));
        String region = draw < 50 ? "r" : null;
        String zone = region == null ? null : "z" + random.nextInt(ZONES);
        return new PlacementRequest(
                Shape.GPU_SLICE, MODEL, null, counts, count, 1, region, zone, strategy(draw), salt());
    }

    private static PlacementPreference strategy(int draw) {
        return switch (draw % 4) {
            case 0 -> PlacementPreference.SPREAD;
            case 1 -> PlacementPreference.PACK;
            default -> PlacementPreference.BEST_FIT;
        };
    }

    private long salt() {
        return random.nextLong();
    }

    private void take(PlacementRequest ask, LongConsumer decision) {
        long began = System.nanoTime();
        PlacementChoice choice = Placement.place(inventory, ask);
        decision.accept(System.nanoTime() - began);
        if (choice instanceof PlacementChoice.Fits fits) {
            held.add(fits);
            mark(fits, true);
        } else {
            refused++;
            giveBack(nanos -> {});
        }
    }

    private void giveBack(LongConsumer change) {
        if (held.isEmpty()) {
            return;
        }
        int which = random.nextInt(held.size());
        PlacementChoice.Fits fits = held.get(which);
        held.set(which, held.getLast());
        held.removeLast();
        long began = System.nanoTime();
        mark(fits, false);
        change.accept(System.nanoTime() - began);
    }

    private void mark(PlacementChoice.Fits fits, boolean take) {
        Host host = inventory.require(fits.host().node());
        List<Slot> changed = new ArrayList<>(host.slots());
        for (SlotPart part : fits.parts()) {
            for (int i = 0; i < changed.size(); i++) {
                if (changed.get(i).number() == part.slot().number()) {
                    changed.set(i, changed(changed.get(i), part, take));
                }
            }
        }
        int compute = fits.parts().stream().mapToInt(SlotPart::compute).sum();
        taken += take ? compute : -compute;
        inventory.put(host.with(changed));
    }

    private static Slot changed(Slot slot, SlotPart part, boolean take) {
        return take
                ? slot.with(part.mask(), part.compute())
                : new Slot(
                        slot.number(),
                        slot.node(),
                        slot.gpu(),
                        slot.mode(),
                        slot.outOfService(),
                        slot.replaced(),
                        new Slot.Use(slot.taken() & ~part.mask(), slot.computeTaken() - part.compute()),
                        slot.leases(),
                        slot.version());
    }

    /** For comparison: looking at every host for a slice, as one would without an index. */
    public long scanNanos() {
        long began = System.nanoTime();
        int best = Integer.MAX_VALUE;
        for (NodeId node : nodes) {
            int free = 0;
            for (Slot slot : inventory.require(node).slots()) {
                free += slot.free() && slot.numaNode() == 0 && slot.model().equals(MODEL) ? 1 : 0;
            }
            best = free >= 1 ? Math.min(best, free) : best;
        }
        return System.nanoTime() - began + (best == 0 ? 1 : 0);
    }

    public int refused() {
        return refused;
    }

    public double filling() {
        return (double) taken / sevenths;
    }
}
