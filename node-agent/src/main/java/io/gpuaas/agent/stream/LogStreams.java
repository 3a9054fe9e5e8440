package io.gpuaas.agent.stream;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.host.LogFollower;
import io.gpuaas.agent.task.NodeTaskPayloads.LogsStreaming;
import io.gpuaas.agent.task.NodeTaskPayloads.StreamLogs;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;

/** Logs on their way to readers, a few at a time. They are no tasks: a task that lasts would take the place of others. */
public final class LogStreams implements AutoCloseable {

    private static final int OPEN_MAX = 8;
    private static final int DIAL_SECONDS_MAX = 20;

    private final Path agentLog;
    private final HostDriver host;
    private final BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway;
    private final JsonLog log;
    private final Set<LogStream> open = ConcurrentHashMap.newKeySet();

    public LogStreams(
            Path agentLog,
            HostDriver host,
            BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway,
            JsonLog log) {
        this.agentLog = agentLog;
        this.host = host;
        this.gateway = gateway;
        this.log = log;
    }

    /** Returns once the gateway has let this node in. */
    public LogsStreaming stream(StreamLogs task) throws TaskFailure, InterruptedException {
        if (open.size() >= OPEN_MAX) {
            throw TaskFailure.refused("too_many_streams", "at most " + OPEN_MAX + " logs are streamed at a time");
        }
        LogStream stream = new LogStream(follow(task), Duration.ofSeconds(task.secondsMax()));
        open.add(stream);
        try {
            WebSocket socket =
                    gateway.apply(URI.create(task.gatewayUrl()), stream).get(DIAL_SECONDS_MAX, TimeUnit.SECONDS);
            Thread.ofVirtual().name("log-stream-" + task.streamId()).start(() -> carry(stream, socket, task));
            return new LogsStreaming(task.streamId());
        } catch (ExecutionException | TimeoutException | IllegalArgumentException e) {
            forget(stream);
            throw TaskFailure.failed("gateway_not_reached", "the gateway does not let this node in", e);
        } catch (InterruptedException e) {
            forget(stream);
            throw e;
        }
    }

    private LogFollower follow(StreamLogs task) throws TaskFailure {
        try {
            return task.source().equals("agent")
                    ? new FileTail(agentLog, task.tailLines(), task.follow())
                    : host.followLog(task.source(), task.tailLines(), task.follow());
        } catch (IOException e) {
            throw TaskFailure.failed("log_unreadable", "cannot read the " + task.source() + " log", e);
        }
    }

    private void carry(LogStream stream, WebSocket socket, StreamLogs task) {
        try {
            String reason = stream.carry(socket);
            log.info(
                    "ended log stream",
                    with("stream", task.streamId()),
                    with("source", task.source()),
                    with("reason", reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            forget(stream);
        }
    }

    private void forget(LogStream stream) {
        stream.stop();
        open.remove(stream);
    }

    @Override
    public void close() {
        open.forEach(LogStream::stop);
    }
}
