package io.gpuaas.agent.stream;

import io.gpuaas.agent.host.LogFollower;
import io.gpuaas.agent.wire.Sending;
import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One log on its way to one reader. */
final class LogStream implements WebSocket.Listener {

    static final int FRAME_BYTES_MAX = 16 * 1024;

    private static final int CONTROL_CHARACTERS_MAX = 1_024;

    private final LogFollower log;
    private final long endsNanos;
    private final Credit credit = new Credit();
    private final StringBuilder control = new StringBuilder();

    LogStream(LogFollower log, Duration lifetime) {
        this.log = log;
        this.endsNanos = System.nanoTime() + lifetime.toNanos();
    }

    /** Until the log ends, the reader leaves or the time is over; says which. */
    String carry(WebSocket socket) throws InterruptedException {
        String reason = "reader_left";
        try {
            reason = send(socket);
        } catch (IOException | ExecutionException e) {
            reason = credit.isOver() ? "reader_left" : "broken: " + e.getMessage();
        } catch (TimeoutException e) {
            reason = "reader_stuck";
        } finally {
            log.close();
            finish(socket, reason);
        }
        return reason;
    }

    private String send(WebSocket socket)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        while (true) {
            Duration left = Duration.ofNanos(endsNanos - System.nanoTime());
            int room = left.isPositive() ? credit.await(FRAME_BYTES_MAX, left) : 0;
            if (room == 0) {
                return credit.isOver() ? "reader_left" : "time_is_up";
            }
            byte[] bytes = log.read(room);
            if (log.takeGap()) {
                Sending.await(socket.sendText("{\"type\":\"gap\"}", true));
            }
            if (bytes == null) {
                return credit.isOver() ? "reader_left" : "end_of_log";
            }
            if (bytes.length > 0) {
                Sending.await(socket.sendBinary(ByteBuffer.wrap(bytes), true));
                credit.sent(bytes.length);
            }
        }
    }

    private static void finish(WebSocket socket, String reason) throws InterruptedException {
        try {
            if (!socket.isOutputClosed()) {
                String word = "{\"type\":\"finished\",\"reason\":\"" + reason.split(":", 2)[0] + "\"}";
                Sending.last(socket, word, Duration.ZERO);
            }
        } catch (ExecutionException | TimeoutException e) {
            // The other side is gone; there is nobody to tell.
        } finally {
            socket.abort();
        }
    }

    void stop() {
        credit.end();
        log.close();
    }

    @Override
    public void onOpen(WebSocket socket) {
        socket.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        if (control.length() + data.length() <= CONTROL_CHARACTERS_MAX) {
            control.append(data);
        }
        if (last) {
            credit.hear(control);
            control.setLength(0);
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        stop();
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        stop();
    }
}
