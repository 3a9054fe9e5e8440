package io.gpuaas.agent.command;

import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.Sending;
import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One connection to a command (docs/protocols/commands.md). The command's lock guards it; one thread sends. */
final class CommandLink implements WebSocket.Listener {

    static final int FRAME_BYTES_MAX = 32 * 1024;
    static final long WINDOW_BYTES_MAX = 4L << 20;

    /** Gateways ping three times within that. */
    private static final Duration SILENCE_MAX = Duration.ofMinutes(1);

    private static final Duration LINGERING = Duration.ofSeconds(30);
    private static final int CONTROL_CHARACTERS_MAX = 1_024;
    private static final int WORDS_MAX = 64;
    private static final long LOOK_MILLIS = 1_000;

    private final CommandRun run;
    private final StringBuilder control = new StringBuilder();
    private final Deque<String> words = new ArrayDeque<>();
    private final long[] offsets = new long[2];
    private final byte[] frame = new byte[1 + FRAME_BYTES_MAX];
    private int turn;
    private long sent;
    private long granted;
    private boolean isOpened;
    private boolean isGone;
    private boolean isOver;
    private @Nullable String leaving;
    private long heardNanos = System.nanoTime();
    private @Nullable Long toldCredit;

    CommandLink(CommandRun run) {
        this.run = run;
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    private sealed interface Next {

        record Word(String text, boolean isLast) implements Next {}

        record Piece(int stream, long offset, int count) implements Next {}
    }

    /** Until the command has ended and all of it was sent, or the client leaves; says how it ended. */
    String carry(WebSocket socket) throws InterruptedException {
        try {
            for (Next next = next(); next != null; next = next()) {
                switch (next) {
                    case Next.Word word
                    when word.isLast() -> {
                        boolean _ = Sending.last(socket, word.text(), LINGERING);
                        return word.text();
                    }
                    case Next.Word word -> Sending.await(socket.sendText(word.text(), true));
                    case Next.Piece piece -> send(socket, piece);
                }
            }
            return "left";
        } catch (ExecutionException e) {
            return "left";
        } catch (TimeoutException e) {
            return "stuck";
        } catch (IOException e) {
            return "unreadable";
        } finally {
            socket.abort();
        }
    }

    private void send(WebSocket socket, Next.Piece piece)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        frame[0] = (byte) (piece.stream() + 1);
        run.outputs().get(piece.stream()).read(piece.offset(), ByteBuffer.wrap(frame, 1, piece.count()));
        Sending.await(socket.sendBinary(ByteBuffer.wrap(frame, 0, 1 + piece.count()), true));
    }

    private @Nullable Next next() throws InterruptedException {
        synchronized (run) {
            while (true) {
                Next next = find();
                if (next != null) {
                    isOver = next instanceof Next.Word word && word.isLast();
                    return next;
                }
                if (isGone || System.nanoTime() - heardNanos > SILENCE_MAX.toNanos()) {
                    return null;
                }
                TimeUnit.MILLISECONDS.timedWait(run, LOOK_MILLIS);
            }
        }
    }

    private @Nullable Next find() {
        if (isOver || isGone) {
            return null;
        }
        if (leaving != null) {
            return new Next.Word(json("refused", Map.of("reason", leaving)), true);
        }
        String word = words.pollFirst();
        if (word != null) {
            return new Next.Word(word, false);
        }
        if (!isOpened) {
            return null;
        }
        Stdin stdin = run.stdin();
        if (stdin != null && run.end() == null && isCreditDue(stdin.granted())) {
            return new Next.Word(json("credit", Map.of("offset", stdin.granted())), false);
        }
        Next.Piece piece = findPiece();
        if (piece != null) {
            return piece;
        }
        CommandEnd end = run.end();
        return end != null && isAllSent(end) ? new Next.Word(ended(end), true) : null;
    }

    private boolean isCreditDue(long offset) {
        boolean isDue = toldCredit == null || offset - toldCredit >= Stdin.WINDOW_BYTES / 4 || run.stdin() == null;
        if (isDue) {
            toldCredit = offset;
        }
        return isDue;
    }

