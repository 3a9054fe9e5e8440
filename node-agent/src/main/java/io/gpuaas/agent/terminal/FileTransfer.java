package io.gpuaas.agent.terminal;

import io.gpuaas.agent.host.Login;
import io.gpuaas.agent.task.FileTasks.TransferFile;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.Sending;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One file on its way. The next frame is asked for when the former has been written, and sent when the former has
 * left: whoever is slow slows the other side down and nothing is kept in between.
 */
final class FileTransfer implements WebSocket.Listener {

    static final int FRAME_BYTES = 32 * 1024;

    /** Few can be carried at a time, so nobody keeps a place without sending. */
    static final Duration STALL_MAX = Duration.ofMinutes(2);

    private static final int SIZE_LINE_MAX = 20;

    private final TransferFile task;
    private final Duration stallMax;
    private final MessageDigest digest = sha256();
    private final CompletableFuture<FileProcess> started = new CompletableFuture<>();
    private final CompletableFuture<@Nullable String> arrived = new CompletableFuture<>();
    private final AtomicLong carried = new AtomicLong();

    /** How it ended: no reason when all went well. */
    record Outcome(
            @Nullable String reason, long bytes, @Nullable String sha256) {}

    FileTransfer(TransferFile task, Duration stallMax) {
        this.task = task;
        this.stallMax = stallMax;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    Outcome carry(WebSocket socket, Login login) throws InterruptedException {
        String reason = "broken";
        try (FileProcess process = FileProcess.start(login, task)) {
            started.complete(process);
            socket.request(1);
            if (task.isUpload()) {
                reason = upload(process);
            } else {
                reason = task.isListing() ? list(process, socket) : download(process, socket);
            }
        } catch (IOException | ExecutionException e) {
            reason = "left";
        } catch (TimeoutException e) {
            reason = "stuck";
        }
        Outcome outcome = new Outcome(
                reason, carried.get(), reason == null ? HexFormat.of().formatHex(digest.digest()) : null);
        sayLast(socket, outcome);
        return outcome;
    }

    private void sayLast(WebSocket socket, Outcome outcome) throws InterruptedException {
        Map<String, Object> word = new LinkedHashMap<>();
        word.put("type", outcome.reason() == null ? "finished" : "refused");
        word.put("bytes", outcome.bytes());
        if (outcome.reason() == null) {
            word.put("sha256", Objects.requireNonNull(outcome.sha256()));
        } else {
            word.put("reason", outcome.reason());
        }
        try {
            // Of an upload nothing but this word is on its way.
            Duration patience = task.isUpload() ? Duration.ZERO : Attachment.LINGERING;
            Sending.last(socket, Json.LENIENT.writeValueAsString(word), patience);
        } catch (ExecutionException | TimeoutException e) {
            // The client has disconnected; the report carries the outcome.
        } finally {
            socket.abort();
        }
    }

    // ---- out of the home -------------------------------------------------------------------------------------------

    private @Nullable String download(FileProcess process, WebSocket socket)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        InputStream out = process.out();
        long size = readSize(out);
        if (size < 0) {
            return Objects.requireNonNullElse(process.awaitReason(), "broken");
        }
        if (size > task.bytesMax()) {
            return "too_large";
        }
        String lost = send(size, out, socket);
        return lost == null ? process.awaitReason() : lost;
    }

    private @Nullable String list(FileProcess process, WebSocket socket)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        FolderListing listing = FolderListing.read(process.out());
        String refused = process.awaitReason();
        if (refused != null) {
            return refused;
        }
        byte[] json = listing.json();
        return send(json.length, new ByteArrayInputStream(json), socket);
    }

    /** Null when all was sent. */
    private @Nullable String send(long size, InputStream out, WebSocket socket)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Sending.await(socket.sendText("{\"type\":\"file\",\"bytes\":" + size + "}", true));
        byte[] buffer = new byte[FRAME_BYTES];
        int count;
        while (carried.get() < size && (count = out.read(buffer)) > 0) {
            if (arrived.isDone()) {
                return "left";
            }
            digest.update(buffer, 0, count);
            Sending.await(socket.sendBinary(ByteBuffer.wrap(buffer, 0, count), true));
            carried.addAndGet(count);
        }
        return carried.get() == size ? null : "changed_meanwhile";
    }

    private static long readSize(InputStream out) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = out.read();
        while (next >= '0' && next <= '9' && line.length() < SIZE_LINE_MAX) {
            line.append((char) next);
            next = out.read();
        }
        return next == '\n' && !line.isEmpty() ? Long.parseLong(line.toString()) : -1;
    }

    // ---- into the home ---------------------------------------------------------------------------------------------

    private @Nullable String upload(FileProcess process)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        if (announced() == 0) {
            arrived.complete(null);
        }
        String lost = awaitArrived();
        process.in().close();
        String refused = process.awaitReason();
        return refused == null || lost == null
                ? refused
                : Objects.equals(refused, "not_what_was_announced") ? lost : refused;
    }

    private @Nullable String awaitArrived() throws InterruptedException, ExecutionException, TimeoutException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(task.secondsMax());
        long before = -1;
        while (carried.get() > before && System.nanoTime() < until) {
            before = carried.get();
            try {
                return arrived.get(stallMax.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // More may have come since; who sends on is waited for until the time is over.
            }
        }
        throw new TimeoutException("nothing more came");
    }

    private long announced() {
        return Objects.requireNonNull(task.bytes());
    }

    @Override
    public void onOpen(WebSocket socket) {
        // Asked for once there is somewhere to write to.
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        byte[] piece = new byte[data.remaining()];
        data.get(piece);
        if (!task.isUpload() || carried.get() + piece.length > announced()) {
            arrived.complete("too_much");
            return null;
        }
        try {
            started.join().in().write(piece);
            digest.update(piece);
            carried.addAndGet(piece.length);
        } catch (IOException e) {
            // The script has ended and knows why.
            arrived.complete("broken");
            return null;
        }
        if (carried.get() == announced()) {
            arrived.complete(null);
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        arrived.complete("left");
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        arrived.complete("left");
    }
}
