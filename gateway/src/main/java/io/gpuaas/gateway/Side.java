package io.gpuaas.gateway;

import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import io.vertx.core.http.WebSocketFrameType;
import org.jspecify.annotations.Nullable;

/**
 * One end of a stream. It is asked for one frame at a time, and for the next only when the other end has taken the
 * former: that is all this program ever holds of a direction.
 */
final class Side {

    private final ServerWebSocket socket;
    private @Nullable Side other;
    private long frames;

    Side(ServerWebSocket socket) {
        this.socket = socket;
        socket.pause();
    }

    ServerWebSocket socket() {
        return socket;
    }

    /** Frames that went from here to the other end. */
    long frames() {
        return frames;
    }

    void sendTo(Side target) {
        other = target;
        socket.frameHandler(this::forward);
        socket.fetch(1);
    }

    private void forward(WebSocketFrame frame) {
        Side target = other;
        if (target == null || frame.isClose()) {
            return;
        }
        if (frame.type() == WebSocketFrameType.PING || frame.type() == WebSocketFrameType.PONG) {
            // Between this side and us; it used up what was asked for, so ask again.
            socket.fetch(1);
            return;
        }
        frames++;
        target.socket.writeFrame(copy(frame)).onSuccess(done -> socket.fetch(1));
    }

    private static WebSocketFrame copy(WebSocketFrame frame) {
        if (frame.isText()) {
            return WebSocketFrame.textFrame(frame.textData(), frame.isFinal());
        }
        return frame.isContinuation()
                ? WebSocketFrame.continuationFrame(frame.binaryData(), frame.isFinal())
                : WebSocketFrame.binaryFrame(frame.binaryData(), frame.isFinal());
    }

    void close(End end) {
        if (!socket.isClosed()) {
            // A side that does not read must not keep us from letting go of it.
            socket.writeFinalTextFrame("{\"type\":\"ended\",\"reason\":\"" + end.reason() + "\"}");
            socket.close(end.code(), end.reason());
        }
    }
}
