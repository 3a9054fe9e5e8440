package io.gpuaas.cli.fleet;

import io.gpuaas.sdk.LogStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads a stream from a gateway with credit-based flow control: the node may send at most one window more than was
 * printed, so a slow reader never buffers more than the window.
 */
final class StreamReader implements AutoCloseable, WebSocket.Listener {

    static final int WINDOW_BYTES = 256 * 1024;

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final int MESSAGES_MAX = WINDOW_BYTES + 16;

    private sealed interface Message {}

    private record Bytes(ByteBuffer bytes) implements Message {}

    private record Control(String type, String reason) implements Message {}

    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<Message> messages = new ArrayBlockingQueue<>(MESSAGES_MAX);
    private final StringBuilder text = new StringBuilder();
    private @Nullable WebSocket socket;

    private StreamReader() {}

    static StreamReader connect(LogStream stream) {
        StreamReader reader = new StreamReader();
        try {
            reader.socket = reader.client
                    .newWebSocketBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    .header("Origin", stream.origin())
                    // Send the token in a header that proxies do not log.
                    .subprotocols("gpuaas.stream.v1", "token." + stream.secret())
                    .buildAsync(URI.create(stream.url()), reader)
                    .join();
            return reader;
        } catch (CompletionException e) {
            reader.client.shutdownNow();
            String why = e.getCause() instanceof WebSocketHandshakeException refused
                    ? "status " + refused.getResponse().statusCode()
                    : String.valueOf(e.getCause());
            throw new IllegalStateException(
                    "The gateway at " + stream.url() + " refused the connection: " + why + ".", e);
        }
    }

    /** Prints the stream until it ends and returns the reason. */
    String copyTo(OutputStream out, PrintWriter err) throws IOException, InterruptedException {
        long printed = 0;
        long granted = WINDOW_BYTES;
        grant(granted);
        while (true) {
            switch (messages.take()) {
                case Bytes data -> {
                    printed += data.bytes().remaining();
                    out.write(data.bytes().array());
                    out.flush();
                    if (printed + WINDOW_BYTES / 2 >= granted) {
                        granted = printed + WINDOW_BYTES;
                        grant(granted);
                    }
                }
                case Control control -> {
                    if (control.type().equals("gap")) {
                        err.println("(some lines are missing: the log was rotated before they were read)");
                    } else if (!control.type().equals("attached")) {
                        return control.reason();
                    }
                }
            }
        }
    }

    private void grant(long offset) {
        WebSocket open = socket;
        if (open != null && !open.isOutputClosed()) {
            open.sendText("{\"type\":\"credit\",\"offset\":" + offset + "}", true)
                    .join();
        }
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        return take(from, new Bytes(ByteBuffer.wrap(bytes)));
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        text.append(data);
        if (!last) {
            from.request(1);
            return null;
        }
        String whole = text.toString();
        text.setLength(0);
        try {
            JsonNode json = JSON.readTree(whole);
            return take(
                    from,
                    new Control(
                            json.path("type").asString(""), json.path("reason").asString("")));
        } catch (JacksonException e) {
            return take(from, new Control("ended", "unreadable"));
        }
    }

    private @Nullable CompletionStage<?> take(WebSocket from, Message message) {
        if (!messages.offer(message)) {
            // Disconnect a sender that exceeds its credit.
            from.abort();
            return null;
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        take(from, new Control("ended", reason.isEmpty() ? "closed" : reason));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        take(from, new Control("ended", "connection_lost"));
    }

    @Override
    public void close() {
        WebSocket open = socket;
        if (open != null) {
            open.abort();
        }
        client.shutdownNow();
    }
}
