package io.gpuaas.agent.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.GatewaySocket;
import java.io.ByteArrayOutputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plays the client of a terminal, with the credit that the test grants. */
final class Client implements GatewaySocket {

    private static final Pattern SKIPPED = Pattern.compile("\"skipped\",\"from\":(\\d+),\"to\":(\\d+)");

    final List<String> texts = new CopyOnWriteArrayList<>();
    final List<String> pongs = new CopyOnWriteArrayList<>();
    final CompletableFuture<String> ended = new CompletableFuture<>();
    private final WebSocket.Listener attachment;
    private static final Pattern SNAPSHOT = Pattern.compile("\"snapshot\",\"bytes\":(\\d+)");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ByteArrayOutputStream picture = new ByteArrayOutputStream();
    private int drawing;
    private volatile long from;
    private volatile long window = 256 * 1024;
    private volatile boolean isClosed;
    volatile boolean answersGoodbyes = true;
    volatile boolean isAborted;
    volatile boolean hasHeardGoodbye;
    volatile CompletableFuture<@Nullable Void> takesWords = CompletableFuture.completedFuture(null);
    volatile CompletableFuture<@Nullable Void> takesBytes = CompletableFuture.completedFuture(null);

    Client(Terminal terminal, long from) {
        this(terminal, from, Participant.OWNER);
    }

    Client(Terminal terminal, long from, Participant participant) {
        this.from = from;
        Attachment made = new Attachment(terminal, participant);
        this.attachment = made;
        Thread.ofVirtual().start(() -> {
            try {
                ended.complete(made.carry(this));
            } catch (InterruptedException e) {
                ended.completeExceptionally(e);
            }
        });
    }

    /** Of a connection that somebody else carries. */
    Client(WebSocket.Listener attachment) {
        this.attachment = attachment;
    }

    static Client open(Terminal terminal, String name) {
        return open(terminal, name, 0, true);
    }

    static Client open(Terminal terminal, String name, long offset, boolean writes) {
        return open(new Client(terminal, offset), name, offset, writes);
    }

    static Client openAs(Participant participant, Terminal terminal, String name) {
        return open(new Client(terminal, 0, participant), name, 0, true);
    }

    static Client open(Client client, String name, long offset, boolean writes) {
        client.from = offset;
        client.tell("{\"type\":\"open\",\"client\":\"" + name + "\",\"offset\":" + offset
                + ",\"columns\":100,\"rows\":30,\"write\":" + writes + "}");
        await().until(() -> client.texts.stream().anyMatch(text -> text.contains("opened")));
        client.grant();
        return client;
    }

    void tell(String text) {
        attachment.onText(this, text, true);
    }

    void type(String keys) {
        attachment.onBinary(this, ByteBuffer.wrap(keys.getBytes(StandardCharsets.UTF_8)), true);
    }

    void ping() {
        attachment.onPing(this, ByteBuffer.allocate(0));
    }

    void hangUp() {
        isClosed = true;
        attachment.onClose(this, WebSocket.NORMAL_CLOSURE, "");
    }

    void loseConnection() {
        isClosed = true;
        attachment.onError(this, new java.io.IOException("lost"));
    }

    /** Takes no more than what was granted already. */
    void stopReading() {
        window = 0;
    }

    void goOnReading() {
        window = 256 * 1024;
        grant();
    }

    /** In one piece: credit that overtakes other credit would be refused. */
    private synchronized void grant() {
        long received = received();
        if (window > 0) {
            tell("{\"type\":\"credit\",\"received\":" + received + ",\"offset\":" + (received + window) + "}");
        }
    }

    synchronized long received() {
        return from + bytes.size();
    }

    synchronized byte[] bytes() {
        return bytes.toByteArray();
    }

    String screen() {
        return picture.toString(StandardCharsets.UTF_8) + new String(bytes(), StandardCharsets.UTF_8);
    }

    void awaitText(String part) {
        await("'" + part + "' in " + texts).until(() -> texts.stream().anyMatch(text -> text.contains(part)));
    }

    void awaitScreen(String text) {
        await("'" + text + "'").until(() -> screen().contains(text));
    }

    @Override
    public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
        texts.add(data.toString());
        if (data.toString().contains("\"exited\"")) {
            ended.complete(data.toString());
        }
        Matcher snapshot = SNAPSHOT.matcher(data);
        if (snapshot.find()) {
            drawing = Integer.parseInt(snapshot.group(1));
        }
        Matcher skipped = SKIPPED.matcher(data);
        if (skipped.find()) {
            synchronized (this) {
                from += Long.parseLong(skipped.group(2)) - Long.parseLong(skipped.group(1));
            }
            grant();
        }
        CompletableFuture<WebSocket> sent = takesWords.thenCompose(taken -> sent());
        if (answersGoodbyes && data.toString().contains("\"exited\"")) {
            // As clients do: nothing more is to come.
            isClosed = true;
        }
        return sent;
    }

    @Override
    public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
        assertThat(data.remaining()).isBetween(1, Terminal.FRAME_BYTES_MAX);
        if (drawing > 0) {
            drawing -= data.remaining();
            picture.write(data.array(), data.arrayOffset() + data.position(), data.remaining());
            return takesBytes.thenCompose(taken -> sent());
        }
        synchronized (this) {
            if (!isClosed) {
                bytes.write(data.array(), data.arrayOffset() + data.position(), data.remaining());
            }
        }
        // As from the network: never on the thread that sends.
        Thread.ofVirtual().start(() -> {
            if (!isClosed) {
                grant();
            }
        });
        return takesBytes.thenCompose(taken -> sent());
    }

    private CompletableFuture<WebSocket> sent() {
        return isClosed
                ? CompletableFuture.failedFuture(new java.io.IOException("closed"))
                : CompletableFuture.completedFuture(this);
    }

    @Override
    public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
        return sent();
    }

    @Override
    public CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
        pongs.add(StandardCharsets.US_ASCII.decode(message).toString());
        return sent();
    }

    @Override
    public CompletableFuture<WebSocket> sendClose(int code, String reason) {
        CompletableFuture<WebSocket> sent = sent();
        hasHeardGoodbye = true;
        if (answersGoodbyes) {
            isClosed = true;
        }
        return sent;
    }

    @Override
    public boolean isOutputClosed() {
        return isClosed;
    }

    @Override
    public boolean isInputClosed() {
        return isClosed;
    }

    @Override
    public void abort() {
        isAborted = true;
        isClosed = true;
    }
}
