package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.nodes.NodeTasks;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Whether what a node said about a finished task proves what the phase needs. Anything unclear does not. */
final class Proof {

    private Proof() {}

    /** What is missing, for the allocation's user; empty when it is proven. */
    static Optional<String> fault(
            PhasePlan plan, AllocationRecord allocation, NodeTasks.Task task, List<HeldSlot> slots) {
        JsonNode output = task.output();
        if (output == null) {
            return Optional.of("The node did not say what it did.");
        }
        return switch (plan.task()) {
            case PhasePlan.PROVISION_USER -> loginFault(allocation, output);
            case PhasePlan.VERIFY_GPUS -> gpuFault(output, slots);
            default -> Optional.empty();
        };
    }

    private static Optional<String> loginFault(AllocationRecord allocation, JsonNode output) {
        return output.path("username").asString("").equals(allocation.place().username())
                ? Optional.empty()
                : Optional.of("The node made another login than the one asked for.");
    }

    /** Exactly the leased GPUs, no fewer and no others, and the driver finds nothing wrong with them. */
    private static Optional<String> gpuFault(JsonNode output, List<HeldSlot> slots) {
        Set<String> leased = slots.stream().map(HeldSlot::pciAddress).collect(Collectors.toCollection(TreeSet::new));
        Set<String> seen = new TreeSet<>();
        for (JsonNode gpu : output.path("gpus")) {
            String address = gpu.path("pci_address").asString("");
            if (!gpu.path("healthy").asBoolean(false)) {
                return Optional.of("GPU " + address + " is not healthy: "
                        + gpu.path("detail").asString("no reason given") + ".");
            }
            seen.add(address);
        }
        return seen.equals(leased)
                ? Optional.empty()
                : Optional.of("The driver shows " + seen.size() + " of the " + leased.size() + " GPUs.");
    }
}
