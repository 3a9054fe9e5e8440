package io.gpuaas.agent.host;

import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.wire.TaskKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** MIG instances of a simulated host: one file each, there only since the boot it was made in. */
final class SimulatedMig {

    private static final String KIND = "mig";

    /** How many of the eight memory slices a profile takes, by NVIDIA's id of it. */
    private static final Map<Integer, Integer> SIZES = Map.of(19, 1, 20, 1, 15, 2, 14, 2, 9, 4, 5, 4, 0, 8);

    /** Compute slices of a profile, for its name. */
    private static final Map<Integer, Integer> COMPUTE = Map.of(19, 1, 20, 1, 15, 1, 14, 2, 9, 3, 5, 4, 0, 7);

    private static final int MEMORY_SLICES = 8;
    private static final int WITH_MEDIA_EXTENSIONS = 20;

    private final Sandbox sandbox;
    private final Boot boot;

    interface Boot {
        String id() throws IOException;
    }

    SimulatedMig(Sandbox sandbox, Boot boot) {
        this.sandbox = sandbox;
        this.boot = boot;
    }

    record Made(MigTasks.SeenInstance seen, String bootId) {

        boolean overlaps(MigTasks.Instance other) {
            int from = seen.start();
            return seen.pciAddress().equals(other.pciAddress())
                    && from < other.start() + size(other.profileId())
                    && other.start() < from + size(seen.profileId());
        }
    }

    private static int size(int profileId) {
        return SIZES.getOrDefault(profileId, MEMORY_SLICES);
    }

    /** How much of its GPU an instance of this profile is. */
    static double share(int profileId) {
        return (double) size(profileId) / MEMORY_SLICES;
    }

    /** NVIDIA's name, for example {@code 1g.10gb}. */
    static String profile(int profileId, int gigabytesOfGpu) {
        return COMPUTE.getOrDefault(profileId, 7) + "g."
                + Math.round(Math.ceil(gigabytesOfGpu * share(profileId))) + "gb"
                + (profileId == WITH_MEDIA_EXTENSIONS ? "+me" : "");
    }

    /** Numbers GPU instances as drivers do: differently for each place on the GPU. */
    static int instanceId(MigTasks.SeenInstance instance) {
        return size(instance.profileId()) == MEMORY_SLICES ? 0 : instance.start() + 1;
    }

    Optional<MigTasks.SeenInstance> find(UUID allocation) throws IOException {
        return sandbox.find(KIND, allocation.toString(), Made.class)
                .filter(this::isThere)
                .map(Made::seen);
    }

    /** Addresses of GPUs with an instance. */
    Set<String> listDivided() throws IOException {
        Set<String> divided = new HashSet<>();
        for (String id : list()) {
            sandbox.find(KIND, id, Made.class)
                    .ifPresent(made -> divided.add(made.seen().pciAddress()));
        }
        return divided;
    }

    MigTasks.SeenInstance provision(MigTasks.ProvisionMig task, TaskKey cause) throws TaskFailure, IOException {
        MigTasks.Instance wanted = task.instance();
        String id = task.allocationId().toString();
        if (!SIZES.containsKey(wanted.profileId())) {
            throw TaskFailure.failed("mig_not_made", "there is no profile " + wanted.profileId());
        }
        for (String other : sandbox.list(KIND)) {
            Optional<Made> made = sandbox.find(KIND, other, Made.class);
            if (!other.equals(id) && made.isPresent() && made.get().overlaps(wanted)) {
                throw TaskFailure.failed("mig_conflict", "memory slices are taken by allocation " + other);
            }
        }
        sandbox.recordEffectOnce("mig.provision", "mig.release", id, cause);
        MigTasks.SeenInstance seen = new MigTasks.SeenInstance(
                wanted.pciAddress(), wanted.profileId(), wanted.start(), uuid(task.allocationId()));
        sandbox.save(KIND, id, new Made(seen, boot.id()));
        return seen;
    }

    private static String uuid(UUID allocation) {
        return "MIG-" + UUID.nameUUIDFromBytes(allocation.toString().getBytes(StandardCharsets.UTF_8));
    }

    MigTasks.MigReleased release(MigTasks.ReleaseMig task, TaskKey cause) throws IOException {
        String id = task.allocationId().toString();
        boolean exists = sandbox.find(KIND, id, Made.class).isPresent();
        if (exists) {
            sandbox.remove(KIND, id);
            sandbox.recordEffect("mig.release", id, cause);
        }
        return new MigTasks.MigReleased(exists);
    }

    /** A reboot took them all away. */
    void reapply() throws IOException {
        for (String id : sandbox.list(KIND)) {
            Optional<Made> made = sandbox.find(KIND, id, Made.class);
            if (made.isPresent()) {
                sandbox.save(KIND, id, new Made(made.get().seen(), boot.id()));
            }
        }
    }

    /** Allocations whose instance is there now. */
    List<String> list() throws IOException {
        List<String> there = new ArrayList<>();
        for (String id : sandbox.list(KIND)) {
            if (sandbox.find(KIND, id, Made.class).filter(this::isThere).isPresent()) {
                there.add(id);
            }
        }
        return there;
    }

    private boolean isThere(Made made) {
        try {
            return made.bootId().equals(boot.id());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    List<MigTasks.SeenInstance> seen(List<MigTasks.Instance> wanted) throws IOException {
        List<MigTasks.SeenInstance> seen = new ArrayList<>();
        for (String id : list()) {
            sandbox.find(KIND, id, Made.class)
                    .map(Made::seen)
                    .filter(instance -> wanted.contains(instance.instance()))
                    .ifPresent(seen::add);
        }
        return seen;
    }
}
