package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.inventory.HeldSlot;
import io.gpuaas.controlplane.nodes.NodeTasks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Checks whether the output of a finished task proves what the phase needs. Unclear output does not. */
final class TaskProof {

    private TaskProof() {}

    /** The missing proof, as a text for the allocation's user; empty when everything is proven. */
    static Optional<String> fault(
            PhasePlan plan, AllocationRecord allocation, NodeTasks.Task task, List<HeldSlot> slots) {
        JsonNode output = task.output();
        if (output == null) {
            return Optional.of("The node did not report a result.");
        }
        return switch (plan.task()) {
            case PhasePlan.PROVISION_USER -> loginFault(allocation, output);
            case PhasePlan.PROVISION_SLICE -> sliceFault(output, slots).or(() -> sshFault(output));
            case PhasePlan.PROVISION_MIG -> instanceFault(output, slots.getFirst());
            case PhasePlan.VERIFY_GPUS -> gpuFault(output, slots).or(() -> partsFault(allocation, output, slots));
            default -> Optional.empty();
        };
    }

    private static Optional<String> loginFault(AllocationRecord allocation, JsonNode output) {
        return output.path("username").asString("").equals(allocation.place().username())
                ? sshFault(output)
                : Optional.of("The node created a different login than requested.");
    }

    /** Simulated hosts have no SSH host keys, so the keys are optional. */
    private static Optional<String> sshFault(JsonNode output) {
        return output.path("ssh_port").asInt(0) > 0
                ? Optional.empty()
                : Optional.of("The node did not report where its SSH server listens.");
    }

    /**
     * Compares the GPUs that the driver inside the slice shows. Addresses differ from the host's; the UUID is the GPU's
     * own.
     */
    private static Optional<String> sliceFault(JsonNode output, List<HeldSlot> slots) {
        Set<String> leased = slots.stream().map(HeldSlot::gpuUuid).collect(Collectors.toCollection(TreeSet::new));
        List<String> seen = output.path("gpus")
                .valueStream()
                .map(gpu -> gpu.path("uuid").asString(""))
                .toList();
        return new TreeSet<>(seen).equals(leased) && seen.size() == leased.size()
                ? Optional.empty()
                : Optional.of("The driver in the slice shows " + seen.size() + " GPUs; the " + leased.size()
                        + " leased ones were expected.");
    }

    /** Of the profile that was sold, where it was placed, and with a UUID to work with it. */
    private static Optional<String> instanceFault(JsonNode shown, HeldSlot slot) {
        HeldSlot.MigPart part = slot.mig();
        boolean isIt = part != null
                && shown.path("pci_address").asString("").equals(slot.pciAddress())
                && shown.path("profile_id").asInt(-1) == part.profileId()
                && shown.path("start").asInt(-1) == part.start()
                && shown.path("uuid").asString("").startsWith("MIG-");
        return isIt ? Optional.empty() : Optional.of("The driver does not show the MIG instance that was leased.");
    }

    /** The same instance that was made, under the same UUID. */
    private static Optional<String> partsFault(AllocationRecord allocation, JsonNode output, List<HeldSlot> slots) {
        if (slots.stream().allMatch(slot -> slot.mig() == null)) {
            return Optional.empty();
        }
        JsonNode shown = output.path("instances").path(0);
        return instanceFault(shown, slots.getFirst())
                .or(() -> shown.path("uuid")
                                .asString("")
                                .equals(allocation.place().reach().migUuid())
                        ? Optional.empty()
                        : Optional.of("The MIG instance has a different UUID than the one created."));
    }

    /**
     * Requires exactly the leased GPUs, without faults. A different GPU, or one without a UUID, may have replaced the
     * leased one.
     */
    private static Optional<String> gpuFault(JsonNode output, List<HeldSlot> slots) {
        Map<String, String> leased =
                slots.stream().collect(Collectors.toMap(HeldSlot::pciAddress, HeldSlot::gpuUuid, (one, same) -> one));
        Set<String> seen = new TreeSet<>();
        for (JsonNode gpu : output.path("gpus")) {
            String address = gpu.path("pci_address").asString("");
            if (!gpu.path("healthy").asBoolean(false)) {
                return Optional.of("GPU " + address + " is not healthy: "
                        + gpu.path("detail").asString("no reason given") + ".");
            }
            String uuid = gpu.path("uuid").asString("");
            if (leased.containsKey(address) && !uuid.equals(leased.get(address))) {
                return Optional.of(
                        uuid.isEmpty()
                                ? "The driver does not report which GPU is at " + address + "."
                                : "At " + address + " is a different GPU than the leased one.");
            }
            seen.add(address);
        }
        return seen.equals(leased.keySet())
                ? Optional.empty()
                : Optional.of("The driver shows " + seen.size() + " of the " + leased.size() + " GPUs.");
    }
}
