package io.gpuaas.gateway;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.util.ReferenceCountUtil;

/**
 * Stops reading from a connection while a window of what came from it was not taken. Vert.x would stop at 16 frames and
 * eight more, however large they are, and cannot be told otherwise. All of it happens on the connection's own thread.
 */
final class Inlet extends ChannelInboundHandlerAdapter {

    /** Below the number at which Vert.x stops by itself, so that it has gone on whenever we do. */
    private static final int FRAMES_MAX = 8;

    /**
     * One read may hold thousands of frames, and each of them costs some hundred bytes here. Whoever packs so many into it
     * wants that: frames of single bytes that a node sends one after the other are fewer, by what TLS puts around each.
     */
    private static final int FRAMES_UNTAKEN_MAX = 2_048;

    private final ChannelHandlerContext connection;
    private int frames;
    private int bytes;
    private boolean isShut;
    private boolean isHungUp;

    Inlet(ChannelHandlerContext connection) {
        this.connection = connection;
    }

    /** A connection that is closed has no place for it. */
    void install() {
        connection.pipeline().addBefore(connection.name(), "inlet", this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (isHungUp) {
            ReferenceCountUtil.release(message);
            return;
        }
        if (message instanceof WebSocketFrame frame) {
            frames++;
            bytes += frame.content().readableBytes();
        }
        context.fireChannelRead(message);
        if (frames > FRAMES_UNTAKEN_MAX) {
            isHungUp = true;
            setReading(false);
            var _ = connection.close();
            return;
        }
        if (isFull()) {
            isShut = true;
            setReading(false);
        }
    }

    /** Frames that arrived before this handler was installed were not counted, so the counts are clamped at zero. */
    void taken(int length) {
        frames = Math.max(0, frames - 1);
        bytes = Math.max(0, bytes - length);
        if (isShut && !isFull()) {
            isShut = false;
            setReading(true);
        }
    }

    private boolean isFull() {
        return frames >= FRAMES_MAX || bytes >= Side.WINDOW_BYTES;
    }

    private void setReading(boolean reads) {
        connection.channel().config().setAutoRead(reads);
    }
}
