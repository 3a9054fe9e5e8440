package io.gpuaas.agent.ssh;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.host.SshServer;
import io.gpuaas.agent.task.SshTasks.ConnectSsh;
import io.gpuaas.agent.task.SshTasks.SshConnected;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

/** The SSH connections through gateways to logins of this host. */
public final class SshConnections {

    static final int OPEN_MAX = 64;
    static final int OPEN_OF_ALLOCATION_MAX = 16;

    private static final int DIAL_SECONDS_MAX = 20;

    private final HostDriver host;
    private final BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway;
    private final JsonLog log;
    /** The allocations of streams that are open or about to be. */
    private final Map<UUID, UUID> places = new ConcurrentHashMap<>();

    private final Map<SshConnection, UUID> open = new ConcurrentHashMap<>();

    public SshConnections(
            HostDriver host, BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway, JsonLog log) {
        this.host = host;
        this.gateway = gateway;
        this.log = log;
    }

    /** Returns once the SSH server and the gateway have accepted the connection. */
    public SshConnected connect(ConnectSsh task) throws TaskFailure, InterruptedException {
        SshServer server = host.sshServer(task.allocationId(), task.username());
        takePlace(task);
        boolean isCarried = false;
        try {
            isCarried = begin(task, server);
            return new SshConnected(task.streamId());
        } finally {
            if (!isCarried) {
                places.remove(task.streamId());
            }
        }
    }

    /** Tasks may run at once, so the count and the addition are one step. */
    private synchronized void takePlace(ConnectSsh task) throws TaskFailure {
        long ofAllocation =
                places.values().stream().filter(task.allocationId()::equals).count();
        if (places.size() >= OPEN_MAX || ofAllocation >= OPEN_OF_ALLOCATION_MAX) {
            throw TaskFailure.refused(
                    "too_many_ssh_connections",
                    "at most " + OPEN_OF_ALLOCATION_MAX + " SSH connections of an allocation, and " + OPEN_MAX
                            + " of a node, pass through gateways at a time");
        }
        places.put(task.streamId(), task.allocationId());
    }

    private boolean begin(ConnectSsh task, SshServer server) throws TaskFailure, InterruptedException {
        SshConnection connection = connect(server, task.allocationId());
        // Before the gateway is reached, so that a release in between ends it.
        open.put(connection, task.allocationId());
        boolean isCarried = false;
        CompletableFuture<WebSocket> dialled = new CompletableFuture<>();
        try {
            dialled = gateway.apply(URI.create(task.gatewayUrl()), connection);
            WebSocket socket = dialled.get(DIAL_SECONDS_MAX, TimeUnit.SECONDS);
            Thread.ofVirtual().name("ssh-" + task.streamId()).start(() -> carry(connection, socket, task));
            isCarried = true;
            return true;
        } catch (ExecutionException | TimeoutException | IllegalArgumentException e) {
            throw TaskFailure.failed("gateway_not_reached", "the gateway does not let this node in", e);
        } finally {
            if (!isCarried) {
                connection.end();
                open.remove(connection);
                // It may be let in later than anybody waits.
                var _ = dialled.thenAccept(WebSocket::abort);
            }
        }
    }

    private static SshConnection connect(SshServer server, UUID allocation) throws TaskFailure {
        try {
            return new SshConnection(ServerChannel.open(server, allocation));
        } catch (IOException e) {
            throw TaskFailure.failed("ssh_silent", "the SSH server does not answer", e);
        }
    }

    private void carry(SshConnection connection, WebSocket socket, ConnectSsh task) {
        try {
            connection.carry(socket);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(connection);
            places.remove(task.streamId());
            log.info("ended SSH connection", with("stream", task.streamId()));
        }
    }

    /** Ends the connections of an allocation. */
    public void release(UUID allocation) {
        open.forEach((connection, of) -> {
            if (of.equals(allocation)) {
                connection.end();
            }
        });
    }
}
