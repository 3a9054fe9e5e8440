package io.gpuaas.sdk;

import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One connection of a command's client. What comes waits in a queue, which the credit of the client bounds: so pings are
 * answered while somebody takes long to write the output away.
 */
final class CommandLink implements WebSocket.Listener {

    private static final int WORD_CHARACTERS_MAX = 4_096;
    private static final int FRAME_BYTES_MAX = 64 * 1024;

    private final BlockingQueue<Arrived> queue = new LinkedBlockingQueue<>();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private final ByteArrayOutputStream parts = new ByteArrayOutputStream();
    private final StringBuilder word = new StringBuilder();
    private CompletableFuture<?> sending = CompletableFuture.completedFuture(null);
    private volatile long heardNanos = System.nanoTime();

    sealed interface Arrived {

        /** The first byte says of which output. */
        record Frame(ByteBuffer bytes) implements Arrived {}

        record Word(JsonNode json) implements Arrived {}

        record Over(String reason, boolean isRefused) implements Arrived {}
    }

    void use(CompletableFuture<WebSocket> making) {
        var _ = making.whenComplete((open, failure) -> {
            if (failure == null) {
                socket.complete(open);
            } else {
                over(failure);
            }
        });
    }

    private void over(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        queue.add(
                cause instanceof WebSocketHandshakeException refused
                        ? new Arrived.Over(
                                "refused with status " + refused.getResponse().statusCode(),
                                refused.getResponse().statusCode() < 500)
                        : new Arrived.Over("not reached: " + cause, false));
    }

    @Nullable Arrived poll(long millis) throws InterruptedException {
        return queue.poll(millis, TimeUnit.MILLISECONDS);
    }

    long heardNanos() {
        return heardNanos;
    }

    void say(String text) {
        then(open -> open.sendText(text, true));
    }

    void send(byte[] bytes) {
        then(open -> open.sendBinary(ByteBuffer.wrap(bytes), true));
    }

    /** The node waits for this goodbye. */
    void leave() {
        then(open -> open.sendClose(WebSocket.NORMAL_CLOSURE, ""));
        try {
            sending.handle((sent, failure) -> true).get(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
            // It will notice that this side is gone.
        }
    }

    void abort() {
        socket.completeExceptionally(new IllegalStateException("the connection is over"));
        if (!socket.isCompletedExceptionally()) {
            socket.join().abort();
        }
    }

    private synchronized void then(Function<WebSocket, CompletableFuture<WebSocket>> message) {
        sending = sending.thenCompose(before -> socket).thenCompose(message);
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        heardNanos = System.nanoTime();
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        // A frame may arrive in parts, and only the first begins with the number of its stream.
        parts.writeBytes(bytes);
        if (parts.size() > FRAME_BYTES_MAX) {
            queue.add(new Arrived.Over("the node sends too large frames", true));
            return null;
        }
        if (last) {
            queue.add(new Arrived.Frame(ByteBuffer.wrap(parts.toByteArray())));
            parts.reset();
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        heardNanos = System.nanoTime();
        if (word.length() + data.length() <= WORD_CHARACTERS_MAX) {
            word.append(data);
        }
        if (last) {
            try {
                queue.add(new Arrived.Word(Json.MAPPER.readTree(word.toString())));
            } catch (JacksonException e) {
                queue.add(new Arrived.Over("the node speaks another language", true));
            }
            word.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        queue.add(new Arrived.Over(reason.isEmpty() ? "connection closed" : reason, false));
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        queue.add(new Arrived.Over("connection lost", false));
    }
}
