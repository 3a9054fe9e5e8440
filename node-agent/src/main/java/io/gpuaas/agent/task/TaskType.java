package io.gpuaas.agent.task;

import io.gpuaas.agent.wire.Json;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * Everything a node can be told to do, and how long it may take at most: no longer than the control plane waits for it
 * (docs/how-to/allocations.md), or it would go on here when nobody knows of it any more.
 */
public enum TaskType {
    DISCOVER_TOPOLOGY("topology.discover", NodeTaskPayloads.DiscoverTopology.class, Duration.ofMinutes(2)),
    PROVISION_USER("user.provision", UserTasks.ProvisionUser.class, Duration.ofMinutes(5)),
    REVOKE_USER("user.revoke", UserTasks.RevokeUser.class, Duration.ofMinutes(10)),
    RECONCILE_SSH_KEYS("ssh_keys.reconcile", UserTasks.ReconcileSshKeys.class, Duration.ofMinutes(2)),
    OPEN_TERMINAL("terminal.open", TerminalTasks.OpenTerminal.class, Duration.ofMinutes(1)),
    CLOSE_TERMINAL("terminal.close", TerminalTasks.CloseTerminal.class, Duration.ofMinutes(1)),
    TRANSFER_FILE("file.transfer", FileTasks.TransferFile.class, Duration.ofMinutes(1)),
    START_COMMAND("command.start", CommandTasks.StartCommand.class, Duration.ofMinutes(1)),
    ATTACH_COMMAND("command.attach", CommandTasks.AttachCommand.class, Duration.ofMinutes(1)),
    CANCEL_COMMAND("command.cancel", CommandTasks.CancelCommand.class, Duration.ofMinutes(1)),
    CONNECT_SSH("ssh.connect", SshTasks.ConnectSsh.class, Duration.ofMinutes(1)),
    PROVISION_SLICE("slice.provision", SliceTasks.ProvisionSlice.class, Duration.ofMinutes(30)),
    RELEASE_SLICE("slice.release", SliceTasks.ReleaseSlice.class, Duration.ofHours(1)),
    PROVISION_MIG("mig.provision", MigTasks.ProvisionMig.class, Duration.ofMinutes(10)),
    RELEASE_MIG("mig.release", MigTasks.ReleaseMig.class, Duration.ofMinutes(10)),
    LAUNCH_CONTAINER("oci.launch", OciTasks.LaunchContainer.class, Duration.ofHours(1)),
    STOP_CONTAINER("oci.stop", OciTasks.StopContainer.class, Duration.ofMinutes(70)),
    CONTAINER_STATUS("oci.status", OciTasks.ContainerStatus.class, Duration.ofMinutes(1)),
    DRAIN_NODE("node.drain", NodeTaskPayloads.DrainNode.class, Duration.ofMinutes(5)),
    UNDRAIN_NODE("node.undrain", NodeTaskPayloads.UndrainNode.class, Duration.ofMinutes(1)),
    UPDATE_AGENT("agent.update", NodeTaskPayloads.UpdateAgent.class, Duration.ofMinutes(20)),
    REVERT_AGENT("agent.revert", NodeTaskPayloads.RevertAgent.class, Duration.ofMinutes(5)),
    COLLECT_LOGS("logs.collect", NodeTaskPayloads.CollectLogs.class, Duration.ofMinutes(2)),
    VERIFY_GPUS("gpu.verify", NodeTaskPayloads.VerifyGpus.class, Duration.ofMinutes(5)),
    REIMAGE_HOST("host.reimage", NodeTaskPayloads.ReimageHost.class, Duration.ofHours(1)),
    STREAM_LOGS("logs.stream", NodeTaskPayloads.StreamLogs.class, Duration.ofMinutes(1));

    private final String wire;
    private final Class<? extends TaskPayload> payload;
    private final Duration limit;

    TaskType(String wire, Class<? extends TaskPayload> payload, Duration limit) {
        this.wire = wire;
        this.payload = payload;
        this.limit = limit;
    }

    public static Optional<TaskType> find(String wire) {
        return Arrays.stream(values()).filter(type -> type.wire.equals(wire)).findFirst();
    }

    public String wire() {
        return wire;
    }

    public Class<? extends TaskPayload> payload() {
        return payload;
    }

    /** Ends within moments and leaves a thing with bounds of its own: it waits for no longer task. */
    boolean isBrief() {
        return switch (this) {
            case OPEN_TERMINAL,
                    CLOSE_TERMINAL,
                    START_COMMAND,
                    ATTACH_COMMAND,
                    CANCEL_COMMAND,
                    CONNECT_SSH,
                    STREAM_LOGS,
                    UNDRAIN_NODE -> true;
            default -> false;
        };
    }

    /** Removes what others make for the same allocation: those are stopped when it comes. */
    boolean takesAway() {
        return this == REVOKE_USER || this == RELEASE_SLICE || this == RELEASE_MIG || this == REIMAGE_HOST;
    }

    public Duration limit() {
        return limit;
    }

    /** Throws IllegalArgumentException with a sentence when the bytes are not a payload of this type. */
    public TaskPayload read(byte[] bytes) {
        try {
            TaskPayload read = Json.STRICT.readValue(bytes, payload);
            if (read == null) {
                throw new IllegalArgumentException("the payload is null");
            }
            return read;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }
}
