package io.gpuaas.agent.command;

import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.GatewaySocket;
import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Plays the client of a command, without a network in between. */
final class FakeSocket implements GatewaySocket {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    final List<String> texts = new CopyOnWriteArrayList<>();
    private final WebSocket.Listener node;
    private final List<ByteArrayOutputStream> outputs =
            List.of(new ByteArrayOutputStream(), new ByteArrayOutputStream());

    FakeSocket(WebSocket.Listener node) {
        this.node = node;
    }

    void open(long stdout, long stderr, long window) {
        tell("{\"type\":\"open\",\"stdout\":" + stdout + ",\"stderr\":" + stderr + "}");
        tell("{\"type\":\"credit\",\"offset\":" + window + "}");
    }

    void tell(String text) {
        node.onText(this, text, true);
    }

    void type(String text) {
        node.onBinary(this, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true);
    }

    void loseConnection() {
        node.onError(this, new java.io.IOException("lost"));
    }

    String awaitText(String type) {
        await().atMost(PATIENCE).until(() -> texts.stream().anyMatch(text -> text.contains("\"" + type + "\"")));
        return texts.stream()
                .filter(text -> text.contains("\"" + type + "\""))
                .findFirst()
                .orElseThrow();
    }

    synchronized byte[] output(int stream) {
        return outputs.get(stream).toByteArray();
    }

    @Override
    public synchronized CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
        int stream = data.get() - 1;
        byte[] piece = new byte[data.remaining()];
        data.get(piece);
        outputs.get(stream).writeBytes(piece);
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
        texts.add(data.toString());
        return CompletableFuture.completedFuture(this);
    }
}
