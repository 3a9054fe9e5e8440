package io.gpuaas.agent.ssh;

import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Carries the bytes of one SSH connection. A frame is asked for when the former one was written, and one is sent when
 * the former one has left: a slow side slows the other down, and nothing is kept in between.
 */
final class SshConnection implements WebSocket.Listener {

    static final int FRAME_BYTES = 32 * 1024;

    /** A person may suspend their client for hours. The gateway ends streams whose time is over. */
    private static final Duration PATIENCE = Duration.ofHours(25);

    private static final Duration GOODBYE_PATIENCE = Duration.ofSeconds(5);

    private final ServerChannel server;

    SshConnection(ServerChannel server) {
        this.server = server;
    }

    /** Returns when either side has ended the connection. */
    void carry(WebSocket socket) throws InterruptedException {
        socket.request(1);
        byte[] buffer = new byte[FRAME_BYTES];
        try {
            int count;
            while ((count = server.in().read(buffer)) > 0) {
                await(socket.sendBinary(ByteBuffer.wrap(buffer, 0, count), true), PATIENCE);
            }
            await(socket.sendClose(WebSocket.NORMAL_CLOSURE, ""), GOODBYE_PATIENCE);
        } catch (IOException | ExecutionException | TimeoutException e) {
            // Either side is gone, and the other one is told by closing it.
        } finally {
            end();
            socket.abort();
        }
    }

    private static void await(CompletionStage<WebSocket> sent, Duration patience)
            throws InterruptedException, ExecutionException, TimeoutException {
        sent.toCompletableFuture().get(patience.toSeconds(), TimeUnit.SECONDS);
    }

    void end() {
        try {
            server.close();
        } catch (IOException e) {
            // It is closed as far as it can be.
        }
    }

    @Override
    public void onOpen(WebSocket socket) {
        // The first frame is asked for by carry().
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
        try {
            server.out().write(piece);
            server.out().flush();
            socket.request(1);
        } catch (IOException e) {
            end();
        }
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        end();
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        end();
    }
}
