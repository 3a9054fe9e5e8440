package io.gpuaas.agent.ssh;

import io.gpuaas.agent.GatewaySocket;
import java.io.IOException;
import java.net.Socket;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A connection to a gateway whose reader is the client of a local socket. */
final class SocketPeer implements GatewaySocket {

    private static final int FRAME_BYTES = 60_000;

    private final Socket client;
    private final WebSocket.Listener listener;

    SocketPeer(Socket client, WebSocket.Listener listener) {
        this.client = client;
        this.listener = listener;
    }

    @Override
    public void request(long n) {
        Thread.ofVirtual().start(this::passOn);
    }

    private void passOn() {
        try {
            byte[] frame = new byte[FRAME_BYTES];
            int count = client.getInputStream().read(frame);
            if (count > 0) {
                listener.onBinary(this, ByteBuffer.wrap(frame, 0, count), true);
            } else {
                listener.onClose(this, NORMAL_CLOSURE, "");
            }
        } catch (IOException e) {
            listener.onError(this, e);
        }
    }

    @Override
    public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
        try {
            byte[] piece = new byte[data.remaining()];
            data.get(piece);
            client.getOutputStream().write(piece);
            return CompletableFuture.completedFuture(this);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public boolean isOutputClosed() {
        return client.isClosed();
    }

    @Override
    public boolean isInputClosed() {
        return client.isClosed();
    }

    @Override
    public void abort() {
        try {
            client.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
