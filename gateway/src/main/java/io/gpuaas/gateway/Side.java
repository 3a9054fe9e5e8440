package io.gpuaas.gateway;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import io.vertx.core.http.WebSocketFrameType;
import org.jspecify.annotations.Nullable;

/**
 * One end of a stream. It is asked for a frame at a time, and for the next only while the other end has less than a
 * window still to take: a window and one frame is all that is held here of a direction. Before it, Vert.x keeps what
 * has arrived and was not asked for: it stops reading from the connection at 16 frames, so it has at most those and
 * what was in one read (64 KiB). With frames of 64 KiB that is 1.2 MiB in all.
 */
final class Side {

    /** One frame on its way to each kernel and one behind it: waiting for each in turn costs half the throughput. */
    static final int WINDOW_BYTES = 64 * 1024;

    /** An empty frame is held too. */
    private static final int FRAME_COST = 256;

    /** In a pong: it has something to say and the other end takes no more of it, which we would not see. */
    private static final Buffer STALLED = Buffer.buffer("stalled");

    private static final short IN_ORDER = 1000;

    /** What Vert.x says of a connection that broke. */
    private static final short WITHOUT_A_WORD = 1006;

    private final ServerWebSocket socket;
    private final Flow flow;
    private @Nullable Side other;
    private Runnable goodbye = () -> {};
    private boolean hasSaidGoodbye;
    private long frames;
    private int held;
    private boolean isAsked;
    private volatile boolean isEnded;

    /** What comes from here is counted as this flow. */
    Side(ServerWebSocket socket, Flow flow) {
        this.socket = socket;
        this.flow = flow;
        socket.pause();
    }

    ServerWebSocket socket() {
        return socket;
    }

    /** Frames that went from here to the other end. */
    long frames() {
        return frames;
    }

    /** Bytes of frames from here that the other end's kernel has not taken yet. */
    synchronized int held() {
        return held;
    }

    /**
     * It has said goodbye, and what it said before is still on its way: answered by Vert.x as soon as it arrives, its
     * goodbye is the last in the queue of what was not asked for yet.
     */
    boolean isLeaving() {
        Short code = socket.closeStatusCode();
        return other != null && !hasSaidGoodbye && code != null && code != WITHOUT_A_WORD;
    }

    /** Not so a page that is loaded anew, nor a connection that broke. */
    boolean hasLeftInOrder() {
        Short code = socket.closeStatusCode();
        return code != null && code == IN_ORDER;
    }

    /** Says when all that came from here has been sent on and nothing more will come. */
    void sendTo(Side target, Runnable whenSaid) {
        other = target;
        goodbye = whenSaid;
        socket.frameHandler(this::forward);
        ask();
    }

    private synchronized void ask() {
        if (!isAsked && held < WINDOW_BYTES) {
            isAsked = true;
            socket.fetch(1);
        }
    }

    private synchronized void came(int bytes) {
        isAsked = false;
        held += bytes;
        if (held >= WINDOW_BYTES) {
            flow.stalled();
        }
    }

    private synchronized void went(int bytes) {
        held -= bytes;
    }

    private void forward(WebSocketFrame frame) {
        Side target = other;
        // What comes after the last word to a side would break the protocol.
        if (target == null || target.isEnded) {
            return;
        }
        if (frame.isClose()) {
            hasSaidGoodbye = true;
            goodbye.run();
            return;
        }
        if (frame.type() == WebSocketFrameType.PING || frame.type() == WebSocketFrameType.PONG) {
            // Between this side and us. Vert.x asks for another frame in its place: asking here too would let one more
            // through each time than there is room for.
            if (frame.type() == WebSocketFrameType.PONG && frame.binaryData().equals(STALLED)) {
                flow.stalled();
            }
            return;
        }
        frames++;
        int length = frame.binaryData().length();
        int bytes = FRAME_COST + length;
        flow.carried(!frame.isText(), length);
        came(bytes);
        target.socket.writeFrame(copy(frame)).onSuccess(done -> {
            went(bytes);
            ask();
        });
        ask();
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
        isEnded = true;
        if (!socket.isClosed()) {
            // A side that does not read must not keep us from letting go of it.
            socket.writeFinalTextFrame("{\"type\":\"ended\",\"reason\":\"" + end.reason() + "\"}");
            socket.close(end.code(), end.reason());
        }
    }
}
