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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Carries one file through a gateway (docs/adr/0016-terminals.md). Nothing of it is kept in memory but a frame. */
public final class FileTransferClient {

    private static final int FRAME_BYTES = 32 * 1024;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration END_TIMEOUT = Duration.ofMinutes(2);

    private final HttpClient http;

    public FileTransferClient(HttpClient http) {
        this.http = http;
    }

    /** How it ended: no reason when all is there, and then with its digest. */
    public record Ending(
            @Nullable String reason, long bytes, @Nullable String sha256) {

        public boolean isDone() {
            return reason == null;
        }
    }

    public Ending upload(FileTransferAccess access, InputStream file) throws IOException, InterruptedException {
        Listener listener = new Listener(OutputStream.nullOutputStream());
        WebSocket socket = connect(access, listener);
        try {
            byte[] buffer = new byte[FRAME_BYTES];
            int count;
            while (!listener.ending.isDone() && (count = file.readNBytes(buffer, 0, buffer.length)) > 0) {
                await(socket.sendBinary(ByteBuffer.wrap(buffer, 0, count), true), TIMEOUT);
            }
            return await(listener.ending, END_TIMEOUT);
        } finally {
            socket.abort();
        }
    }

    public Ending download(FileTransferAccess access, OutputStream file) throws IOException, InterruptedException {
        Listener listener = new Listener(file);
        WebSocket socket = connect(access, listener);
        try {
            while (true) {
                long before = listener.received.get();
                try {
                    return listener.ending.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                } catch (TimeoutException e) {
                    if (listener.received.get() == before) {
                        return new Ending("stuck", before, null);
                    }
                } catch (ExecutionException e) {
                    throw new IOException("the file cannot be carried: " + e.getCause(), e);
                }
            }
        } finally {
            socket.abort();
        }
    }

    private WebSocket connect(FileTransferAccess access, Listener listener) throws IOException, InterruptedException {
        return await(
                http.newWebSocketBuilder()
                        .connectTimeout(Duration.ofSeconds(10))
                        .header("Origin", access.origin())
                        // The token goes where no log of a proxy has it.
                        .subprotocols("gpuaas.stream.v1", "token." + access.secret())
                        .buildAsync(URI.create(access.url()), listener),
                TIMEOUT);
    }

    private static <T> T await(CompletableFuture<T> future, Duration patience)
            throws IOException, InterruptedException {
        try {
            return future.get(patience.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the file cannot be carried: " + (e.getCause() == null ? e : e.getCause()), e);
        }
    }

    private static final class Listener implements WebSocket.Listener {

        private final OutputStream file;
        private final CompletableFuture<Ending> ending = new CompletableFuture<>();
        private final StringBuilder word = new StringBuilder();
        private final AtomicLong received = new AtomicLong();

        Listener(OutputStream file) {
            this.file = file;
        }

        @Override
        public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
            byte[] piece = new byte[data.remaining()];
            data.get(piece);
            try {
                file.write(piece);
                received.addAndGet(piece.length);
                from.request(1);
            } catch (IOException e) {
                ending.completeExceptionally(e);
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
                long bytes = json.path("bytes").asLong(0);
                switch (json.path("type").asString("")) {
                    case "finished" ->
                        ending.complete(
                                new Ending(null, bytes, json.path("sha256").asString("")));
                    case "refused", "ended" ->
                        ending.complete(new Ending(json.path("reason").asString("refused"), bytes, null));
                    default -> {
                        // That the node has come, and how large the file is, changes nothing here.
                    }
                }
            } catch (JacksonException e) {
                ending.completeExceptionally(e);
            }
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            ending.complete(new Ending(reason.isEmpty() ? "connection closed" : reason, received.get(), null));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            ending.completeExceptionally(error);
        }
    }
}
