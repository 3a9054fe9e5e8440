package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Streams end when a side leaves, vanishes, breaks the protocol or takes nothing. */
class GatewayHangUpTest extends RunningGateway {

    @Test
    void aVanishedPeerIsDisconnectedAndAQuietOneIsNot() throws Exception {
        gateway.close();
        start(Duration.ofSeconds(20), Duration.ofSeconds(3));
        UUID quiet = controlPlane.stream("q".repeat(43), "n1");
        End quietReader = new End();
        End quietNode = new End();
        reader(quietReader, "/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + "q".repeat(43));
        node(quietNode, quiet, "n1");
        for (boolean isReader : new boolean[] {true, false}) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            try (SilencedProxy pass = new SilencedProxy(isReader ? gateway.readerPort() : gateway.nodePort())) {
                readersPass = isReader ? pass : null;
                nodesPass = isReader ? null : pass;
                End reader = new End();
                End node = new End();
                reader(reader);
                WebSocket fromNode = node(node, stream, "n1");
                fromNode.sendBinary(ByteBuffer.wrap(new byte[10]), true).join();
                await().until(() -> reader.bytes.get() == 10);
                pass.fallSilent();
                End stays = isReader ? node : reader;
                stays.closed.get(60, TimeUnit.SECONDS);
                assertThat(stays.texts.getLast()).contains(isReader ? "reader_lost" : "node_left");
            } finally {
                readersPass = null;
                nodesPass = null;
            }
        }
        assertThat(quietReader.closed).as("it answers pings").isNotDone();
        assertThat(quietNode.closed).isNotDone();
    }

    @Test
    void aFrameThatIsTooLargeEndsTheStream() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromNode = node(node, stream, "n1");
        reader(reader);
        assertThat(fromNode.sendBinary(ByteBuffer.wrap(new byte[Gateway.FRAME_BYTES_MAX + 1]), true))
                .isNotNull();
        node.closed.get(60, TimeUnit.SECONDS);
        reader.closed.get(60, TimeUnit.SECONDS);
        assertThat(reader.bytes).hasValue(0);

