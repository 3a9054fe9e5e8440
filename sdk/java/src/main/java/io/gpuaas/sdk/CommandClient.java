package io.gpuaas.sdk;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A command as its client knows it, over as many connections as it takes: each goes on at the byte where the former
 * broke, in both directions (docs/protocols/commands.md). Output is asked for a window at a time, so whoever writes it
 * away slowly fills no memory here.
 */
public final class CommandClient implements AutoCloseable {

    private static final long WINDOW_BYTES = 1024 * 1024;
    private static final long INPUT_WINDOW_BYTES = 64 * 1024;
    private static final int INPUT_PIECE_BYTES = 16 * 1024;
    private static final long SILENCE_NANOS = Duration.ofSeconds(15).toNanos();
    private static final long ANSWER_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long OPENING_NANOS = Duration.ofSeconds(65).toNanos();
    private static final long LOOK_MILLIS = 1_000;

    private final HttpClient http;
    private final Output output;
    private final long[] offsets = new long[2];
    private final SentInput input = new SentInput();
    private long inputGranted;
    private boolean isInputEnded;
    private boolean isOpened;
    private boolean isClosed;
    private int openings;
    private @Nullable CommandLink link;

    /** Takes what the command prints. Called by one thread. */
    public interface Output {
        void write(CommandOutput stream, byte[] bytes, int from, int count) throws IOException;
    }

    /**
     * How a connection ended. With a state, that of the command, of which everything was received. Without one and
     * final, its state and the rest of its output are to be read over the API. Otherwise another connection goes on.
     */
    public record Ending(
            String reason,
            @Nullable CommandState state,
            @Nullable Integer exitCode,
            boolean truncated,
            boolean isFinal) {

        private static Ending broken(String reason) {
            return new Ending(reason, null, null, false, false);
        }

        private static Ending refused(String reason) {
            return new Ending(reason, null, null, false, true);
        }
    }

    public CommandClient(HttpClient http, Output output) {
        this.http = http;
        this.output = output;
    }

    /** How many bytes of the stream were received. */
    public synchronized long received(CommandOutput stream) {
        return offsets[stream == CommandOutput.STDOUT ? 0 : 1];
    }

    /** How many connections reached the node. */
    public synchronized int openings() {
        return openings;
    }

    /** Until the connection ends. */
    public Ending carry(CommandAccess access) throws IOException, InterruptedException {
        CommandLink connection = new CommandLink();
        try {
            begin(connection);
            connection.use(http.newWebSocketBuilder()
                    .connectTimeout(Duration.ofSeconds(10))
                    .header("Origin", access.origin())
                    // The token goes where no log of a proxy has it.
                    .subprotocols("gpuaas.stream.v1", "token." + access.secret())
                    .buildAsync(URI.create(access.url()), connection));
            return hear(connection);
        } finally {
            end();
            connection.abort();
        }
    }

    private synchronized void begin(CommandLink connection) {
        connection.say("{\"type\":\"open\",\"stdout\":" + offsets[0] + ",\"stderr\":" + offsets[1] + "}");
        connection.say(credit(WINDOW_BYTES));
        link = connection;
        isOpened = false;
    }

    private synchronized void end() {
        link = null;
        isOpened = false;
        notifyAll();
    }

    private static String credit(long offset) {
        return "{\"type\":\"credit\",\"offset\":" + offset + "}";
    }

    private Ending hear(CommandLink connection) throws IOException, InterruptedException {
        long beganNanos = System.nanoTime();
        long askedNanos = 0;
        long taken = 0;
        long granted = WINDOW_BYTES;
        while (true) {
            switch (connection.poll(LOOK_MILLIS)) {
                case null -> {
                    long now = System.nanoTime();
                    long silent = now - connection.heardNanos();
                    if (!isOpen()) {
                        if (now - beganNanos > OPENING_NANOS) {
                            return Ending.broken("the node did not come");
                        }
                    } else if (askedNanos > connection.heardNanos()) {
                        if (now - askedNanos > ANSWER_NANOS) {
                            return Ending.broken("the connection fell silent");
                        }
                    } else if (silent > SILENCE_NANOS) {
                        askedNanos = now;
                        connection.say("{\"type\":\"ping\"}");
                    }
                }
                case CommandLink.Arrived.Frame frame -> {
                    byte[] bytes = frame.bytes().array();
                    write(bytes);
                    taken += bytes.length - 1L;
                    if (granted - taken <= WINDOW_BYTES / 2) {
                        granted = taken + WINDOW_BYTES;
                        connection.say(credit(granted));
                    }
                }
                case CommandLink.Arrived.Word word -> {
                    Ending ending = hear(connection, word.json());
                    if (ending != null) {
                        return ending;
                    }
                }
                case CommandLink.Arrived.Over over -> {
                    return over.isRefused() ? Ending.refused(over.reason()) : Ending.broken(over.reason());
                }
            }
        }
    }

