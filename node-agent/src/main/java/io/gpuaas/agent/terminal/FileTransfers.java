package io.gpuaas.agent.terminal;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.task.FileTasks.TransferBegun;
import io.gpuaas.agent.task.FileTasks.TransferFile;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.log.JsonLog;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

/** Files carried into and out of homes of this host, a few at a time. */
public final class FileTransfers {

    private static final int OPEN_MAX = 4;
    private static final int DIAL_SECONDS_MAX = 20;

    private final HostDriver host;
    private final BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway;
    private final Reports reports;
    private final JsonLog log;
    private final Reporting reporting;
    private final Semaphore places = new Semaphore(OPEN_MAX);

    /** Receives the outcome of each transfer. */
    public interface Reports {
        void reportFile(UUID stream, byte[] report) throws ServerException;
    }

    public FileTransfers(
            HostDriver host,
            BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway,
            Reports reports,
            JsonLog log) {
        this.host = host;
        this.gateway = gateway;
        this.reports = reports;
        this.log = log;
        this.reporting = new Reporting(log);
    }

    /** Returns once the gateway has let this node in. */
    public TransferBegun transfer(TransferFile task) throws TaskFailure, InterruptedException {
        Login login = host.login(task.allocationId(), task.username());
        if (!places.tryAcquire()) {
            throw TaskFailure.refused("too_many_transfers", "at most " + OPEN_MAX + " files are carried at a time");
        }
        FileTransfer transfer = new FileTransfer(task, FileTransfer.STALL_MAX);
        boolean isCarried = false;
        try {
            WebSocket socket =
                    gateway.apply(URI.create(task.gatewayUrl()), transfer).get(DIAL_SECONDS_MAX, TimeUnit.SECONDS);
            Thread.ofVirtual().name("file-" + task.streamId()).start(() -> carry(transfer, socket, login, task));
            isCarried = true;
            return new TransferBegun(task.streamId());
        } catch (ExecutionException | TimeoutException | IllegalArgumentException e) {
            throw TaskFailure.failed("gateway_not_reached", "the gateway does not let this node in", e);
        } finally {
            if (!isCarried) {
                places.release();
            }
        }
    }

    private void carry(FileTransfer transfer, WebSocket socket, Login login, TransferFile task) {
        try {
            FileTransfer.Outcome outcome;
            try {
                outcome = transfer.carry(socket, login);
            } finally {
                places.release();
            }
            log.info(
                    "ended file transfer",
                    with("stream", task.streamId()),
                    with("direction", task.direction()),
                    with("reason", outcome.reason() == null ? "done" : outcome.reason()));
            byte[] report = Json.LENIENT.writeValueAsBytes(outcome);
            reporting.send(with("stream", task.streamId()), () -> reports.reportFile(task.streamId(), report));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
