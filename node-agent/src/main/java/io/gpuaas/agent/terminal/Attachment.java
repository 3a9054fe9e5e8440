package io.gpuaas.agent.terminal;

import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.Sending;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One connection to a terminal. The terminal's lock guards it; only its own thread sends. */
final class Attachment implements WebSocket.Listener {

    static final long WINDOW_BYTES_MAX = 1024 * 1024;

    /** How long a slow client may take to receive the remaining output after the terminal ended. */
    static final Duration LINGERING = Duration.ofSeconds(30);

    private static final int CONTROL_CHARACTERS_MAX = 1_024;
    private static final int WORDS_MAX = 64;
    private static final int FLOOD_BYTES = 16 * 1024;

    /** Reports to the gateway that there is output and the reader has granted no credit for it. */
    private static final ByteBuffer STALLED = ByteBuffer.wrap("stalled".getBytes(StandardCharsets.US_ASCII));

    /** The close reason of a gateway whose reader's connection broke; a reader that leaves on purpose closes normally. */
    private static final String READER_LOST = "reader_lost";

    private final Terminal terminal;
    private final Participant participant;
    private final StringBuilder control = new StringBuilder();
    private final Deque<NextMessage> words = new ArrayDeque<>();
    private @Nullable String client;
    private @Nullable String leaving;
    private byte[] frame = {};
    private int drawn;
    private long cursor;
    private long received;
    private long granted;
    private boolean drawsScreen;
    private boolean isStalled;
    private boolean isGone;
    private volatile boolean isLost;
    private volatile boolean hasHeardLast;
    private final long beganNanos = System.nanoTime();
    private volatile long heardNanos = beganNanos;

    Attachment(Terminal terminal, Participant participant) {
        this.terminal = terminal;
        this.participant = participant;
    }

    Participant participant() {
        return participant;
    }

    // ---- under the terminal's lock ---------------------------------------------------------------------------------

    @Nullable String client() {
        return client;
    }

    long received() {
        return received;
    }

    boolean isGone() {
        return isGone;
    }

    /** Whether the other side has taken the last word, rather than got lost before it. */
    boolean hasHeardLast() {
        return hasHeardLast;
    }

    /** Not a word and not a ping: the other end may be gone without a word. */
    boolean isSilent(long nowNanos, Duration patience) {
        return nowNanos - heardNanos >= patience.toNanos();
    }

    /** A client that never sends its opening is not counted as connected, and would otherwise stay for good. */
    boolean isOpeningOverdue(long nowNanos, Duration patience) {
        return client == null && nowNanos - beganNanos >= patience.toNanos();
    }

    void opened(Opening opening, long from) {
        client = opening.client();
        drawsScreen = opening.drawsScreen();
        cursor = from;
        received = from;
        granted = from;
        // A new client has had no time to grant credit, so this is not reported as a stall.
        isStalled = true;
    }

    void say(String word) {
        say(new NextMessage.Word(word, false));
    }

    private void say(NextMessage next) {
        if (words.size() < WORDS_MAX) {
            words.add(next);
        } else {
            leaving = "too_slow";
        }
    }

    /** Sends the picture of the screen at the cursor's offset. It is not output: offsets and credit do not count it. */
    void show(byte[] picture) {
        drawn += picture.length;
        say(TerminalMessages.snapshot(picture.length));
        for (int at = 0; at < picture.length; at += Terminal.FRAME_BYTES_MAX) {
            int count = Math.min(Terminal.FRAME_BYTES_MAX, picture.length - at);
            say(new NextMessage.Bytes(ByteBuffer.wrap(picture, at, count)));
        }
    }

    private boolean isOvertaken(Ring ring) {
        return client != null && cursor < ring.start();
    }

    /** Nothing tells when there is room for another one. */
    boolean waitsForPicture(Ring ring) {
        return isOvertaken(ring) && drawsScreen;
    }

    /** How many bytes of pictures it does not need any more. */
    int forgetPictures() {
        int forgotten = drawn;
        drawn = 0;
        return forgotten;
    }

    boolean hasSentPictures() {
        return drawn > 0 && words.isEmpty();
    }

    /** It is hung up on without a word: whoever loses a connection comes again. */
    void drop() {
        isGone = true;
    }

    /** It is told why, and hung up on. */
    void leave(String why) {
        if (leaving == null) {
            leaving = why;
        }
    }

