package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.allocations.AllocationRecord.Machine;
import io.gpuaas.controlplane.inventory.HeldSlot;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds the payloads of allocation tasks, as the schemas in contracts/node-tasks define them. */
final class TaskPayloads {

    /** Of a SKU that names no image: what every host has. */
    private static final String IMAGE_DEFAULT = "debian-13";

    /** Less does not start, more no host has: whatever a SKU says, the contract of the task holds. */
    private static final int CPUS_MAX = 1024;

    private static final long MEMORY_MIN = 256L << 20;

    private TaskPayloads() {}

    static Map<String, Object> of(AllocationRecord allocation, Map<String, Object> more) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("allocation_id", allocation.id().toString());
        payload.putAll(more);
        return payload;
    }

    static Map<String, Object> login(
            AllocationRecord allocation, List<String> keys, boolean sudo, List<HeldSlot> slots) {
        String instance = allocation.place().reach().migUuid();
        return of(
                allocation,
                Map.of(
                        "username",
                        allocation.place().username(),
                        "uid",
                        allocation.place().uid(),
                        "ssh_keys",
                        keys,
                        "sudo",
                        sudo,
                        "gpu_uuids",
                        instance == null
                                ? slots.stream()
                                        .map(HeldSlot::gpuUuid)
                                        .distinct()
                                        .toList()
                                : List.of(instance)));
    }

    /** One slice per allocation: they share the id. */
    static Map<String, Object> slice(
            AllocationRecord allocation, List<String> keys, boolean sudo, List<HeldSlot> slots) {
        Machine machine = allocation.wish().bought().machine();
        Map<String, Object> payload = of(allocation, Map.of());
        payload.put("slice_id", allocation.id().toString());
        payload.put("name", allocation.place().username());
        payload.put("username", allocation.place().username());
        payload.put("ssh_keys", keys);
        payload.put("sudo", sudo);
        payload.put("gpus", addresses(slots));
        payload.put("nvmes", present(slots, HeldSlot::nvme));
        payload.put("nics", present(slots, HeldSlot::nic));
        payload.put("cpus", Math.clamp(machine.vcpus(), 1, CPUS_MAX));
        payload.put("memory_bytes", Math.max(machine.memoryBytes(), MEMORY_MIN));
        payload.put("image", Map.of("name", Objects.requireNonNullElse(machine.image(), IMAGE_DEFAULT)));
        payload.put("driver_gate", true);
        List<Integer> numaNodes =
                slots.stream().map(HeldSlot::numaNode).distinct().toList();
        if (numaNodes.size() == 1 && numaNodes.getFirst() >= 0) {
            payload.put("numa_node", numaNodes.getFirst());
        }
        return payload;
    }

    static Map<String, Object> instance(AllocationRecord allocation, List<HeldSlot> slots) {
        return of(allocation, part(slots.getFirst()));
    }

    static Map<String, Object> verification(List<HeldSlot> slots) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("gpus", addresses(slots));
        payload.put("level", "driver");
        List<Map<String, Object>> instances = slots.stream()
                .filter(slot -> slot.mig() != null)
                .map(TaskPayloads::part)
                .toList();
        if (!instances.isEmpty()) {
            payload.put("instances", instances);
        }
        return payload;
    }

    private static Map<String, Object> part(HeldSlot slot) {
        HeldSlot.MigPart part = Objects.requireNonNull(slot.mig(), "the lease is of a part of a GPU");
        return Map.of("pci_address", slot.pciAddress(), "profile_id", part.profileId(), "start", part.start());
    }

    private static List<String> addresses(List<HeldSlot> slots) {
        return slots.stream().map(HeldSlot::pciAddress).distinct().toList();
    }

    private static List<String> present(List<HeldSlot> slots, Function<HeldSlot, @Nullable String> beside) {
        Set<String> found = new LinkedHashSet<>();
        for (HeldSlot slot : slots) {
            String address = beside.apply(slot);
            if (address != null) {
                found.add(address);
            }
        }
        return List.copyOf(found);
    }
}
