package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts a real gateway against a fake control plane for each test, with readers and nodes over real sockets. */
abstract class RunningGateway {

    static final String TOKEN = "t".repeat(43);

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    FakeControlPlane controlPlane;

    @SuppressWarnings("NullAway.Init")
    Gateway gateway;

    @Nullable SilencedProxy readersPass;

    @Nullable SilencedProxy nodesPass;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    @BeforeEach
    void start() throws Exception {
        controlPlane = new FakeControlPlane();
        start(Duration.ofSeconds(20), Duration.ofSeconds(60));
    }

    void start(Duration meeting, Duration silence) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), controlPlane.secret());
        gateway = new Gateway(
                new Settings(
                        URI.create("https://127.0.0.1:" + controlPlane.port()),
                        secret,
                        new Settings.Address("127.0.0.1", 0),
                        new Settings.Address("127.0.0.1", 0),
                        "ws://127.0.0.1:0",
                        "wss://127.0.0.1:0",
                        List.of(),
                        Optional.empty(),
                        Optional.of(new Settings.Address("127.0.0.1", 0)),
                        new Settings.Times(
                                Duration.ofMillis(200),
                                meeting,
                                silence,
                                Duration.ofMillis(200),
                                Duration.ofMillis(200))),
                LogFiles.to(new PrintStream(log, true, StandardCharsets.UTF_8)));
        gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.close();
        controlPlane.close();
        assertThat(log.toString(StandardCharsets.UTF_8))
                .as("no token is ever logged")
                .doesNotContain(TOKEN);
    }

    /** One end of a stream, which reads only as long as it wants to. */
    static final class End implements WebSocket.Listener {

        final List<String> texts = new CopyOnWriteArrayList<>();
        final AtomicLong bytes = new AtomicLong();
        final CompletableFuture<Integer> closed = new CompletableFuture<>();
        volatile boolean reads = true;

        @Override
        public void onOpen(WebSocket socket) {
            socket.request(1);
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            texts.add(data.toString());
            next(socket);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            bytes.addAndGet(data.remaining());
            next(socket);
            return null;
        }

        private void next(WebSocket socket) {
            if (reads) {
                socket.request(1);
            }
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            closed.complete(-1);
        }
    }

    WebSocket reader(End end, String path, @Nullable String origin, String... protocols) {
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        if (origin != null) {
            builder.header("Origin", origin);
        }
        if (protocols.length > 0) {
            builder.subprotocols(
                    protocols[0],
                    List.of(protocols).subList(1, protocols.length).toArray(String[]::new));
        }
        return builder.buildAsync(URI.create("ws://127.0.0.1:" + readerPort() + path), end)
                .join();
    }

    /** Where readers and nodes connect to: the gateway, or what stands in between. */
    int readerPort() {
        return readersPass == null ? gateway.readerPort() : readersPass.port();
    }

    int nodePort() {
        return nodesPass == null ? gateway.nodePort() : nodesPass.port();
    }

    WebSocket reader(End end) {
        return reader(end, "/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + TOKEN);
    }

    WebSocket node(End end, UUID stream, String name) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(controlPlane.node(name))
                .build()
                .newWebSocketBuilder()
                .subprotocols(ReaderDoor.PROTOCOL)
                .buildAsync(URI.create("wss://127.0.0.1:" + nodePort() + "/node/v1/streams/" + stream), end)
                .join();
    }

    static int refusal(Runnable knock) {
        try {
            knock.run();
        } catch (CompletionException e) {
            return e.getCause() instanceof WebSocketHandshakeException refused
                    ? refused.getResponse().statusCode()
                    : -1;
        }
        return 101;
    }

    int refusal(String path, @Nullable String origin, String... protocols) {
        return refusal(() -> reader(new End(), path, origin, protocols));
    }

    String metrics() throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.metricsPort() + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    interface Dial {
        WebSocket run() throws Exception;
    }

    static void quietly(Dial dial) {
        try {
            dial.run();
        } catch (CompletionException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    RawPeer rawReader(String... headers) throws Exception {
        List<String> lines = new ArrayList<>(List.of(headers));
        lines.add("Sec-WebSocket-Protocol: " + ReaderDoor.PROTOCOL + ", token." + TOKEN);
        return new RawPeer(
                new Socket(InetAddress.getLoopbackAddress(), gateway.readerPort()),
                "/v1/streams",
                lines.toArray(String[]::new));
    }

    RawPeer rawReader() throws Exception {
        return rawReader("Origin: " + FakeControlPlane.ORIGIN);
    }

    RawPeer rawNode(UUID stream) throws Exception {
        return new RawPeer(
                controlPlane
                        .node("n1")
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), gateway.nodePort()),
                "/node/v1/streams/" + stream,
                "Sec-WebSocket-Protocol: " + ReaderDoor.PROTOCOL);
    }

    String logged() {
        return log.toString(StandardCharsets.UTF_8);
    }
}
