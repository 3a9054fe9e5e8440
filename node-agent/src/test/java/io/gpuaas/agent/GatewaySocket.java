package io.gpuaas.agent;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/** A connection to a gateway that accepts every frame and answers nothing; fakes override what a test needs. */
public interface GatewaySocket extends WebSocket {

    @Override
    default CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    default CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    default CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    default CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    default CompletableFuture<WebSocket> sendClose(int code, String reason) {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    default void request(long n) {}

    @Override
    default String getSubprotocol() {
        return "gpuaas.stream.v1";
    }

    @Override
    default boolean isOutputClosed() {
        return false;
    }

    @Override
    default boolean isInputClosed() {
        return true;
    }

    @Override
    default void abort() {}
}
