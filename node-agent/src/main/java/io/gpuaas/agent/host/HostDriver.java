package io.gpuaas.agent.host;

import io.gpuaas.agent.check.HostCheck;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.OciTasks;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.HostSample;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.wire.ControlPlane.RunningThing;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/** The operations of the agent on its host. Each is idempotent: a repeat with the same payload changes nothing. */
public interface HostDriver {

    String bootId() throws IOException;

    TopologyFacts topology() throws IOException;

    HostSample sample() throws InterruptedException;

    /** Whether the host is fit to be a node, and what to do about what is not. */
    List<HostCheck> checks() throws InterruptedException;

    List<RunningThing> listRunning() throws IOException;

    UserTasks.UserProvisioned provisionUser(UserTasks.ProvisionUser user, Progress progress)
            throws TaskFailure, InterruptedException;

    UserTasks.UserRevoked revokeUser(UserTasks.RevokeUser user, Progress progress)
            throws TaskFailure, InterruptedException;

    UserTasks.SshKeysReconciled reconcileSshKeys(UserTasks.ReconcileSshKeys keys, Progress progress)
            throws TaskFailure, InterruptedException;

    SliceTasks.SliceProvisioned provisionSlice(SliceTasks.ProvisionSlice slice, Progress progress)
            throws TaskFailure, InterruptedException;

    SliceTasks.SliceReleased releaseSlice(SliceTasks.ReleaseSlice slice, Progress progress)
            throws TaskFailure, InterruptedException;

    MigTasks.SeenInstance provisionMig(MigTasks.ProvisionMig instance, Progress progress)
            throws TaskFailure, InterruptedException;

    MigTasks.MigReleased releaseMig(MigTasks.ReleaseMig instance, Progress progress)
            throws TaskFailure, InterruptedException;

    /** Makes again what a reboot took away; the answer tells what could not be made, in sentences. */
    List<String> reapply() throws IOException, InterruptedException;

    OciTasks.ContainerLaunched launchContainer(OciTasks.LaunchContainer container, Progress progress)
            throws TaskFailure, InterruptedException;

    OciTasks.ContainerStopped stopContainer(OciTasks.StopContainer container, Progress progress)
            throws TaskFailure, InterruptedException;

    OciTasks.ContainerSeen containerStatus(OciTasks.ContainerStatus container, Progress progress)
            throws TaskFailure, InterruptedException;

    NodeTaskPayloads.GpusVerified verifyGpus(NodeTaskPayloads.VerifyGpus gpus, Progress progress)
            throws TaskFailure, InterruptedException;

    /** Nothing of tenants is left afterwards. */
    NodeTaskPayloads.HostReimaged reimageHost(NodeTaskPayloads.ReimageHost host, Progress progress)
            throws TaskFailure, InterruptedException;

    /** One that is there for this allocation. */
    Login login(UUID allocation, String username) throws TaskFailure;

    /** How the SSH server of a login is reached; fails unless the login belongs to this allocation. */
    SshServer sshServer(UUID allocation, String username) throws TaskFailure;

    /** A log of the host: its last lines and, if wanted, what is written from then on. Not the agent's own. */
    LogFollower followLog(String source, int tailLines, boolean follow) throws TaskFailure;

    NodeTaskPayloads.LogsCollected collectLogs(NodeTaskPayloads.CollectLogs logs, Progress progress)
            throws TaskFailure, InterruptedException;
}
