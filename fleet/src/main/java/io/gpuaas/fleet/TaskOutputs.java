package io.gpuaas.fleet;

import io.gpuaas.agent.task.NodeTasks;
import io.gpuaas.agent.task.TaskPayload;
import io.gpuaas.agent.task.TaskType;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.wire.Envelope;
import java.util.List;
import java.util.Map;

/** What a host answers with which nothing is wrong. Types the fleet does not play have nothing to say. */
final class TaskOutputs {

    private static final int UID_UNASKED = 20_000;

    private TaskOutputs() {}

    static Object of(Envelope task) {
        return TaskType.find(task.type())
                .map(type -> of(type.read(task.payloadBytes())))
                .orElse(Map.of());
    }

    private static Object of(TaskPayload payload) {
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
            case NodeTasks.VerifyGpus gpus -> new NodeTasks.GpusVerified(verdicts(gpus.gpus()));
            case NodeTasks.ReimageHost host -> new NodeTasks.HostReimaged(true, "simulated");
            default -> Map.of();
        };
    }

    private static List<NodeTasks.GpuVerdict> verdicts(List<String> addresses) {
        return addresses.stream()
                .map(address -> new NodeTasks.GpuVerdict(address, null, true, null))
                .toList();
    }
}
