package io.gpuaas.sdk;

import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A terminal as its client knows it, over as many connections as it takes: each goes on at the byte where the former
 * broke, in both directions (docs/adr/0016-terminals.md). What is shown is asked for a window at a time, so whoever
 * shows it slowly stops the program at the other end and fills no memory here.
 */
public final class TerminalClient implements AutoCloseable {

    static final long WINDOW_BYTES = 512 * 1024;

    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{C}");
    private static final int TYPED_AT_ONCE_MAX = 16 * 1024;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http;
    private final Display display;
    private final Patience patience;
    private final String name = UUID.randomUUID().toString();
    private final TypedBytes typed = new TypedBytes();
    private long received;
    /** Some of what was printed before that byte is not shown: the screen is to be drawn, and is not yet, or half. */
    private boolean isScreenDue;

    private Size size;
    private boolean isWriter;
    /** It was asked for the keyboard and has not answered. */
    private boolean isTakingOver;

    private boolean isOver;
    private boolean isToldOfRecording;
    private int openings;
    private @Nullable TerminalLink link;
    /** The connection in the making, too. */
    private @Nullable TerminalLink carried;

    /** Shows the terminal's output. Called by one thread at a time. */
    public interface Display {

        /** Returns when it is shown: the next bytes wait for that. */
        void show(ByteBuffer bytes);

        /** Something the person in front should know. */
        void tell(String notice);
    }

    public record Size(int columns, int rows) {}

    /** How a connection ended. One that is not final may be tried again with another token. */
    public record Ending(String reason, @Nullable Integer exitCode, boolean isFinal) {}

    /** Whether to write or only to watch. */
    public enum Part {
        WRITE,
        WATCH,
        TAKE_OVER
    }

    /**
     * How long the terminal may say nothing before it is asked whether it is there, how long its answer may take, and
     * how long it may take to open. A network that falls silent is noticed after the first two.
     */
    public record Patience(Duration silence, Duration answer, Duration opening) {

        /** A gateway waits a minute for the host and says so when it does not come. */
        public static final Patience DEFAULT =
                new Patience(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(65));
    }

    public TerminalClient(HttpClient http, Size size, Display display) {
        this(http, size, display, Patience.DEFAULT);
    }

    public TerminalClient(HttpClient http, Size size, Display display, Patience patience) {
        this.http = http;
        this.size = size;
        this.display = display;
        this.patience = patience;
    }

    /** Until the connection ends. */
    public Ending carry(TerminalAccess access, Part part) throws InterruptedException {
        TerminalLink connection = new TerminalLink(this, new Liveness(patience));
        try {
            begin(connection, part);
            connection.use(http.newWebSocketBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    .header("Origin", access.origin())
                    // The token goes where no log of a proxy has it.
                    .subprotocols("gpuaas.stream.v1", "token." + access.secret())
                    .buildAsync(URI.create(access.url()), connection));
            return connection.awaitEnding();
        } finally {
            end(connection);
        }
    }

    synchronized void begin(TerminalLink connection, Part part) {
        carried = connection;
        if (isOver) {
            connection.abort();
        }
        // Offset 0 asks for the whole screen again, because the picture was only partly received.
        long offset = isScreenDue ? 0 : received;
        connection.say("{\"type\":\"open\",\"client\":\"" + name + "\",\"offset\":" + offset + ",\"columns\":"
                + size.columns() + ",\"rows\":" + size.rows() + ",\"write\":" + (part != Part.WATCH)
                + ",\"snapshot\":true}");
        isTakingOver = false;
        if (part == Part.TAKE_OVER) {
            takeOver(connection);
        }
    }

    synchronized void end(TerminalLink connection) {
        connection.abort();
        link = null;
        carried = null;
        notifyAll();
    }

    /** For programs: waits while the terminal takes no more, is being reconnected to, or somebody else writes. */
    public void type(byte[] bytes) throws InterruptedException {
        for (int at = 0; at < bytes.length; at += TYPED_AT_ONCE_MAX) {
            typeSome(bytes, at, Math.min(TYPED_AT_ONCE_MAX, bytes.length - at), true);
        }
    }

    /**
     * For keys of a person: as {@link #type}, but while somebody else writes they are dropped, and it returns false.
     * Nobody expects what they typed in vain to be executed when the keyboard becomes theirs, perhaps hours later.
     */
    public boolean press(byte[] keys) throws InterruptedException {
        for (int at = 0; at < keys.length; at += TYPED_AT_ONCE_MAX) {
            if (!typeSome(keys, at, Math.min(TYPED_AT_ONCE_MAX, keys.length - at), false)) {
                return false;
            }
        }
        return true;
    }

    private synchronized boolean typeSome(byte[] bytes, int offset, int count, boolean waitsForKeyboard)
            throws InterruptedException {
        while (!isOver && !mayType(count) && (waitsForKeyboard || !isWatching())) {
            wait();
        }
        TerminalLink open = link;
        if (open != null && !isOver && mayType(count)) {
            open.send(typed.add(bytes, offset, count));
            return true;
        }
        return isOver;
    }

