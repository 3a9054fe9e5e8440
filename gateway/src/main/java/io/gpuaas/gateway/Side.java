package io.gpuaas.gateway;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.http.WebSocketFrame;
import io.vertx.core.http.WebSocketFrameType;
import io.vertx.core.internal.http.WebSocketInternal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One end of a stream. It is asked for a frame at a time, and for the next only while the other end has less than a
 * window still to take: a window and one frame is all that is held here of a direction. What has arrived and was not
 * asked for is at most another window and what was in one read (64 KiB), since then no more is read (Inlet); with part of
 * a frame that has not come whole that makes 320 KiB.
 */
final class Side {

    /** One frame on its way to each kernel and one behind it: waiting for each in turn costs half the throughput. */
    static final int WINDOW_BYTES = 64 * 1024;

    /** An empty frame is held too. */
    private static final int FRAME_COST = 256;

    /** In a pong: it has something to say and the other end takes no more of it, which we would not see. */
    private static final Buffer STALLED = Buffer.buffer("stalled");

    private static final short IN_ORDER = 1000;

    /** Vert.x' close code of a connection that broke. */
    private static final short WITHOUT_A_WORD = 1006;

    /**
     * Vert.x answers every ping at once, even if much is waiting to be sent. A peer that sends pings and reads nothing
     * would fill the memory with answers.
     */
    private static final int PINGS_UNTAKEN_MAX = 64;

    /**
     * Vert.x waits for an answer to its goodbye only from when that is sent, and to a side that takes nothing it never
     * is.
     */
    private static final Duration CLOSING_MAX = Duration.ofSeconds(10);

    private final ServerWebSocket socket;
    private final ChannelHandlerContext connection;
    private final Inlet inlet;
    private final Vertx vertx;
    private final Flow flow;
    private @Nullable Side other;
    private Runnable goodbye = () -> {};
    private boolean hasSaidGoodbye;
    private long frames;
    private int held;
    private boolean isAsked;
    private int pingsUntaken;
    private volatile boolean isEnded;

    /** Counts the frames that this side sends in {@code flow}. */
    Side(ServerWebSocket socket, Vertx vertx, Flow flow) {
        this.socket = socket;
        this.connection = ((WebSocketInternal) socket).channelHandlerContext();
        this.inlet = new Inlet(connection);
        this.vertx = vertx;
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

    /** True after a normal close; false for a reloaded page or a broken connection. */
    boolean hasLeftInOrder() {
        Short code = socket.closeStatusCode();
        return code != null && code == IN_ORDER;
    }

    /** On the socket's own thread: a socket that has said goodbye meanwhile takes no handlers any more. */
    void listen(Runnable whenGone) {
        inlet.install();
        socket.closeHandler(gone -> whenGone.run());
        // The socket closes itself after an error; the close handler then ends the stream.
        socket.exceptionHandler(error -> {});
        socket.frameHandler(this::forward);
    }

    /** Says when all that came from here has been sent on and nothing more will come. */
    void sendTo(Side target, Runnable whenSaid) {
        other = target;
        goodbye = whenSaid;
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
        inlet.taken(frame.binaryData().length());
        if (frame.type() == WebSocketFrameType.PING && !takesAnswers()) {
            hangUp();
            return;
        }
        Side target = other;
        // A frame after the closing one would break the protocol.
        if (target == null || target.isEnded || isEnded) {
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

    private boolean takesAnswers() {
        boolean isFull = !socket.isClosed() && socket.writeQueueFull();
        pingsUntaken = isFull ? pingsUntaken + 1 : 0;
        return pingsUntaken <= PINGS_UNTAKEN_MAX;
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
        // Discard frames that still arrive: the answer to the close frame is behind them.
        socket.resume();
        vertx.setTimer(CLOSING_MAX.toMillis(), timer -> hangUp());
    }

    /** Closes the connection at once, without a close frame and without sending what is queued. */
    private void hangUp() {
        var _ = connection.close();
    }
}