    private void write(byte[] frame) throws IOException {
        int stream = frame.length == 0 ? -1 : frame[0] - 1;
        if (stream != 0 && stream != 1) {
            throw new IOException("the node sent output of an unknown stream");
        }
        output.write(stream == 0 ? CommandOutput.STDOUT : CommandOutput.STDERR, frame, 1, frame.length - 1);
        synchronized (this) {
            offsets[stream] += frame.length - 1;
        }
    }

    private @Nullable Ending hear(CommandLink connection, JsonNode json) {
        String reason = json.path("reason").asString("");
        switch (json.path("type").asString("")) {
            case "opened" -> opened(connection, json.path("input_offset").asLong(0));
            case "credit" -> granted(json.path("offset").asLong(0));
            case "exited" -> {
                connection.leave();
                return new Ending(
                        reason,
                        CommandState.fromWire(json.path("state").asString("unknown")),
                        json.hasNonNull("code") ? json.path("code").asInt() : null,
                        json.path("truncated").asBoolean(false),
                        true);
            }
            case "gone" -> {
                connection.leave();
                return Ending.refused("gone");
            }
            case "refused" -> {
                return Ending.refused(reason);
            }
            case "ended" -> {
                // A credential of ours was revoked, perhaps not this one: the next attach decides.
                return reason.equals("time_is_up") ? Ending.refused(reason) : Ending.broken(reason);
            }
            default -> {
                // A later version of the node says more than this client knows.
            }
        }
        return null;
    }

    private synchronized boolean isOpen() {
        return isOpened;
    }

    /** Sends again what has not arrived. */
    private synchronized void opened(CommandLink connection, long arrived) {
        openings++;
        isOpened = true;
        input.from(arrived).forEach(connection::send);
        if (isInputEnded) {
            sayInputEnd(connection);
        }
        notifyAll();
    }

    private synchronized void granted(long offset) {
        inputGranted = Math.max(inputGranted, offset);
        input.confirm(offset - INPUT_WINDOW_BYTES);
        notifyAll();
    }

    /** Sends standard input. Waits until the program takes it; false when the command is over. */
    public boolean send(byte[] bytes, int count) throws InterruptedException {
        for (int from = 0; from < count; from += INPUT_PIECE_BYTES) {
            int to = Math.min(count, from + INPUT_PIECE_BYTES);
            if (!sendPiece(java.util.Arrays.copyOfRange(bytes, from, to))) {
                return false;
            }
        }
        return true;
    }

    private synchronized boolean sendPiece(byte[] piece) throws InterruptedException {
        while (!isClosed && (!isOpened || input.end() + piece.length > inputGranted)) {
            wait();
        }
        CommandLink connection = link;
        if (isClosed || connection == null) {
            return false;
        }
        input.add(piece);
        connection.send(piece);
        return true;
    }

    /** The end of standard input. */
    public synchronized void endInput() {
        isInputEnded = true;
        CommandLink connection = link;
        if (isOpened && connection != null) {
            sayInputEnd(connection);
        }
    }

    private void sayInputEnd(CommandLink connection) {
        connection.say("{\"type\":\"input_end\",\"offset\":" + input.end() + "}");
    }

    /** Sends a signal, for example INT, to everything the command started. False while there is no connection. */
    public synchronized boolean signal(String name) {
        CommandLink connection = link;
        if (!isOpened || connection == null) {
            return false;
        }
        connection.say("{\"type\":\"signal\",\"name\":\"" + name + "\"}");
        return true;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