    private boolean mayType(int count) {
        return link != null && isWriter && typed.room() >= count;
    }

    private boolean isWatching() {
        return link != null && !isWriter && !isTakingOver;
    }

    /** Whether keys are taken, or will be after the reconnect. */
    public synchronized boolean isWriter() {
        return isWriter;
    }

    public synchronized boolean isConnected() {
        return link != null;
    }

    /** Wants the keyboard; the former writer is told. */
    public synchronized void takeOver() {
        TerminalLink open = link;
        if (open != null && isWatching()) {
            takeOver(open);
        }
    }

    private void takeOver(TerminalLink connection) {
        isTakingOver = true;
        connection.say("{\"type\":\"take_over\",\"columns\":" + size.columns() + ",\"rows\":" + size.rows() + "}");
    }

    public synchronized void resize(Size seen) {
        // Also one in the making: it has said how large the window was, and says this after it.
        TerminalLink current = carried;
        boolean isNew = !seen.equals(size);
        size = seen;
        if (current != null && isNew) {
            current.say("{\"type\":\"resize\",\"columns\":" + seen.columns() + ",\"rows\":" + seen.rows() + "}");
        }
    }

    // ---- what the terminal says ------------------------------------------------------------------------------------

    synchronized void opened(TerminalLink connection, TerminalLink.Opened opened) {
        if (openings++ > 0) {
            display.tell("connected again");
        }
        if (opened.isRecorded() && !isToldOfRecording) {
            isToldOfRecording = true;
            display.tell("this terminal is recorded" + (opened.recordsInput() ? ", what you type too" : ""));
        }
        if (opened.offset() > received && received > 0) {
            display.tell((opened.offset() - received) + " bytes were printed meanwhile and are not kept");
        }
        isScreenDue = isScreenDue || opened.offset() > received;
        received = opened.offset();
        isWriter = opened.writes();
        isTakingOver = isTakingOver && !opened.writes();
        typed.confirm(opened.inputOffset());
        connection.grant(received, received + WINDOW_BYTES);
        link = connection;
        if (!opened.writes()) {
            display.tell("somebody else writes in this terminal; you watch");
        }
        notifyAll();
    }

    synchronized void granted(TerminalLink connection, long offset) {
        ByteBuffer again = typed.grant(offset);
        if (again.hasRemaining()) {
            connection.send(again);
        }
        notifyAll();
    }

    synchronized void becameWriter(boolean writes) {
        isWriter = writes;
        isTakingOver = false;
        typed.reset();
        display.tell(writes ? "you write in this terminal now" : "somebody else took this terminal over; you watch");
        notifyAll();
    }

    synchronized void mayOnlyWatch() {
        isTakingOver = false;
        display.tell("you may only watch this terminal");
        notifyAll();
    }

    /** Names are what others call themselves: nothing in them may reach a terminal but letters. */
    void participants(JsonNode json) {
        tellOf(json, "joined", "came; what you see, they see");
        tellOf(json, "left", "left");
        tellOf(json, "took_over", "writes in this terminal now");
    }

    private void tellOf(JsonNode json, String change, String what) {
        String name = json.path(change).asString("");
        if (!name.isEmpty()) {
            display.tell(UNPRINTABLE.matcher(name).replaceAll("?") + " " + what);
        }
    }

    synchronized void skipped(TerminalLink connection, long from, long to) {
        display.tell((to - from) + " bytes were skipped");
        isScreenDue = true;
        received = to;
        connection.grant(received, received + WINDOW_BYTES);
    }

    /** Not under the lock: showing may take its time, and typing must not wait for it. */
    void show(TerminalLink connection, ByteBuffer bytes) {
        int count = bytes.remaining();
        display.show(bytes);
        synchronized (this) {
            // A terminal that draws no screens goes on with what it has kept.
            isScreenDue = false;
            received += count;
            connection.grantWhenDue(received, received + WINDOW_BYTES);
        }
    }

    /** The screen as it is now, instead of what was printed meanwhile: it is shown and not counted. */
    void draw(ByteBuffer picture, boolean isLast) {
        display.show(picture);
        synchronized (this) {
            isScreenDue = isScreenDue && !isLast;
        }
    }

    /** The byte up to which everything was shown. */
    public synchronized long received() {
        return received;
    }

    /** How many connections stood. */
    public synchronized int openings() {
        return openings;
    }

    /** Wakes the threads that wait to type and the one that carries the connection. */
    @Override
    public synchronized void close() {
        isOver = true;
        notifyAll();
        if (carried != null) {
            carried.abort();
        }
    }

    static CompletableFuture<Void> done() {
        return CompletableFuture.completedFuture(null);
    }
}
