package io.gpuaas.agent.host;

import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.wire.TaskKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** MIG instances of a simulated host: one file each, there only since the boot it was made in. */
final class SimulatedMig {

    private static final String KIND = "mig";

    /** How many of the eight memory slices a profile takes, by NVIDIA's id of it. */
    private static final Map<Integer, Integer> SIZES = Map.of(19, 1, 20, 1, 15, 2, 14, 2, 9, 4, 5, 4, 0, 8);

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
        return SIZES.getOrDefault(profileId, 8);
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
