package io.gpuaas.fleet;

import io.gpuaas.agent.task.Leased;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.TaskPayload;
import io.gpuaas.agent.task.TaskType;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.wire.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Builds the task outputs of a healthy host; empty for task types that the fleet does not simulate. */
final class TaskOutputs {

    private static final int UID_UNASKED = 20_000;

    private TaskOutputs() {}

    static Object of(Envelope task) {
        return TaskType.find(task.type())
                .map(type -> of(type.read(task.payloadBytes())))
                .orElse(Map.of());
    }

    static Object of(TaskPayload payload) {
        return switch (payload) {
            case UserTasks.ProvisionUser user ->
                new UserTasks.UserProvisioned(
                        user.username(),
                        user.uid() == null ? UID_UNASKED : user.uid(),
                        "/home/" + user.username(),
                        22,
                        null,
                        null);
            case UserTasks.RevokeUser user -> new UserTasks.UserRevoked(true, 0);
            case UserTasks.ReconcileSshKeys keys -> new UserTasks.SshKeysReconciled(0, 0);
            case SliceTasks.ProvisionSlice slice ->
                new SliceTasks.SliceProvisioned(slice.sliceId(), null, 22, null, gpusOf(slice), 0);
            case SliceTasks.ReleaseSlice slice -> new SliceTasks.SliceReleased(slice.sliceId(), List.of(), List.of());
            case MigTasks.ProvisionMig mig -> seen(mig.instance());
            case MigTasks.ReleaseMig mig -> new MigTasks.MigReleased(true);
            case NodeTaskPayloads.VerifyGpus gpus -> new NodeTaskPayloads.GpusVerified(verdicts(gpus), instances(gpus));
            case NodeTaskPayloads.ReimageHost host -> new NodeTaskPayloads.HostReimaged(true, "simulated");
            default -> Map.of();
        };
    }

    /** The leases name the GPUs. */
    private static List<UserTasks.SeenGpu> gpusOf(SliceTasks.ProvisionSlice slice) {
        return slice.leases().stream()
                .map(Leased.Device::device)
                .map(uuid -> new UserTasks.SeenGpu(uuid, null, null, null))
                .toList();
    }

    private static List<MigTasks.SeenInstance> instances(NodeTaskPayloads.VerifyGpus gpus) {
        return gpus.instances().stream().map(TaskOutputs::seen).toList();
    }

    private static MigTasks.SeenInstance seen(MigTasks.Instance instance) {
        String uuid = "MIG-" + UUID.nameUUIDFromBytes(instance.toString().getBytes(StandardCharsets.UTF_8));
        return new MigTasks.SeenInstance(instance.pciAddress(), instance.profileId(), instance.start(), uuid);
    }

    /** The leases name the GPUs, in the same order; a part of one has a slash and a number. */
    private static List<NodeTaskPayloads.GpuVerdict> verdicts(NodeTaskPayloads.VerifyGpus wanted) {
        List<String> uuids = wanted.leases().stream()
                .map(lease -> lease.device().split("/", 2)[0])
                .distinct()
                .toList();
        List<NodeTaskPayloads.GpuVerdict> verdicts = new ArrayList<>();
        for (String address : wanted.gpus()) {
            int index = verdicts.size();
            verdicts.add(new NodeTaskPayloads.GpuVerdict(
                    address, index < uuids.size() ? uuids.get(index) : null, true, null));
        }
        return verdicts;
    }
}
