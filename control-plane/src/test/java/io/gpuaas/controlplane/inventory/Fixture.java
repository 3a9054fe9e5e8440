package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.MigProfile;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Hosts and requests for tests of placement, which need no database. */
final class Fixture {

    static final String MODEL = "h100-sxm";
    static final Host.Place PLACE = new Host.Place("r", "z");
    private static final AtomicLong NUMBERS = new AtomicLong();

    private Fixture() {}

    /**
     * One NUMA node per text: {@code f} is free, {@code t} taken, {@code o} out of service, {@code F} free and near,
     * {@code r} replaced by another and still taken.
     */
    static Host host(String name, String... numas) {
        NodeId node = new NodeId(UUID.randomUUID());
        List<Slot> slots = new ArrayList<>();
        for (int numa = 0; numa < numas.length; numa++) {
            for (char mark : numas[numa].toCharArray()) {
                slots.add(slot(node, slots.size(), numa, mark));
            }
        }
        return new Host(node, name, PLACE, "ready", Host.ALL_SHAPES, slots);
    }

    private static Slot slot(NodeId node, int index, int numa, char mark) {
        boolean near = mark == 'F';
        boolean taken = mark == 't' || mark == 'r';
        return new Slot(
                NUMBERS.incrementAndGet(),
                node,
                new Slot.Gpu(
                        "GPU-" + UUID.randomUUID(),
                        String.format(Locale.ROOT, "0000:%02x:00.0", index + 1),
                        MODEL,
                        numa,
                        near ? "nvme" : null,
                        near ? "nic" : null),
                Slot.Mode.WHOLE,
                mark == 'o' ? "GPU faulty: Xid 79" : null,
                mark == 'r',
                taken ? Slot.Use.ALL : Slot.Use.NONE,
                0,
                1);
    }

    /** A host whose GPUs are all divided. */
    static Host divided(String name, int gpus) {
        Host host = host(name, "f".repeat(gpus));
        return with(
                host,
                host.slots().stream()
                        .map(slot -> change(slot, Slot.Mode.MIG, slot.model()))
                        .toList());
    }

    static Slot change(Slot slot, Slot.Mode mode, String model) {
        return change(slot, mode, model, slot.numaNode());
    }

    static Slot change(Slot slot, Slot.Mode mode, String model, int numaNode) {
        return new Slot(
                slot.number(),
                slot.node(),
                new Slot.Gpu(
                        slot.gpuUuid(),
                        slot.pciAddress(),
                        model,
                        numaNode,
                        slot.gpu().nvme(),
                        slot.gpu().nic()),
                mode,
                slot.outOfService(),
                slot.replaced(),
                slot.use(),
                slot.leases(),
                slot.version());
    }

    static Host with(Host host, List<Slot> slots) {
        return host.with(slots);
    }

    static Host making(Host host, Shape... shapes) {
        return new Host(host.node(), host.name(), host.place(), host.state(), Set.of(shapes), host.slots());
    }

    static Host taking(Host host, List<SlotPart> parts) {
        return with(
                host,
                host.slots().stream()
                        .map(slot -> parts.stream()
                                .filter(part -> part.slot().number() == slot.number())
                                .findFirst()
                                .map(part -> slot.with(part.mask(), part.compute()))
                                .orElse(slot))
                        .toList());
    }

    static PlacementRequest slice(int count) {
        return slice(count, PlacementPreference.BEST_FIT);
    }

    static PlacementRequest slice(int count, PlacementPreference strategy) {
        return ask(Shape.GPU_SLICE, null, count, 1, strategy);
    }

    static PlacementRequest bareMetal(int gpus) {
        return ask(Shape.BARE_METAL, null, 1, gpus, PlacementPreference.BEST_FIT);
    }

    static PlacementRequest instance(MigProfile profile) {
        return ask(Shape.MIG, profile, 1, 1, PlacementPreference.BEST_FIT);
    }

    private static PlacementRequest ask(
            Shape shape, @Nullable MigProfile mig, int count, int gpus, PlacementPreference strategy) {
        return new PlacementRequest(shape, MODEL, mig, List.of(1, 2, 4, 8), count, gpus, null, null, strategy, 0);
    }

    static PlacementChoice.Fits fits(Inventory inventory, PlacementRequest ask) {
        return (PlacementChoice.Fits) Placement.place(inventory, ask);
    }

    static String misfit(Inventory inventory, PlacementRequest ask) {
        return ((PlacementChoice.Misfit) Placement.place(inventory, ask)).sentence();
    }
}
