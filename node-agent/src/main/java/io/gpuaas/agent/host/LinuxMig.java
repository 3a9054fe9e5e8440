package io.gpuaas.agent.host;

import io.gpuaas.agent.disk.DurableFile;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import tools.jackson.core.type.TypeReference;

/**
 * MIG instances of allocations. Which there must be is written down before one is made: a reboot takes them all away,
 * and then they are made again from that file.
 */
final class LinuxMig {

    private static final TypeReference<TreeMap<UUID, MigTasks.Instance>> WANTED = new TypeReference<>() {};

    private final MigSmi smi;
    private final Path file;

    LinuxMig(MigSmi smi, Path file) {
        this.smi = smi;
        this.file = file;
    }

    synchronized MigTasks.SeenInstance provision(MigTasks.ProvisionMig task, Progress progress)
            throws TaskFailure, InterruptedException {
        Map<UUID, MigTasks.Instance> wanted = wanted();
        requireNobodyElses(task, wanted);
        progress.phase("divide", "GPU " + task.pciAddress());
        smi.requireDivided(task.pciAddress());
        wanted.put(task.allocationId(), task.instance());
        write(wanted);
        progress.phase("instance", "profile " + task.profileId() + " from memory slice " + task.start());
        return ensure(task.instance());
    }

    private static void requireNobodyElses(MigTasks.ProvisionMig task, Map<UUID, MigTasks.Instance> wanted)
            throws TaskFailure {
        for (Map.Entry<UUID, MigTasks.Instance> other : wanted.entrySet()) {
            boolean isSame = other.getValue().pciAddress().equals(task.pciAddress())
                    && other.getValue().start() == task.start();
            if (isSame && !other.getKey().equals(task.allocationId())) {
                throw TaskFailure.failed(
                        "mig_conflict", "the instance at this memory slice belongs to allocation " + other.getKey());
            }
        }
    }

    /** Made if it is absent, and in any case read back from the driver: its word is what counts. */
    private MigTasks.SeenInstance ensure(MigTasks.Instance instance) throws TaskFailure, InterruptedException {
        Optional<MigTasks.SeenInstance> found = find(instance);
        if (found.isPresent()) {
            return found.get();
        }
        removeUnfinished(instance);
        smi.create(instance);
        return find(instance)
                .orElseThrow(() -> TaskFailure.failed(
                        "mig_not_made", "nvidia-smi succeeded and the driver shows no such instance"));
    }

    /** An instance whose making was cut off has no compute instance, and nobody can work on it. */
    private void removeUnfinished(MigTasks.Instance instance) throws TaskFailure, InterruptedException {
        for (MigSmi.GpuInstance found : smi.list(instance.pciAddress())) {
            if (found.is(instance)) {
                smi.destroy(instance.pciAddress(), found);
            }
        }
    }

    /** With a compute instance, which is what has a UUID. */
    Optional<MigTasks.SeenInstance> find(MigTasks.Instance wanted) throws TaskFailure, InterruptedException {
        for (MigSmi.GpuInstance found : smi.list(wanted.pciAddress())) {
            String uuid = found.uuid();
            if (found.is(wanted) && uuid != null) {
                return Optional.of(
                        new MigTasks.SeenInstance(wanted.pciAddress(), found.profileId(), found.start(), uuid));
            }
        }
        return Optional.empty();
    }

    /** The instance of an allocation by the number the driver gave it, as long as there is one. */
    synchronized Optional<GpuDevices.Instance> findHeld(UUID allocation) throws TaskFailure, InterruptedException {
        MigTasks.Instance ours = wanted().get(allocation);
        if (ours == null) {
            return Optional.empty();
        }
        for (MigSmi.GpuInstance found : smi.list(ours.pciAddress())) {
            String uuid = found.uuid();
            if (found.is(ours) && uuid != null) {
                return Optional.of(new GpuDevices.Instance(ours.pciAddress(), found.id(), uuid));
            }
        }
        throw TaskFailure.failed("gpu_not_visible", "the MIG instance of allocation " + allocation + " is not there");
    }

    /** Forgotten only when the driver has removed it: until then a reboot makes it again for who still holds it. */
    synchronized MigTasks.MigReleased release(MigTasks.ReleaseMig task, Progress progress)
            throws TaskFailure, InterruptedException {
        Map<UUID, MigTasks.Instance> wanted = wanted();
        MigTasks.Instance ours = wanted.get(task.allocationId());
        if (ours == null) {
            return new MigTasks.MigReleased(false);
        }
        progress.phase("instance", "removing profile " + ours.profileId() + " from memory slice " + ours.start());
        boolean wasThere = false;
        for (MigSmi.GpuInstance found : smi.list(ours.pciAddress())) {
            if (found.is(ours)) {
                smi.destroy(ours.pciAddress(), found);
                wasThere = true;
            }
        }
        wanted.remove(task.allocationId());
        write(wanted);
        return new MigTasks.MigReleased(wasThere);
    }

    /** After a start of the host: what could not be made again, in sentences. */
    synchronized List<String> reapply() throws InterruptedException {
        List<String> troubles = new ArrayList<>();
        try {
            for (Map.Entry<UUID, MigTasks.Instance> entry : wanted().entrySet()) {
                try {
                    smi.requireDivided(entry.getValue().pciAddress());
                    ensure(entry.getValue());
                } catch (TaskFailure e) {
                    troubles.add(
                            "the MIG instance of allocation " + entry.getKey() + " is not there: " + e.getMessage());
                }
            }
        } catch (TaskFailure e) {
            troubles.add("MIG instances are not known: " + e.getMessage());
        }
        return troubles;
    }

    /** Allocations whose instance the driver shows now. */
    synchronized List<UUID> list() throws TaskFailure, InterruptedException {
        List<UUID> there = new ArrayList<>();
        for (Map.Entry<UUID, MigTasks.Instance> entry : wanted().entrySet()) {
            if (find(entry.getValue()).isPresent()) {
                there.add(entry.getKey());
            }
        }
        return there;
    }

    private Map<UUID, MigTasks.Instance> wanted() throws TaskFailure {
        try {
            return Files.notExists(file) ? new TreeMap<>() : Json.LENIENT.readValue(Files.readAllBytes(file), WANTED);
        } catch (IOException | tools.jackson.core.JacksonException e) {
            throw TaskFailure.failed("host_error", "cannot read which MIG instances there must be", e);
        }
    }

    private void write(Map<UUID, MigTasks.Instance> wanted) throws TaskFailure {
        try {
            DurableFile.write(file, Json.LENIENT.writeValueAsBytes(wanted));
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot write down which MIG instances there must be", e);
        }
    }
}