        UUID other = controlPlane.stream(TOKEN, "n1");
        End spared = new End();
        node(spared, other, "n1");
        assertThat(reader(new End()).sendBinary(ByteBuffer.wrap(new byte[Gateway.FRAME_BYTES_MAX + 1]), true))
                .isNotNull();
        spared.closed.get(60, TimeUnit.SECONDS);
        assertThat(spared.bytes).hasValue(0);
    }

    @Test
    void afterItsLastWordToASideTheGatewaySendsItNothingMore() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        try (RawPeer reader = rawReader();
                RawPeer node = rawNode(stream)) {
            reader.awaitFrame(RawPeer.TEXT);
            node.send(RawPeer.BINARY, new byte[100]);
            reader.awaitFrame(RawPeer.BINARY);
            controlPlane.close.add(stream);
            assertThat(reader.awaitFrame(RawPeer.TEXT).text()).contains("revoked");
            reader.awaitFrame(RawPeer.CLOSE);
            node.awaitFrame(RawPeer.CLOSE);
            // Neither has answered the close, so both connections are still there.
            node.send(RawPeer.BINARY, new byte[100]);
            reader.send(RawPeer.BINARY, new byte[100]);
            assertThat(reader.read(Duration.ofSeconds(1))).isEmpty();
            assertThat(node.read(Duration.ofSeconds(1))).isEmpty();
        }
    }

    /** A side that asks all the time whether we are there and takes none of the answers. */
    @Test
    void aPeerThatPingsWithoutReadingIsDisconnectedBeforeTheAnswersFillTheMemory() throws Exception {
        byte[] ping = new byte[125];
        long pingsMax = 64L * 1024 * 1024 / ping.length;
        for (boolean isReader : new boolean[] {true, false}) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            try (RawPeer reader = rawReader();
                    RawPeer node = rawNode(stream)) {
                reader.awaitFrame(RawPeer.TEXT);
                RawPeer flooding = isReader ? reader : node;
                RawPeer stays = isReader ? node : reader;
                assertThatThrownBy(() -> {
                            for (long sent = 0; sent < pingsMax; sent++) {
                                flooding.send(RawPeer.PING, ping);
                            }
                        })
                        .as("hung up on, long before the kernels could have swallowed so many answers")
                        .isInstanceOf(IOException.class);
                assertThat(stays.awaitFrame(RawPeer.TEXT).text()).contains(isReader ? "reader_lost" : "node_left");
            }
            await().until(() -> gateway.streams().ids().isEmpty());
        }
    }

    @Test
    void aPeerThatOnlyPingsIsDisconnectedSoonAfterTheStreamEnds() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        try (RawPeer reader = rawReader()) {
            WebSocket fromNode = node(new End(), stream, "n1");
            reader.awaitFrame(RawPeer.TEXT);
            Stream carried = gateway.streams().find(stream).orElseThrow();
            while (carried.held() < Side.WINDOW_BYTES) {
                fromNode.sendBinary(ByteBuffer.wrap(new byte[16 * 1024]), true).join();
            }
            controlPlane.close.add(stream);
            await().until(() -> gateway.streams().ids().isEmpty());
            await("the connection itself ends, though its peer is not silent")
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> {
                        try {
                            reader.send(RawPeer.PING, new byte[1]);
                            return false;
                        } catch (IOException e) {
                            return true;
                        }
                    });
        }
    }

    @Test
    void framesThatBreakTheProtocolEndTheStreamAndReachNobody() throws Exception {
        byte[] four = new byte[4];
        List<int[]> broken = List.of(
                new int[] {0x82, 4}, // not masked
                new int[] {0x83, 0x84}, // of a type that is none
                new int[] {0xf2, 0x84}, // with bits nobody agreed on
                new int[] {0x80, 0x84}, // goes on with what has not begun
                new int[] {0x09, 0x84}); // a ping in pieces
        for (int[] head : broken) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            End node = new End();
            node(node, stream, "n1");
            try (RawPeer reader = rawReader()) {
                reader.awaitFrame(RawPeer.TEXT);
                reader.sendRaw(head[0], head[1], four, four);
                node.closed.get(60, TimeUnit.SECONDS);
            }
            assertThat(node.bytes).as(Integer.toHexString(head[0])).hasValue(0);
            assertThat(node.texts.getLast()).as(Integer.toHexString(head[0])).contains("reader_lost");
        }
    }

    @Test
    void aNodeThatIsGoneIsToldToTheReader() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        WebSocket fromNode = node(new End(), stream, "n1");
        reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        fromNode.abort();
        reader.closed.get(60, TimeUnit.SECONDS);
        assertThat(reader.texts.getLast()).isEqualTo("{\"type\":\"ended\",\"reason\":\"node_left\"}");
    }

    @Test
    void theControlPlaneTheClockAndTheEndOfTheGatewayEndStreams() throws Exception {
        UUID revoked = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        controlPlane.close.add(revoked);
        assertThat(reader.closed.get(60, TimeUnit.SECONDS)).isEqualTo(4403);

        controlPlane.endsAt = Instant.now().plusMillis(300);
        controlPlane.stream(TOKEN, "n1");
        End late = new End();
        reader(late);
        assertThat(late.closed.get(60, TimeUnit.SECONDS)).isEqualTo(4410);

        controlPlane.endsAt = Instant.now().plusSeconds(60);
        controlPlane.stream(TOKEN, "n1");
        End last = new End();
        reader(last);
        await().until(() -> !gateway.streams().ids().isEmpty());
        gateway.close();
        last.closed.get(60, TimeUnit.SECONDS);
        assertThat(last.texts).containsExactly("{\"type\":\"ended\",\"reason\":\"gateway_stops\"}");
    }

    @Test
    void aReaderWhoseNodeWillNotJoinIsDisconnectedAtOnce() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        controlPlane.unmet.add(stream);
        // Sooner than the 20 s that a reader waits for its node otherwise.
        assertThat(reader.closed.get(15, TimeUnit.SECONDS)).isEqualTo(4408);
        assertThat(reader.texts).containsExactly("{\"type\":\"ended\",\"reason\":\"nobody_came\"}");
    }

    @Test
    void aReaderWhoseNodeDoesNotJoinInTimeIsDisconnected() throws Exception {
        gateway.close();
        start(Duration.ofMillis(200), Duration.ofSeconds(60));
        controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        reader(reader);
        assertThat(reader.closed.get(60, TimeUnit.SECONDS)).isEqualTo(4408);
    }
}
