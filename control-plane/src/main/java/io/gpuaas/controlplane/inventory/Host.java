package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import java.util.Set;

/** A node with its present slots, ordered by address, and the shapes its agent supports. */
record Host(NodeId node, String name, Place place, String state, Set<Shape> shapes, List<Slot> slots) {

    static final Set<Shape> ALL_SHAPES = Set.of(Shape.values());

    /** Where a host stands. A zone's name counts within its region. */
    record Place(String region, String zone) {}

    Host {
        shapes = Set.copyOf(shapes);
        slots = slots.stream().filter(slot -> !slot.gone()).toList();
    }

    /** Its agent can make that of its GPUs. */
    boolean makes(Shape shape) {
        return shapes.contains(shape);
    }

    /** Retired, for good. */
    boolean isGone() {
        return state.equals("retired");
    }

    Host with(List<Slot> others) {
        return new Host(node, name, place, state, shapes, others);
    }
}
