package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TerminalId;
import io.gpuaas.sdk.Terminal;
import io.gpuaas.sdk.TerminalAccess;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Ending;
import io.gpuaas.sdk.TerminalClient.Part;
import io.gpuaas.sdk.TerminalState;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client programs and the command line use, at a real gateway, over a network that falls silent. */
class SilentNetworkTest {

    /** Gateway and agent bear silence for a minute: here it is the client that notices. */
    private static final Duration LONG = Duration.ofSeconds(60);

    private static final TerminalClient.Patience SHORT =
            new TerminalClient.Patience(Duration.ofMillis(400), Duration.ofMillis(800), Duration.ofSeconds(20));

    @TempDir
    Path folder;

    private FakeControlPlane controlPlane;
    private Gateway gateway;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> shown = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final TerminalClient client = new TerminalClient(
            http,
            new TerminalClient.Size(80, 24),
            new TerminalClient.Display() {
                @Override
                public void show(ByteBuffer bytes) {
                    shown.add(StandardCharsets.UTF_8.decode(bytes).toString());
                }

                @Override
                public void tell(String notice) {
                    told.add(notice);
                }
            },
            SHORT);

    @SuppressWarnings("NullAway.Init")
    SilentNetworkTest() {}

    @BeforeEach
    void start() throws Exception {
        controlPlane = new FakeControlPlane();
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
                        Optional.empty(),
                        new Settings.Times(
                                Duration.ofMillis(200), LONG, LONG, Duration.ofMillis(200), Duration.ofMillis(200))),
                LogFiles.to(new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8)));
        gateway.start();
    }

    @AfterEach
    void stop() {
        client.close();
        http.shutdownNow();
        gateway.close();
        controlPlane.close();
    }

    /** An agent as far as it matters here: it opens, prints and, if it knows how, answers. */
    private static final class Host implements WebSocket.Listener {

        final List<String> heard = new CopyOnWriteArrayList<>();
        private final boolean answers;
        private final String output;
        private final String lastWord;

        Host(boolean answers, String output) {
            this(answers, output, "{\"type\":\"pong\"}");
        }

        Host(boolean answers, String output, String lastWord) {
            this.answers = answers;
            this.output = output;
            this.lastWord = lastWord;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            String word = data.toString();
            heard.add(word);
            socket.request(1);
            if (word.contains("\"open\"")) {
                String offset = word.replaceAll(".*\"offset\":(\\d+).*", "$1");
                return socket.sendText(
                                "{\"type\":\"opened\",\"offset\":" + offset
                                        + ",\"input_offset\":0,\"writer\":true,\"pings\":" + answers + "}",
                                true)
                        .thenCompose(
                                open -> open.sendBinary(ByteBuffer.wrap(output.getBytes(StandardCharsets.UTF_8)), true))
                        .thenCompose(open -> open.sendText(lastWord, true));
            }
            return word.contains("\"ping\"") ? socket.sendText("{\"type\":\"pong\"}", true) : null;
        }
    }

    private TerminalAccess access(int port, Host host) throws Exception {
        String token = UUID.randomUUID().toString().replace("-", "") + "x".repeat(11);
        UUID stream = controlPlane.stream(token, "n1");
        HttpClient.newBuilder()
                .sslContext(controlPlane.node("n1"))
                .build()
                .newWebSocketBuilder()
                .subprotocols(ReaderDoor.PROTOCOL)
                .buildAsync(URI.create("wss://127.0.0.1:" + gateway.nodePort() + "/node/v1/streams/" + stream), host)
                .join();
        Instant now = Instant.now();
        return new TerminalAccess(
                new Terminal(
                        new TerminalId(UUID.randomUUID()),
                        new AllocationId(UUID.randomUUID()),
                        TerminalState.OPEN,
                        new PrincipalId(UUID.randomUUID()),
                        null,
                        now,
                        now.plusSeconds(60),
                        null,
                        null,
                        null),
                new StreamId(stream),
                "ws://127.0.0.1:" + port + "/v1/streams",
                FakeControlPlane.ORIGIN,
                token,
                now.plusSeconds(60));
    }

    private CompletableFuture<Ending> carry(TerminalAccess access) {
        CompletableFuture<Ending> ending = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                ending.complete(client.carry(access, Part.WRITE));
            } catch (InterruptedException e) {
                ending.completeExceptionally(e);
            }
        });
        return ending;
    }

    @Test
    void aNetworkThatFallsSilentIsNoticedAndTheNextConnectionGoesOnAtTheByte() throws Exception {
        Host host = new Host(true, "first");
        try (SilencedProxy pass = new SilencedProxy(gateway.readerPort())) {
            CompletableFuture<Ending> ending = carry(access(pass.port(), host));
            await().until(() -> String.join("", shown).equals("first"));
            await("asked more than once, and answered")
                    .until(() -> host.heard.stream()
                                    .filter(word -> word.contains("\"ping\""))
                                    .count()
                            >= 3);
            assertThat(ending).as("a quiet terminal is no lost one").isNotDone();
            pass.fallSilent();
            assertThat(ending.get(60, TimeUnit.SECONDS))
                    .isEqualTo(new Ending("the connection fell silent", null, false));
        }
        Host again = new Host(true, " second");
        CompletableFuture<Ending> ending = carry(access(gateway.readerPort(), again));
        await().until(() -> String.join("", shown).equals("first second"));
        assertThat(again.heard.getFirst()).contains("\"offset\":5,");
        assertThat(told).containsExactly("connected again");
        client.close();
        assertThat(ending.get(60, TimeUnit.SECONDS).isFinal()).isFalse();
    }

    @Test
    void aClientThatHasTheExitCodeSaysGoodbyeSoThatItIsNotExpectedBack() throws Exception {
        Host host = new Host(true, "all", "{\"type\":\"exited\",\"reason\":\"exited\",\"code\":3}");
        CompletableFuture<Ending> ending = carry(access(gateway.readerPort(), host));
        assertThat(ending.get(60, TimeUnit.SECONDS)).isEqualTo(new Ending("exited", 3, true));
        await().until(() -> host.heard.contains("{\"type\":\"ended\",\"reason\":\"reader_left\"}"));
    }

    @Test
    void aHostThatDoesNotKnowTheQuestionIsNotAsked() throws Exception {
        Host old = new Host(false, "x");
        CompletableFuture<Ending> ending = carry(access(gateway.readerPort(), old));
        await().until(() -> String.join("", shown).equals("x"));
        await().during(SHORT.silence().plus(SHORT.answer()).multipliedBy(2))
                .atMost(Duration.ofSeconds(30))
                .until(() -> !ending.isDone() && old.heard.stream().noneMatch(word -> word.contains("\"ping\"")));
    }
}
