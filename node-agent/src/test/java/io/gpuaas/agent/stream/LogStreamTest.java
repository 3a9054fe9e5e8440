package io.gpuaas.agent.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.GatewaySocket;
import io.gpuaas.agent.host.LogFollower;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LogStreamTest {

    /** A log without end, which counts what was taken from it. */
    private static final class Flood implements LogFollower {

        final AtomicLong taken = new AtomicLong();
        volatile boolean isClosed;

        @Override
        public byte[] read(int bytesMax) {
            taken.addAndGet(bytesMax);
            return new byte[bytesMax];
        }

        @Override
        public boolean takeGap() {
            return false;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    /** The gateway's end, which notes what arrives. */
    private static final class Peer implements GatewaySocket {

        final AtomicLong bytes = new AtomicLong();
        final List<String> texts = new CopyOnWriteArrayList<>();
        volatile boolean isClosed;

        @Override
        public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
            texts.add(data.toString());
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
            assertThat(data.remaining()).isLessThanOrEqualTo(LogStream.FRAME_BYTES_MAX);
            bytes.addAndGet(data.remaining());
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public CompletableFuture<WebSocket> sendClose(int code, String reason) {
            isClosed = true;
            return CompletableFuture.completedFuture(this);
        }

        @Override
        public boolean isOutputClosed() {
            return isClosed;
        }

        @Override
        public boolean isInputClosed() {
            return isClosed;
        }

        @Override
        public void abort() {
            isClosed = true;
        }
    }

    private final Flood log = new Flood();
    private final Peer peer = new Peer();

    private CompletableFuture<String> carry(LogStream stream) {
        CompletableFuture<String> ended = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                ended.complete(stream.carry(peer));
            } catch (InterruptedException e) {
                ended.completeExceptionally(e);
            }
        });
        return ended;
    }

    private static void grant(LogStream stream, WebSocket peer, long offset) {
        stream.onText(peer, "{\"type\":\"credit\",\"offset\":" + offset + "}", true);
    }

    @Test
    void nothingIsTakenFromTheLogThatTheReaderDidNotAskFor() throws Exception {
        LogStream stream = new LogStream(log, Duration.ofMinutes(1));
        CompletableFuture<String> ended = carry(stream);
        grant(stream, peer, 100_000);
        await().until(() -> peer.bytes.get() == 100_000);
        grant(stream, peer, 50_000);
        stream.onText(peer, "nonsense", true);
        assertThat(log.taken).hasValue(100_000);
        grant(stream, peer, Long.MAX_VALUE);
        await().until(() -> peer.bytes.get() == 100_000 + Credit.WINDOW_BYTES_MAX);
        assertThat(log.taken)
                .as("a window at a time, whatever is asked for")
                .hasValue(100_000 + Credit.WINDOW_BYTES_MAX);
        stream.onClose(peer, 1000, "");
        assertThat(ended.get()).isEqualTo("reader_left");
        assertThat(log.isClosed).isTrue();
    }

    @Test
    void theNodeEndsTheStreamByItsOwnClock() throws Exception {
        LogStream stream = new LogStream(log, Duration.ofMillis(50));
        assertThat(carry(stream).get()).isEqualTo("time_is_up");
        assertThat(peer.texts).containsExactly("{\"type\":\"finished\",\"reason\":\"time_is_up\"}");
        assertThat(peer.isClosed).isTrue();
        assertThat(log.taken).hasValue(0);
    }
}
