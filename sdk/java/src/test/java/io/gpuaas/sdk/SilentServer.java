package io.gpuaas.sdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Takes one request, never answers it, and notices when the client hangs up. */
final class SilentServer implements AutoCloseable {

    private static final long SECONDS_MAX = 20;

    private final ServerSocket socket;
    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private final CompletableFuture<Void> hungUp = new CompletableFuture<>();

    SilentServer() {
        try {
            socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().start(this::serve);
    }

    private void serve() {
        try (Socket connection = socket.accept();
                InputStream request = connection.getInputStream()) {
            while (request.read() >= 0) {
                asked.complete(null);
            }
            hungUp.complete(null);
        } catch (IOException e) {
            hungUp.complete(null);
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    void awaitRequest() throws Exception {
        asked.get(SECONDS_MAX, TimeUnit.SECONDS);
    }

    void awaitHangUp() throws Exception {
        hungUp.get(SECONDS_MAX, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