    @Nullable NextMessage next(Ring ring, @Nullable End end) {
        if (leaving != null) {
            isGone = true;
            return new NextMessage.Word(TerminalMessages.refused(leaving), true);
        }
        if (!words.isEmpty()) {
            return words.removeFirst();
        }
        if (isOvertaken(ring)) {
            // Only one who watches: what the writer has not received is never overwritten.
            if (drawsScreen && !terminal.draw(this)) {
                return null;
            }
            long from = cursor;
            cursor = drawsScreen ? ring.end() : ring.start();
            return new NextMessage.Word(TerminalMessages.skipped(from, cursor), false);
        }
        int room = (int) Math.min(Math.min(granted, ring.end()) - cursor, Terminal.FRAME_BYTES_MAX);
        if (client != null && room > 0) {
            ByteBuffer bytes = read(ring, room);
            cursor += room;
            isStalled = false;
            return new NextMessage.Bytes(bytes);
        }
        if (client != null && cursor < ring.end() && !isStalled) {
            isStalled = true;
            return new NextMessage.Aside(STALLED.duplicate());
        }
        // A client that returns to an exited shell first sends its opening, which says where it wants to read from.
        if (end != null && (client == null ? end.code() == null : cursor == ring.end())) {
            isGone = true;
            return new NextMessage.Word(TerminalMessages.exited(end), true);
        }
        return null;
    }

    /** The frames of a flood share one array: the next is asked for when the former has been sent. */
    private ByteBuffer read(Ring ring, int count) {
        if (count < FLOOD_BYTES) {
            return ByteBuffer.wrap(ring.read(cursor, count));
        }
        if (frame.length == 0) {
            frame = new byte[Terminal.FRAME_BYTES_MAX];
        }
        ring.read(cursor, frame, count);
        return ByteBuffer.wrap(frame, 0, count);
    }

    private void hear(JsonNode json) {
        switch (json.path("type").asString("")) {
            case "open" -> open(json);
            case "credit" ->
                credit(json.path("received").asLong(-1), json.path("offset").asLong(-1));
            case "resize" -> terminal.resize(this, Opening.size(json));
            case "take_over" -> terminal.takeOver(this, Opening.size(json));
            case "ping" -> answer();
            case "ended" -> isLost = json.path("reason").asString("").equals(READER_LOST);
            default -> refuse("message_unknown");
        }
    }

    private void open(JsonNode json) {
        Optional<Opening> opening = Opening.read(json);
        if (client != null || opening.isEmpty()) {
            refuse("opening_invalid");
        } else {
            terminal.open(this, opening.get().by(participant));
        }
    }

    private void credit(long taken, long offset) {
        if (client == null || taken < received || taken > cursor || offset < granted) {
            refuse("credit_invalid");
            return;
        }
        received = taken;
        granted = Math.min(offset, taken + WINDOW_BYTES_MAX);
        terminal.receivedBy(this);
    }

    private void answer() {
        say(TerminalMessages.pong());
        terminal.receivedBy(this);
    }

    private void refuse(String why) {
        leave(why);
        terminal.receivedBy(this);
    }

    private boolean isRefused() {
        synchronized (terminal) {
            return leaving != null;
        }
    }

    // ---- sending ---------------------------------------------------------------------------------------------------

    /** Until the terminal ends or the client leaves; says how it ended. */
    String carry(WebSocket socket) throws InterruptedException {
        try {
            while (true) {
                NextMessage next = terminal.next(this, LINGERING);
                if (next == null) {
                    return "left";
                }
                switch (next) {
                    case NextMessage.Aside aside -> Sending.await(socket.sendPong(aside.bytes()));
                    case NextMessage.Bytes data -> Sending.await(socket.sendBinary(data.bytes(), true));
                    case NextMessage.Word word
                    when word.isLast() -> {
                        // A refused client has nothing left to receive; a slow one would lose output and the exit code.
                        Duration patience = isRefused() ? Duration.ZERO : LINGERING;
                        hasHeardLast = Sending.last(socket, word.text(), patience) && !isLost;
                        return word.text();
                    }
                    case NextMessage.Word word -> Sending.await(socket.sendText(word.text(), true));
                }
            }
        } catch (ExecutionException e) {
            return "left";
        } catch (TimeoutException e) {
            return "stuck";
        } finally {
            terminal.detach(this);
            socket.abort();
        }
    }

    // ---- hearing ---------------------------------------------------------------------------------------------------

    @Override
    public void onOpen(WebSocket socket) {
        socket.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
        heardNanos = System.nanoTime();
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        heardNanos = System.nanoTime();
        synchronized (terminal) {
            if (control.length() + data.length() > CONTROL_CHARACTERS_MAX) {
                refuse("message_too_large");
            } else {
                control.append(data);
            }
            if (last) {
                read();
            }
        }
        socket.request(1);
        return null;
    }

    private void read() {
        try {
            hear(Json.LENIENT.readTree(control.toString()));
        } catch (JacksonException e) {
            refuse("message_unreadable");
        } finally {
            control.setLength(0);
        }
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        heardNanos = System.nanoTime();
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        synchronized (terminal) {
            if (client == null) {
                refuse("not_opened");
            } else {
                terminal.type(this, bytes);
            }
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
        isLost = true;
        gone();
    }

    private void gone() {
        synchronized (terminal) {
            isGone = true;
            terminal.detach(this);
        }
    }
}
