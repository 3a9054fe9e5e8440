package io.gpuaas.sdk;

import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One connection of a terminal's client. */
final class TerminalLink implements WebSocket.Listener {

    private static final int WORD_CHARACTERS_MAX = 4_096;
    private static final int GOODBYE_SECONDS_MAX = 2;

    private final TerminalClient client;
    private final Liveness liveness;
    private final CompletableFuture<TerminalClient.Ending> ending = new CompletableFuture<>();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private final StringBuilder word = new StringBuilder();
    private CompletableFuture<?> sending = TerminalClient.done();
    private volatile CompletableFuture<?> made = TerminalClient.done();
    private long granted;
    private long drawing;

    /** The terminal's first message. */
    record Opened(long offset, long inputOffset, boolean writes, boolean isRecorded, boolean recordsInput) {

        static Opened read(JsonNode json) {
            return new Opened(
                    json.path("offset").asLong(0),
                    json.path("input_offset").asLong(0),
                    json.path("writer").asBoolean(false),
                    json.path("recorded").asBoolean(false),
                    json.path("records_input").asBoolean(false));
        }
    }

    TerminalLink(TerminalClient client, Liveness liveness) {
        this.client = client;
        this.liveness = liveness;
    }

    /** A socket in the making. */
    void use(CompletableFuture<WebSocket> making) {
        made = making.whenComplete((open, failure) -> {
            if (failure != null) {
                over(notReached(failure));
            } else {
                use(open);
            }
        });
    }

    void use(WebSocket open) {
        socket.complete(open);
        if (ending.isDone()) {
            // Nobody wants it any more.
            open.abort();
        }
    }

    private static TerminalClient.Ending notReached(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof WebSocketHandshakeException refused
                ? new TerminalClient.Ending(
                        "refused with status " + refused.getResponse().statusCode(),
                        null,
                        refused.getResponse().statusCode() < 500)
                : new TerminalClient.Ending("not reached: " + cause, null, false);
    }

    TerminalClient.Ending awaitEnding() throws InterruptedException {
        while (true) {
            try {
                return ending.get(liveness.lookEvery().toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                look();
            } catch (ExecutionException e) {
                throw new IllegalStateException("an ending never fails", e);
            }
        }
    }

    private void look() {
        switch (liveness.look(System.nanoTime())) {
            case ASK -> say("{\"type\":\"ping\"}");
            case LOST -> over("the connection fell silent", null, false);
            case WAIT -> {
                // Something came lately, or may still come.
            }
        }
    }

    // ---- sending: one message after the other, as a WebSocket wants it ---------------------------------------------

    void say(String text) {
        then(open -> open.sendText(text, true));
    }

    void send(ByteBuffer bytes) {
        then(open -> open.sendBinary(bytes, true));
    }

    private synchronized void then(Function<WebSocket, CompletableFuture<WebSocket>> message) {
        sending = sending.isDone() && !sending.isCompletedExceptionally() && socket.isDone()
                ? message.apply(socket.join())
                : sending.thenCompose(before -> socket).thenCompose(message);
    }

    void grant(long received, long offset) {
        granted = offset;
        say("{\"type\":\"credit\",\"received\":" + received + ",\"offset\":" + offset + "}");
    }

    void grantWhenDue(long received, long offset) {
        if (offset - granted >= TerminalClient.WINDOW_BYTES / 4) {
            grant(received, offset);
        }
    }

    void abort() {
        made.cancel(true);
        if (socket.isDone()) {
            socket.join().abort();
        }
        over("connection closed", null, false);
    }

    private void over(String reason, @Nullable Integer exitCode, boolean isFinal) {
        over(new TerminalClient.Ending(reason, exitCode, isFinal));
    }

    private void over(TerminalClient.Ending how) {
        ending.complete(how);
    }

    // ---- hearing ---------------------------------------------------------------------------------------------------

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        liveness.beginShowing();
        try {
            if (drawing > 0) {
                drawing -= data.remaining();
                client.draw(data, drawing <= 0);
            } else {
                client.show(this, data);
            }
            from.request(1);
        } catch (CompletionException e) {
            over("connection lost", null, false);
        } finally {
            liveness.endShowing(System.nanoTime());
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        liveness.heard(System.nanoTime());
        if (word.length() + data.length() <= WORD_CHARACTERS_MAX) {
            word.append(data);
        }
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
            String reason = json.path("reason").asString("");
            switch (json.path("type").asString("")) {
                case "opened" -> {
                    liveness.opened(json.path("pings").asBoolean(false));
                    client.opened(this, Opened.read(json));
                }
                case "credit" -> client.granted(this, json.path("offset").asLong(0));
                case "writer" -> client.becameWriter(json.path("writer").asBoolean(false));
                case "participants" -> client.participants(json);
                case "skipped" ->
                    client.skipped(
                            this, json.path("from").asLong(0), json.path("to").asLong(0));
                case "snapshot" -> drawing = json.path("bytes").asLong(0);
                case "exited" -> exited(reason, json);
                case "refused" -> refused(reason);
                // After "revoked" the next attach decides: perhaps another credential of ours was meant.
                case "ended" -> over(reason, null, reason.equals("time_is_up"));
                default -> {
                    // A later version of the terminal says more than this client knows.
                }
            }
        } catch (JacksonException e) {
            over("the terminal speaks another language", null, true);
        }
    }

    /** The host waits for this goodbye: whoever goes without one is expected back. */
    private synchronized void exited(String reason, JsonNode json) {
        Integer code = json.hasNonNull("code") ? json.path("code").asInt() : null;
        then(open -> open.sendClose(WebSocket.NORMAL_CLOSURE, ""));
        sending = sending.copy()
                .orTimeout(GOODBYE_SECONDS_MAX, TimeUnit.SECONDS)
                .whenComplete((sent, failure) -> over(reason, code, true));
    }

    /** Typing while somebody else writes is no reason to leave, nor is wanting to; anything else is. */
    private void refused(String reason) {
        if (reason.equals("not_allowed")) {
            client.mayOnlyWatch();
        } else if (!reason.equals("not_the_writer")) {
            over(reason, null, true);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        over(reason.isEmpty() ? "connection closed" : reason, null, false);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        over("connection lost", null, false);
    }
}