    /** The outputs take turns, so that a flood in one does not hold up the other. */
    private Next.@Nullable Piece findPiece() {
        for (int i = 0; i < offsets.length; i++) {
            int stream = (turn + i) % offsets.length;
            long there = run.outputs().get(stream).end() - offsets[stream];
            int count = (int) Math.min(Math.min(there, granted - sent), FRAME_BYTES_MAX);
            if (count > 0) {
                turn = stream + 1;
                Next.Piece piece = new Next.Piece(stream, offsets[stream], count);
                offsets[stream] += count;
                sent += count;
                return piece;
            }
        }
        return null;
    }

    private boolean isAllSent(CommandEnd end) {
        return offsets[0] >= end.stdout() && offsets[1] >= end.stderr();
    }

    private static String ended(CommandEnd end) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", end.state());
        if (end.code() != null) {
            fields.put("code", end.code());
        }
        if (end.reason() != null) {
            fields.put("reason", end.reason());
        }
        fields.put("stdout", end.stdout());
        fields.put("stderr", end.stderr());
        fields.put("truncated", end.truncated());
        return json("exited", fields);
    }

    private static String json(String type, Map<String, ?> fields) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", type);
        message.putAll(fields);
        return Json.LENIENT.writeValueAsString(message);
    }

    // ---- hearing ---------------------------------------------------------------------------------------------------

    private void hear(JsonNode json) {
        switch (json.path("type").asString("")) {
            case "open" -> open(json);
            case "credit" -> credit(json.path("offset").asLong(-1));
            case "input_end" -> endInput(json.path("offset").asLong(-1));
            case "signal" -> signal(json.path("name").asString(""));
            case "ping" -> say(json("pong", Map.of()));
            default -> {
                // The gateway has words of its own, and a later client may have more.
            }
        }
    }

    private void open(JsonNode json) {
        long stdout = json.path("stdout").asLong(0);
        long stderr = json.path("stderr").asLong(0);
        if (isOpened || stdout < 0 || stderr < 0 || stdout > outputEnd(0) || stderr > outputEnd(1)) {
            leave("opening_invalid");
            return;
        }
        offsets[0] = stdout;
        offsets[1] = stderr;
        isOpened = true;
        Stdin stdin = run.stdin();
        say(json(
                "opened",
                stdin == null ? Map.of("stdin", false) : Map.of("stdin", true, "input_offset", stdin.received())));
    }

    private long outputEnd(int stream) {
        return run.outputs().get(stream).end();
    }

    private void credit(long offset) {
        if (offset < granted || offset > sent + WINDOW_BYTES_MAX) {
            leave("credit_invalid");
        } else {
            granted = offset;
        }
    }

    private void endInput(long offset) {
        Stdin stdin = run.stdin();
        if (stdin == null || offset != stdin.received()) {
            leave("input_invalid");
        } else {
            stdin.end();
        }
    }

    private void signal(String name) {
        if (Signals.isKnown(name)) {
            run.signal(name);
        } else {
            leave("signal_unknown");
        }
    }

    private void say(String word) {
        if (words.size() < WORDS_MAX) {
            words.add(word);
        } else {
            leave("too_slow");
        }
    }

    private void leave(String why) {
        if (leaving == null) {
            leaving = why;
        }
    }

    @Override
    public void onOpen(WebSocket socket) {
        socket.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
        synchronized (run) {
            heardNanos = System.nanoTime();
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        synchronized (run) {
            heardNanos = System.nanoTime();
            if (control.length() + data.length() > CONTROL_CHARACTERS_MAX) {
                leave("message_too_large");
            } else {
                control.append(data);
            }
            if (last) {
                read();
            }
            run.wake();
        }
        socket.request(1);
        return null;
    }

    private void read() {
        try {
            hear(Json.LENIENT.readTree(control.toString()));
        } catch (JacksonException e) {
            leave("message_unreadable");
        } finally {
            control.setLength(0);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        synchronized (run) {
            heardNanos = System.nanoTime();
            Stdin stdin = run.stdin();
            if (!isOpened || stdin == null || !stdin.receive(bytes)) {
                leave("input_invalid");
            }
            run.wake();
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        gone();
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        gone();
    }

    private void gone() {
        synchronized (run) {
            isGone = true;
            run.wake();
        }
    }
}
