package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.ServerWebSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamTest {

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
    }

    /** A socket of which nobody was told yet that it is closed. */
    private ServerWebSocket closed() throws Exception {
        CompletableFuture<ServerWebSocket> came = new CompletableFuture<>();
        HttpServer server = vertx.createHttpServer()
                .webSocketHandler(came::complete)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(5, TimeUnit.SECONDS);
        HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + server.actualPort() + "/"), new WebSocket.Listener() {})
                .join()
                .abort();
        ServerWebSocket socket = came.get(5, TimeUnit.SECONDS);
        await().until(socket::isClosed);
        return socket;
    }

    @Test
    void whoLeavesWhileTheyAreLetInEndsTheStream() throws Exception {
        AtomicInteger ended = new AtomicInteger();
        ControlPlane.Joined joined = new ControlPlane.Joined(
                UUID.randomUUID(), UUID.randomUUID(), "terminal", Instant.now().plusSeconds(3600));
        Stream.Times times = new Stream.Times(Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofMinutes(1));
        new Stream(joined, vertx, times, new Metrics(), ended::incrementAndGet).addReader(closed());
        new Stream(joined, vertx, times, new Metrics(), ended::incrementAndGet).addNode(closed());
        assertThat(ended).hasValue(2);
    }
}
