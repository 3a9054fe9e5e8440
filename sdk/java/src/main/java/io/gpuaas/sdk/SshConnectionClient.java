package io.gpuaas.sdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Carries the bytes of one SSH connection through a gateway. Nothing of it is kept in memory but a frame. */
public final class SshConnectionClient {

    private static final int FRAME_BYTES = 32 * 1024;
    private static final Duration CONNECT_TIMEOUT = Duration.ofMinutes(1);

    /** Gateways end a connection after a day. */
    private static final Duration FRAME_TIMEOUT = Duration.ofHours(25);

    private final HttpClient http;

    public SshConnectionClient(HttpClient http) {
        this.http = http;
    }

    /** Returns when the connection has ended: null in order, otherwise the gateway's reason. */
    public @Nullable String carry(SshConnectionAccess access, InputStream in, OutputStream out)
            throws IOException, InterruptedException {
        Listener listener = new Listener(out);
        WebSocket socket = connect(access, listener);
        try {
            Thread.ofVirtual().name("ssh-input").start(() -> send(socket, in, listener));
            return listener.ended.get();
        } catch (ExecutionException e) {
            throw new IOException("the SSH connection broke: " + e.getCause(), e);
        } finally {
            socket.abort();
        }
    }

    private WebSocket connect(SshConnectionAccess access, Listener listener) throws IOException, InterruptedException {
        try {
            return http.newWebSocketBuilder()
                    .connectTimeout(Duration.ofSeconds(10))
                    .header("Origin", access.origin())
                    // The token goes where no log of a proxy has it.
                    .subprotocols("gpuaas.stream.v1", "token." + access.secret())
                    .buildAsync(URI.create(access.url()), listener)
                    .get(CONNECT_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the gateway cannot be reached: " + (e.getCause() == null ? e : e.getCause()), e);
        }
    }

    private static void send(WebSocket socket, InputStream in, Listener listener) {
        byte[] buffer = new byte[FRAME_BYTES];
        try {
            int count;
            while ((count = in.read(buffer)) > 0) {
                socket.sendBinary(ByteBuffer.wrap(buffer, 0, count), true)
                        .get(FRAME_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            }
            // ssh ended its side; the server ends the other one.
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(CONNECT_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (IOException | ExecutionException | TimeoutException e) {
            listener.ended.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Listener implements WebSocket.Listener {

        private final OutputStream out;
        private final CompletableFuture<@Nullable String> ended = new CompletableFuture<>();
        private final StringBuilder word = new StringBuilder();

        Listener(OutputStream out) {
            this.out = out;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
            byte[] piece = new byte[data.remaining()];
            data.get(piece);
            try {
                out.write(piece);
                out.flush();
                from.request(1);
            } catch (IOException e) {
                ended.completeExceptionally(e);
            }
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            word.append(data);
            if (last) {
                hear(word.toString());
                word.setLength(0);
            }
            from.request(1);
            return null;
        }

        private void hear(String text) {
            try {
                JsonNode json = Json.MAPPER.readTree(text);
                String type = json.path("type").asString("");
                if (type.equals("ended") || type.equals("refused")) {
                    ended.complete(json.path("reason").asString(type));
                }
            } catch (JacksonException e) {
                ended.completeExceptionally(e);
            }
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            ended.complete(code == WebSocket.NORMAL_CLOSURE || reason.isEmpty() ? null : reason);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            ended.completeExceptionally(error);
        }
    }
}
