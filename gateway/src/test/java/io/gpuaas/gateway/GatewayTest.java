package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real gateway with real sockets on both sides; who may come in is the fake's to say. */
class GatewayTest {

    private static final String TOKEN = "t".repeat(43);

    @TempDir
    Path folder;

    private FakeControlPlane controlPlane;
    private Gateway gateway;
    private @Nullable SilencedProxy readersPass;
    private @Nullable SilencedProxy nodesPass;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    @SuppressWarnings("NullAway.Init")
    GatewayTest() {}

    @BeforeEach
    void start() throws Exception {
        controlPlane = new FakeControlPlane();
        start(Duration.ofSeconds(20), Duration.ofSeconds(60));
    }

    private void start(Duration meeting, Duration silence) throws Exception {
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
    private static final class End implements WebSocket.Listener {

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

    private WebSocket reader(End end, String path, @Nullable String origin, String... protocols) {
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
    private int readerPort() {
        return readersPass == null ? gateway.readerPort() : readersPass.port();
    }

    private int nodePort() {
        return nodesPass == null ? gateway.nodePort() : nodesPass.port();
    }

    private WebSocket reader(End end) {
        return reader(end, "/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + TOKEN);
    }

    private WebSocket node(End end, UUID stream, String name) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(controlPlane.node(name))
                .build()
                .newWebSocketBuilder()
                .subprotocols(ReaderDoor.PROTOCOL)
                .buildAsync(URI.create("wss://127.0.0.1:" + nodePort() + "/node/v1/streams/" + stream), end)
                .join();
    }

    private static int refusal(Runnable knock) {
        try {
            knock.run();
        } catch (CompletionException e) {
            return e.getCause() instanceof WebSocketHandshakeException refused
                    ? refused.getResponse().statusCode()
                    : -1;
        }
        return 101;
    }

    private int refusal(String path, @Nullable String origin, String... protocols) {
        return refusal(() -> reader(new End(), path, origin, protocols));
    }

    @Test
    void bytesAndWordsGoBothWaysWhoeverComesFirst() throws Exception {
        for (boolean nodeFirst : new boolean[] {true, false}) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            End reader = new End();
            End node = new End();
            WebSocket fromNode = nodeFirst ? node(node, stream, "n1") : null;
            WebSocket fromReader = reader(reader);
            assertThat(fromReader.getSubprotocol())
                    .as("the token is not echoed")
                    .isEqualTo(ReaderDoor.PROTOCOL);
            fromNode = fromNode == null ? node(node, stream, "n1") : fromNode;
            fromReader.sendText("{\"type\":\"credit\",\"offset\":10}", true).join();
            await().until(() -> node.texts.contains("{\"type\":\"credit\",\"offset\":10}"));
            fromNode.sendBinary(ByteBuffer.wrap(new byte[1000]), true).join();
            await().until(() -> reader.bytes.get() == 1000);
            assertThat(reader.texts).containsExactly("{\"type\":\"attached\"}");
            fromReader.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
            node.closed.get(5, TimeUnit.SECONDS);
            assertThat(node.texts.getLast()).contains("reader_left");
            await().until(() -> gateway.streams().ids().isEmpty());
        }
    }

    @Test
    void aFrameSentWhileJoiningIsNotLost() throws Exception {
        List<End> nodes = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 20; i++) {
            End node = new End();
            nodes.add(node);
            String token = UUID.randomUUID().toString().replace("-", "") + "x".repeat(11);
            UUID stream = controlPlane.stream(token, "n1");
            node(node, stream, "n1");
            reader(new End(), "/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + token)
                    .sendText("early", true)
                    .join();
        }
        await().untilAsserted(() -> assertThat(nodes).allMatch(node -> node.texts.contains("early")));
    }

    @Test
    void aVanishedPeerIsDisconnectedAndAQuietOneIsNot() throws Exception {
        gateway.close();
        start(Duration.ofSeconds(20), Duration.ofSeconds(3));
        UUID quiet = controlPlane.stream("q".repeat(43), "n1");
        End quietReader = new End();
        End quietNode = new End();
        reader(quietReader, "/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + "q".repeat(43));
        node(quietNode, quiet, "n1");
        for (boolean isReader : new boolean[] {true, false}) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            try (SilencedProxy pass = new SilencedProxy(isReader ? gateway.readerPort() : gateway.nodePort())) {
                readersPass = isReader ? pass : null;
                nodesPass = isReader ? null : pass;
                End reader = new End();
                End node = new End();
                reader(reader);
                WebSocket fromNode = node(node, stream, "n1");
                fromNode.sendBinary(ByteBuffer.wrap(new byte[10]), true).join();
                await().until(() -> reader.bytes.get() == 10);
                pass.fallSilent();
                End stays = isReader ? node : reader;
                stays.closed.get(15, TimeUnit.SECONDS);
                assertThat(stays.texts.getLast()).contains(isReader ? "reader_lost" : "node_left");
            } finally {
                readersPass = null;
                nodesPass = null;
            }
        }
        assertThat(quietReader.closed).as("it answers pings").isNotDone();
        assertThat(quietNode.closed).isNotDone();
    }

    @Test
    void readersWithoutATokenFromElsewhereOrWithATokenInTheAddressAreRefused() {
        controlPlane.stream(TOKEN, "n1");
        String token = "token." + TOKEN;
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL))
                .isEqualTo(401);
        assertThat(refusal("/v1/streams?token=" + TOKEN, FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL))
                .isEqualTo(400);
        assertThat(refusal("/v1/streams?x=1", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .isEqualTo(400);
        assertThat(refusal("/elsewhere", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .isEqualTo(404);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, token)).isEqualTo(400);
        for (String origin : new @Nullable String[] {
            null,
            "null",
            "http://console.example.com",
            "https://console.example.com.evil.org",
            "https://evil-console.example.com",
            "https://console.example.com:8443",
            "https://CONSOLE.example.com",
            "https://console.example.com/",
            "https://console.example.com.",
            "https://console.example.com@evil.org",
            "https://evil.org/https://console.example.com",
            "https://console.example.com, https://evil.org",
            "https://console.example.com https://evil.org",
            "https://console-example.com",
            "https://xn--cnsole-8nf.example.com",
            "wss://console.example.com",
            "console.example.com",
            "https://example.com"
        }) {
            assertThat(refusal("/v1/streams", origin, ReaderDoor.PROTOCOL, token))
                    .as(String.valueOf(origin))
                    .isEqualTo(403);
        }
        assertThat(controlPlane.tokens).as("none of these used it up").containsKey(TOKEN);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token.replace('t', 'u')))
                .isEqualTo(401);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token.substring(0, 48)))
                .as("cut short")
                .isEqualTo(401);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + "u".repeat(43)))
                .isEqualTo(403);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .isEqualTo(101);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .as("replayed")
                .isEqualTo(403);
    }

    private String metrics() throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.metricsPort() + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void trafficIsCountedByRoleAndDirectionAndRefusalsByReason() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        WebSocket fromReader = reader(reader);
        WebSocket fromNode = node(new End(), stream, "n1");
        fromReader.sendBinary(ByteBuffer.wrap(new byte[] {'k'}), true).join();
        await().until(() -> metrics().contains("to=\"node\"} 1\n"));
        fromNode.sendBinary(ByteBuffer.wrap(new byte[1_000]), true).join();
        await().until(() -> reader.bytes.get() == 1_000);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + TOKEN))
                .isEqualTo(403);
        assertThat(metrics())
                .containsPattern("gpuaas_gateway_streams\\{role=\"[a-z]+\"} 1\n")
                .containsPattern("gpuaas_gateway_bytes_total\\{role=\"[a-z]+\",to=\"reader\"} 1000\n")
                .contains("gpuaas_gateway_refused_total{door=\"reader\",reason=\"token\"} 1\n")
                .contains("gpuaas_gateway_meeting_seconds_count 1\n")
                .contains("gpuaas_gateway_echo_seconds_count 1\n")
                .doesNotContain(stream.toString());
        fromReader.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        await().untilAsserted(() -> assertThat(metrics())
                .containsPattern("gpuaas_gateway_streams\\{role=\"[a-z]+\"} 0\n")
                .contains("gpuaas_gateway_streams_ended_total{reason=\"reader_left\"} 1\n"));
    }

    @Test
    void aNodeThatWaitsForCreditIsCountedAsStalledThoughNothingWaitsHere() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        WebSocket fromNode = node(new End(), stream, "n1");
        End reader = new End();
        reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        fromNode.sendPong(ByteBuffer.allocate(0)).join();
        fromNode.sendPong(ByteBuffer.wrap("stalled".getBytes(StandardCharsets.US_ASCII)))
                .join();
        await().untilAsserted(() -> assertThat(metrics())
                .containsPattern("gpuaas_gateway_stalls_total\\{role=\"[a-z]+\",to=\"reader\"} 1\n"));
    }

    @Test
    void everySeriesAndLabelOfTheDashboardIsCountedHere() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        node(new End(), stream, "n1");
        reader(new End());
        refusal("/v1/streams", null, ReaderDoor.PROTOCOL);
        await().until(() -> metrics().contains("gpuaas_gateway_meeting_seconds_count 1\n"));
        String counted = metrics();
        Matcher queries = Pattern.compile("sum by \\(([a-z, ]+)\\) \\((?:rate\\()?(gpuaas_gateway_[a-z_]+)")
                .matcher(Files.readString(Path.of("../deploy/dashboards/terminals.json")));
        Set<String> shown = new TreeSet<>();
        while (queries.find()) {
            shown.add(queries.group(2));
            for (String label : queries.group(1).split(", ", -1)) {
                assertThat(counted).containsPattern("\n" + queries.group(2) + "\\{[^}]*\\b" + label + "=\"");
            }
        }
        assertThat(shown)
                .containsExactly(
                        "gpuaas_gateway_bytes_total",
                        "gpuaas_gateway_echo_seconds_bucket",
                        "gpuaas_gateway_meeting_seconds_bucket",
                        "gpuaas_gateway_refused_total",
                        "gpuaas_gateway_stalls_total",
                        "gpuaas_gateway_streams");
    }

    @Test
    void aNodeIsKnownByItsCertificateAlone() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        assertThat(refusal(() -> quietly(() -> node(new End(), stream, "n2")))).isEqualTo(403);
        try (FakeControlPlane foreign = new FakeControlPlane()) {
            assertThat(refusal(() -> quietly(() -> HttpClient.newBuilder()
                            .sslContext(foreign.node("n1"))
                            .build()
                            .newWebSocketBuilder()
                            .buildAsync(
                                    URI.create("wss://127.0.0.1:" + nodePort() + "/node/v1/streams/" + stream),
                                    new End())
                            .join())))
                    .as("no handshake with a certificate of another authority")
                    .isEqualTo(-1);
        }
        assertThat(refusal(() -> quietly(() -> node(new End(), stream, "n1")))).isEqualTo(101);
    }

    private interface Dial {
        WebSocket run() throws Exception;
    }

    private static void quietly(Dial dial) {
        try {
            dial.run();
        } catch (CompletionException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aReaderWhoStopsStopsTheNodeAndNothingPilesUpHere() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        WebSocket fromNode = node(new End(), stream, "n1");
        WebSocket fromReader = reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        // As many as come in an hour.
        for (int i = 0; i < 180; i++) {
            fromNode.sendPong(ByteBuffer.allocate(0)).join();
            fromReader.sendPong(ByteBuffer.allocate(0)).join();
        }
        reader.reads = false;
        byte[] frame = new byte[32 * 1024];
        long sent = 0;
        try {
            while (sent < 256L * 1024 * 1024) {
                fromNode.sendBinary(ByteBuffer.wrap(frame), true).get(2, TimeUnit.SECONDS);
                sent += frame.length;
            }
        } catch (TimeoutException e) {
            // The node cannot send any more: that is the point.
        }
        Stream carried = gateway.streams().find(stream).orElseThrow();
        assertThat(carried.held())
                .as("held for the reader")
                .isBetween(Side.WINDOW_BYTES, Side.WINDOW_BYTES + frame.length + 256);
        // The rest is in the kernel, of the node's connection and of the test's own HTTP client.
        assertThat(sent - carried.frames() * frame.length)
                .as("sent before the node had to stop, and not carried")
                .isLessThan(12L * 1024 * 1024);
        assertThat(metrics()).containsPattern("gpuaas_gateway_stalls_total\\{role=\"[a-z]+\",to=\"reader\"} [1-9]");
        reader.reads = true;
        fromReader.request(1);
        long all = sent;
        await().atMost(Duration.ofSeconds(20)).until(() -> reader.bytes.get() >= all);
    }

    @Test
    void aReaderWhoGoesOnAfterTheNodeLeftGetsEveryByteAndThenTheLastWord() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromNode = node(node, stream, "n1");
        WebSocket fromReader = reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        reader.reads = false;
        Stream carried = gateway.streams().find(stream).orElseThrow();
        byte[] frame = new byte[16 * 1024];
        long count = 0;
        while (carried.held() < Side.WINDOW_BYTES) {
            fromNode.sendBinary(ByteBuffer.wrap(frame), true).join();
            long sent = ++count;
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> carried.frames() == sent || carried.held() >= Side.WINDOW_BYTES);
        }
        fromNode.sendBinary(ByteBuffer.wrap(frame), true).join();
        count++;
        fromNode.sendText("{\"type\":\"exited\",\"code\":7}", true).join();
        fromNode.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        node.closed.get(10, TimeUnit.SECONDS);
        reader.reads = true;
        fromReader.request(1);
        reader.closed.get(10, TimeUnit.SECONDS);
        assertThat(reader.bytes).hasValue(count * frame.length);
        assertThat(reader.texts)
                .containsExactly(
                        "{\"type\":\"attached\"}",
                        "{\"type\":\"exited\",\"code\":7}",
                        "{\"type\":\"ended\",\"reason\":\"node_left\"}");
    }

    @Test
    void pingsOfASideKeepNothingBackAndGoNoFurther() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromNode = node(node, stream, "n1");
        WebSocket fromReader = reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        for (int i = 0; i < 3; i++) {
            fromReader.sendPing(ByteBuffer.wrap(new byte[] {1})).join();
            fromReader.sendPong(ByteBuffer.wrap(new byte[] {2})).join();
            fromNode.sendPing(ByteBuffer.allocate(0)).join();
        }
        fromReader.sendBinary(ByteBuffer.wrap(new byte[10]), true).join();
        fromNode.sendBinary(ByteBuffer.wrap(new byte[20]), true).join();
        await().until(() -> node.bytes.get() == 10 && reader.bytes.get() == 20);
    }

    @Test
    void aFrameThatIsTooLargeEndsTheStream() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromNode = node(node, stream, "n1");
        reader(reader);
        assertThat(fromNode.sendBinary(ByteBuffer.wrap(new byte[Gateway.FRAME_BYTES_MAX + 1]), true))
                .isNotNull();
        node.closed.get(10, TimeUnit.SECONDS);
        reader.closed.get(10, TimeUnit.SECONDS);
        assertThat(reader.bytes).hasValue(0);

        UUID other = controlPlane.stream(TOKEN, "n1");
        End spared = new End();
        node(spared, other, "n1");
        assertThat(reader(new End()).sendBinary(ByteBuffer.wrap(new byte[Gateway.FRAME_BYTES_MAX + 1]), true))
                .isNotNull();
        spared.closed.get(10, TimeUnit.SECONDS);
        assertThat(spared.bytes).hasValue(0);
    }

    private RawPeer rawReader(String... headers) throws Exception {
        List<String> lines = new ArrayList<>(List.of(headers));
        lines.add("Sec-WebSocket-Protocol: " + ReaderDoor.PROTOCOL + ", token." + TOKEN);
        return new RawPeer(
                new Socket(InetAddress.getLoopbackAddress(), gateway.readerPort()),
                "/v1/streams",
                lines.toArray(String[]::new));
    }

    private RawPeer rawReader() throws Exception {
        return rawReader("Origin: " + FakeControlPlane.ORIGIN);
    }

    private RawPeer rawNode(UUID stream) throws Exception {
        return new RawPeer(
                controlPlane
                        .node("n1")
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), gateway.nodePort()),
                "/node/v1/streams/" + stream,
                "Sec-WebSocket-Protocol: " + ReaderDoor.PROTOCOL);
    }

    @Test
    void afterItsLastWordToASideTheGatewaySendsItNothingMore() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        try (RawPeer reader = rawReader();
                RawPeer node = rawNode(stream)) {
            reader.awaitFrame(RawPeer.TEXT);
            node.send(RawPeer.BINARY, new byte[100]);
            reader.awaitFrame(RawPeer.BINARY);
            controlPlane.close.add(stream);
            assertThat(reader.awaitFrame(RawPeer.TEXT).text()).contains("revoked");
            reader.awaitFrame(RawPeer.CLOSE);
            node.awaitFrame(RawPeer.CLOSE);
            // Neither has answered the close, so both connections are still there.
            node.send(RawPeer.BINARY, new byte[100]);
            reader.send(RawPeer.BINARY, new byte[100]);
            assertThat(reader.read(Duration.ofSeconds(1))).isEmpty();
            assertThat(node.read(Duration.ofSeconds(1))).isEmpty();
        }
    }

    /** A side that asks all the time whether we are there and takes none of the answers. */
    @Test
    void aPeerThatPingsWithoutReadingIsDisconnectedBeforeTheAnswersFillTheMemory() throws Exception {
        byte[] ping = new byte[125];
        long pingsMax = 64L * 1024 * 1024 / ping.length;
        for (boolean isReader : new boolean[] {true, false}) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            try (RawPeer reader = rawReader();
                    RawPeer node = rawNode(stream)) {
                reader.awaitFrame(RawPeer.TEXT);
                RawPeer flooding = isReader ? reader : node;
                RawPeer stays = isReader ? node : reader;
                assertThatThrownBy(() -> {
                            for (long sent = 0; sent < pingsMax; sent++) {
                                flooding.send(RawPeer.PING, ping);
                            }
                        })
                        .as("hung up on, long before the kernels could have swallowed so many answers")
                        .isInstanceOf(IOException.class);
                assertThat(stays.awaitFrame(RawPeer.TEXT).text()).contains(isReader ? "reader_lost" : "node_left");
            }
            await().until(() -> gateway.streams().ids().isEmpty());
        }
    }

    @Test
    void aPeerThatOnlyPingsIsDisconnectedSoonAfterTheStreamEnds() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        try (RawPeer reader = rawReader()) {
            WebSocket fromNode = node(new End(), stream, "n1");
            reader.awaitFrame(RawPeer.TEXT);
            Stream carried = gateway.streams().find(stream).orElseThrow();
            while (carried.held() < Side.WINDOW_BYTES) {
                fromNode.sendBinary(ByteBuffer.wrap(new byte[16 * 1024]), true).join();
            }
            controlPlane.close.add(stream);
            await().until(() -> gateway.streams().ids().isEmpty());
            await("the connection itself ends, though its peer is not silent")
                    .atMost(Duration.ofSeconds(25))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        try {
                            reader.send(RawPeer.PING, new byte[1]);
                            return false;
                        } catch (IOException e) {
                            return true;
                        }
                    });
        }
    }

    @Test
    void framesThatBreakTheProtocolEndTheStreamAndReachNobody() throws Exception {
        byte[] four = new byte[4];
        List<int[]> broken = List.of(
                new int[] {0x82, 4}, // not masked
                new int[] {0x83, 0x84}, // of a type that is none
                new int[] {0xf2, 0x84}, // with bits nobody agreed on
                new int[] {0x80, 0x84}, // goes on with what has not begun
                new int[] {0x09, 0x84}); // a ping in pieces
        for (int[] head : broken) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            End node = new End();
            node(node, stream, "n1");
            try (RawPeer reader = rawReader()) {
                reader.awaitFrame(RawPeer.TEXT);
                reader.sendRaw(head[0], head[1], four, four);
                node.closed.get(10, TimeUnit.SECONDS);
            }
            assertThat(node.bytes).as(Integer.toHexString(head[0])).hasValue(0);
            assertThat(node.texts.getLast()).as(Integer.toHexString(head[0])).contains("reader_lost");
        }
    }

    @Test
    void twoOriginsAreNone() throws Exception {
        controlPlane.stream(TOKEN, "n1");
        String allowed = "Origin: " + FakeControlPlane.ORIGIN;
        assertThatThrownBy(() -> rawReader(allowed, "Origin: https://evil.org")).hasMessageContaining("403");
        assertThat(controlPlane.tokens).containsKey(TOKEN);
    }

    @Test
    void aNodeThatIsGoneIsToldToTheReader() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        WebSocket fromNode = node(new End(), stream, "n1");
        reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        fromNode.abort();
        reader.closed.get(10, TimeUnit.SECONDS);
        assertThat(reader.texts.getLast()).isEqualTo("{\"type\":\"ended\",\"reason\":\"node_left\"}");
    }

    @Test
    void theControlPlaneTheClockAndTheEndOfTheGatewayEndStreams() throws Exception {
        UUID revoked = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        controlPlane.close.add(revoked);
        assertThat(reader.closed.get(10, TimeUnit.SECONDS)).isEqualTo(4403);

        controlPlane.endsAt = Instant.now().plusMillis(300);
        controlPlane.stream(TOKEN, "n1");
        End late = new End();
        reader(late);
        assertThat(late.closed.get(10, TimeUnit.SECONDS)).isEqualTo(4410);

        controlPlane.endsAt = Instant.now().plusSeconds(60);
        controlPlane.stream(TOKEN, "n1");
        End last = new End();
        reader(last);
        await().until(() -> !gateway.streams().ids().isEmpty());
        gateway.close();
        last.closed.get(10, TimeUnit.SECONDS);
        assertThat(last.texts).containsExactly("{\"type\":\"ended\",\"reason\":\"gateway_stops\"}");
    }

    private String logged() {
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aGatewayWhoseCertificateCountsNoMoreJoinsAgainAndItsStreamsGoOn() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromReader = reader(reader);
        node(node, stream, "n1");
        await().until(() -> !reader.texts.isEmpty());
        controlPlane.knowsCertificate = false;
        await().until(() -> controlPlane.enrollments.get() == 2);
        await().until(() -> logged().contains("rejoined the control plane"));
        fromReader.sendBinary(ByteBuffer.wrap(new byte[10]), true).join();
        await().until(() -> node.bytes.get() == 10);
        controlPlane.close.add(stream);
        assertThat(reader.closed.get(10, TimeUnit.SECONDS))
                .as("it hears again what must end")
                .isEqualTo(4403);
        assertThat(logged()).doesNotContain("could not reach");
    }

    @Test
    void aRevokedGatewayEndsItsStreamsAndComesBackWhenItIsWantedAgain() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        reader(reader);
        node(node, stream, "n1");
        controlPlane.knowsSecret = false;
        controlPlane.knowsCertificate = false;
        assertThat(reader.closed.get(10, TimeUnit.SECONDS)).isEqualTo(4403);
        assertThat(node.closed.get(10, TimeUnit.SECONDS)).isEqualTo(4403);
        assertThat(logged()).contains("ended its streams").doesNotContain("could not reach");
        controlPlane.knowsSecret = true;
        await().until(() -> controlPlane.enrollments.get() == 2);
        controlPlane.stream(TOKEN, "n1");
        reader(new End());
    }

    @Test
    void anOutageIsNoRefusal() throws Exception {
        controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        await().until(() -> !gateway.streams().ids().isEmpty());
        controlPlane.close();
        await().until(() -> logged().contains("could not reach the control plane"));
        assertThat(reader.closed).isNotDone();
        assertThat(controlPlane.enrollments).hasValue(1);
    }

    @Test
    void onlyAPortIsReplacedByTheOneThatWasFree() {
        assertThat(Gateway.withPort("wss://[2001:0db8::1]:8448", 9)).isEqualTo("wss://[2001:0db8::1]:8448");
        assertThat(Gateway.withPort("wss://[2001:0db8::0]:0", 9)).isEqualTo("wss://[2001:0db8::0]:9");
        assertThat(Gateway.withPort("ws://127.0.0.1:0/streams", 9)).isEqualTo("ws://127.0.0.1:9/streams");
        assertThat(Gateway.withPort("wss://gateway.example.com:08", 9)).isEqualTo("wss://gateway.example.com:08");
    }

    @Test
    void aReaderWhoseNodeWillNotJoinIsDisconnectedAtOnce() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        controlPlane.unmet.add(stream);
        assertThat(reader.closed.get(10, TimeUnit.SECONDS)).isEqualTo(4408);
        assertThat(reader.texts).containsExactly("{\"type\":\"ended\",\"reason\":\"nobody_came\"}");
    }

    @Test
    void aReaderWhoseNodeDoesNotJoinInTimeIsDisconnected() throws Exception {
        gateway.close();
        start(Duration.ofMillis(200), Duration.ofSeconds(60));
        controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        assertThat(reader.closed.get(10, TimeUnit.SECONDS)).isEqualTo(4408);
    }
}
