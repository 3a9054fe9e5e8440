package io.gpuaas.agent;

import io.gpuaas.agent.command.Commands;
import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.ssh.SshConnections;
import io.gpuaas.agent.stream.LogStreams;
import io.gpuaas.agent.task.CommandTasks;
import io.gpuaas.agent.task.Fences;
import io.gpuaas.agent.task.FileTasks;
import io.gpuaas.agent.task.Leased;
import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.OciTasks;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.SshTasks;
import io.gpuaas.agent.task.TaskExecution;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.TaskPayload;
import io.gpuaas.agent.task.TerminalTasks;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.terminal.FileTransfers;
import io.gpuaas.agent.terminal.Terminals;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.update.Updates;
import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.ServerException;
import java.io.IOException;
import java.util.UUID;

/** Executes each task with the part of the agent that is responsible for its type. */
final class TaskExecutor implements TaskExecution {

    private final HostDriver host;
    private final ControlPlane controlPlane;
    private final Drain drain;
    private final Updates updates;
    private final Fences fences;
    private final LogStreams streams;
    private final Terminals terminals;
    private final FileTransfers files;
    private final Commands commands;
    private final SshConnections ssh;
    private final Rejoin rejoin;

    /** Makes an erased host the node again. */
    interface Rejoin {
        void rejoin(String token) throws TaskFailure, InterruptedException;
    }

    TaskExecutor(
            HostDriver host,
            ControlPlane controlPlane,
            Drain drain,
            Updates updates,
            Fences fences,
            LogStreams streams,
            Terminals terminals,
            FileTransfers files,
            Commands commands,
            SshConnections ssh,
            Rejoin rejoin) {
        this.host = host;
        this.controlPlane = controlPlane;
        this.drain = drain;
        this.updates = updates;
        this.fences = fences;
        this.streams = streams;
        this.terminals = terminals;
        this.files = files;
        this.commands = commands;
        this.ssh = ssh;
        this.rejoin = rejoin;
    }

    private void endConnections(UUID allocation) throws TaskFailure, InterruptedException {
        ssh.release(allocation);
        commands.release(allocation);
        terminals.release(allocation);
    }

    @Override
    public Object execute(TaskPayload payload, Progress progress) throws TaskFailure, InterruptedException {
        if (payload instanceof Leased leased) {
            fences.admit(leased.leases());
        }
        return switch (payload) {
            case UserTasks.ProvisionUser task -> {
                drain.requireNotDrained();
                commands.admit(task.allocationId());
                yield host.provisionUser(task, progress);
            }
            case UserTasks.RevokeUser task -> {
                endConnections(task.allocationId());
                yield host.revokeUser(task, progress);
            }
            case UserTasks.ReconcileSshKeys task -> host.reconcileSshKeys(task, progress);
            case TerminalTasks.OpenTerminal task -> terminals.open(task);
            case TerminalTasks.CloseTerminal task -> terminals.close(task);
            case FileTasks.TransferFile task -> files.transfer(task);
            case CommandTasks.StartCommand task -> commands.start(task);
            case CommandTasks.AttachCommand task -> commands.attach(task);
            case CommandTasks.CancelCommand task -> commands.cancel(task);
            case SshTasks.ConnectSsh task -> ssh.connect(task);
            case SliceTasks.ProvisionSlice task -> {
                drain.requireNotDrained();
                commands.admit(task.allocationId());
                yield host.provisionSlice(task, progress);
            }
            case SliceTasks.ReleaseSlice task -> {
                endConnections(task.allocationId());
                yield host.releaseSlice(task, progress);
            }
            case MigTasks.ProvisionMig task -> {
                drain.requireNotDrained();
                yield host.provisionMig(task, progress);
            }
            case MigTasks.ReleaseMig task -> host.releaseMig(task, progress);
            case OciTasks.LaunchContainer task -> {
                drain.requireNotDrained();
                yield host.launchContainer(task, progress);
            }
            case OciTasks.StopContainer task -> host.stopContainer(task, progress);
            case OciTasks.ContainerStatus task -> host.containerStatus(task, progress);
            case NodeTaskPayloads.DiscoverTopology _ -> discoverTopology();
            case NodeTaskPayloads.VerifyGpus task -> host.verifyGpus(task, progress);
            case NodeTaskPayloads.ReimageHost task -> {
                endConnections(task.allocationId());
                NodeTaskPayloads.HostReimaged erased = host.reimageHost(task, progress);
                if (task.joinToken() != null) {
                    rejoin.rejoin(task.joinToken());
                }
                yield erased;
            }
            case NodeTaskPayloads.CollectLogs task -> host.collectLogs(task, progress);
            case NodeTaskPayloads.StreamLogs task -> streams.stream(task);
            case NodeTaskPayloads.DrainNode task -> drain.drain(task, host, progress);
            case NodeTaskPayloads.UndrainNode _ -> drain.undrain();
            case NodeTaskPayloads.UpdateAgent task -> updates.update(task, progress);
            case NodeTaskPayloads.RevertAgent task -> updates.revert(task, progress);
        };
    }

    private NodeTaskPayloads.TopologyDiscovered discoverTopology() throws TaskFailure {
        try {
            TopologyFacts facts = host.topology();
            controlPlane.reportTopology(host.bootId(), facts.json(), facts.digest());
            return new NodeTaskPayloads.TopologyDiscovered(facts.digest());
        } catch (IOException e) {
            throw TaskFailure.failed("topology_unreadable", "cannot read the hardware", e);
        } catch (ServerException e) {
            throw TaskFailure.failed("topology_not_reported", "the server did not take the facts", e);
        }
    }
}
