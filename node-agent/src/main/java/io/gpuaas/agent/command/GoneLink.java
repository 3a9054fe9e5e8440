package io.gpuaas.agent.command;

import io.gpuaas.agent.wire.Sending;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Tells a client that this agent does not follow the command: its state and output are with the control plane. */
final class GoneLink implements WebSocket.Listener {

    private static final Duration LINGERING = Duration.ofSeconds(30);

    String carry(WebSocket socket) throws InterruptedException {
        try {
            boolean _ = Sending.last(socket, "{\"type\":\"gone\"}", LINGERING);
            return "gone";
        } catch (ExecutionException | TimeoutException e) {
            return "left";
        } finally {
            socket.abort();
        }
    }
}
