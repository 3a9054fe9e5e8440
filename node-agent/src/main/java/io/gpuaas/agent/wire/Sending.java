package io.gpuaas.agent.wire;

import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One frame at a time over a connection, and an end of it that loses none. */
public final class Sending {

    private static final Duration FRAME_PATIENCE = Duration.ofMinutes(2);
    private static final Duration GOODBYE_PATIENCE = Duration.ofSeconds(2);
    private static final Duration GOODBYE_LOOK = Duration.ofMillis(5);

    private Sending() {}

    public static void await(CompletionStage<WebSocket> sent)
            throws InterruptedException, ExecutionException, TimeoutException {
        sent.toCompletableFuture().get(FRAME_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /**
     * Says the last word and leaves it to whoever hears it to hang up: the gateway answers a goodbye before the reader has
     * what was said until then. After so long this side does, and waits a moment for the answer: a connection that is
     * closed while something lies in it unread is reset, and what the other side has not read yet is lost with it.
     * False when there is none.
     */
    public static boolean last(WebSocket socket, String word, Duration patience)
            throws InterruptedException, ExecutionException, TimeoutException {
        await(socket.sendText(word, true));
        if (!isHungUp(socket, patience)) {
            await(socket.sendClose(WebSocket.NORMAL_CLOSURE, ""));
        }
        return isHungUp(socket, GOODBYE_PATIENCE);
    }

    private static boolean isHungUp(WebSocket socket, Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        while (!socket.isInputClosed() && System.nanoTime() < until) {
            Thread.sleep(GOODBYE_LOOK);
        }
        return socket.isInputClosed();
    }
}
