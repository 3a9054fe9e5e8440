package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.ServerWebSocket;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamTest {

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    /** A socket of which nobody was told yet that it is closed. */
    private ServerWebSocket closed() throws Exception {
        CompletableFuture<ServerWebSocket> came = new CompletableFuture<>();
        HttpServer server = vertx.createHttpServer()
                .webSocketHandler(came::complete)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + server.actualPort() + "/"), new WebSocket.Listener() {})
                .join()
                .abort();
        ServerWebSocket socket = came.get(60, TimeUnit.SECONDS);
        await().until(socket::isClosed);
        return socket;
    }

    @Test
    void leavingWhileBeingAdmittedEndsTheStream() throws Exception {
        AtomicInteger ended = new AtomicInteger();
        ControlPlane.Joined joined = new ControlPlane.Joined(
                UUID.randomUUID(), UUID.randomUUID(), "terminal", Instant.now().plusSeconds(3600));
        Stream.Times times = new Stream.Times(Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofMinutes(1));
        new Stream(joined, vertx, times, new Metrics(), ended::incrementAndGet).addReader(closed());
        new Stream(joined, vertx, times, new Metrics(), ended::incrementAndGet).addNode(closed());
        assertThat(ended).hasValue(2);
    }

    @Test
    void aNodeThatSaysGoodbyeInTheMomentItsReaderComesEndsTheStreamAfterItsLastWord() throws Exception {
        CompletableFuture<ServerWebSocket> came = new CompletableFuture<>();
        CompletableFuture<ServerWebSocket> cameToo = new CompletableFuture<>();
        int nodes = listen(came);
        int readers = listen(cameToo);
        CompletableFuture<String> ended = new CompletableFuture<>();
        ControlPlane.Joined joined = new ControlPlane.Joined(
                UUID.randomUUID(), UUID.randomUUID(), "terminal", Instant.now().plusSeconds(3600));
        Stream.Times times = new Stream.Times(Duration.ofMinutes(1), Duration.ofHours(1), Duration.ofMinutes(1));
        Metrics metrics = new Metrics();
        Stream stream = new Stream(joined, vertx, times, metrics, () -> ended.complete(metrics.write(Map.of())));
        try (RawPeer node = new RawPeer(new Socket(InetAddress.getLoopbackAddress(), nodes), "/", "X-Side: node");
                RawPeer reader =
                        new RawPeer(new Socket(InetAddress.getLoopbackAddress(), readers), "/", "X-Side: reader")) {
            ServerWebSocket ofNode = came.get(60, TimeUnit.SECONDS);
            stream.addNode(ofNode);
            // It takes nothing, so the answer to its goodbye stays here, and with it the connection.
            fill(ofNode);
            node.send(RawPeer.BINARY, "last word".getBytes(StandardCharsets.US_ASCII));
            node.send(RawPeer.CLOSE, new byte[] {3, (byte) 0xe8});
            await().until(ofNode::isClosed);
            stream.addReader(cameToo.get(60, TimeUnit.SECONDS));
            assertThat(reader.awaitFrame(RawPeer.BINARY).text()).isEqualTo("last word");
            assertThat(ended.get(60, TimeUnit.SECONDS)).contains("reason=\"node_left\"} 1");
        }
    }

    private static void fill(ServerWebSocket socket) throws Exception {
        try {
            while (true) {
                socket.write(Buffer.buffer(new byte[64 * 1024]))
                        .toCompletionStage()
                        .toCompletableFuture()
                        .get(1, TimeUnit.SECONDS);
            }
        } catch (TimeoutException e) {
            // Full: that is the point.
        }
    }

    private int listen(CompletableFuture<ServerWebSocket> came) throws Exception {
        return vertx.createHttpServer()
                .webSocketHandler(socket -> {
                    socket.pause();
                    came.complete(socket);
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS)
                .actualPort();
    }

    @Test
    void thereAreNoMoreStreamsThanFitIntoMemoryAtTheirWorst() throws Exception {
        long megabyte = 1024 * 1024;
        assertThat(Streams.maxIn(256 * megabyte, 256 * megabyte)).isEqualTo(384);
        assertThat(Streams.maxIn(4096 * megabyte, 64 * megabyte)).isEqualTo(128);
        assertThat(Streams.maxIn(16_384 * megabyte, 16_384 * megabyte)).isEqualTo(2_000);
        Streams streams = new Streams(vertx, Settings.Times.DEFAULT, Clock.systemUTC(), new Metrics(), 2);
        for (int i = 0; i < 2; i++) {
            assertThat(streams.isFull()).isFalse();
            streams.of(new ControlPlane.Joined(
                    UUID.randomUUID(),
                    UUID.randomUUID(),
                    "terminal",
                    Instant.now().plusSeconds(3600)));
        }
        assertThat(streams.isFull()).isTrue();
    }
}
