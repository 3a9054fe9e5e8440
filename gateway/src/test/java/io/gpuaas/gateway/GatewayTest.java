package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Bytes and words go both ways through a real gateway, at the pace of the slower side. */
class GatewayTest extends RunningGateway {

    @Test
    void bytesAndWordsGoBothWaysWhoeverComesFirst() throws Exception {
        for (boolean nodeFirst : new boolean[] {true, false}) {
            UUID stream = controlPlane.stream(TOKEN, "n1");
            End reader = new End();
            End node = new End();
            WebSocket fromNode = nodeFirst ? node(node, stream, "n1") : null;
            WebSocket fromReader = reader(reader);
            assertThat(fromReader.getSubprotocol())
                    .as("the token is not echoed")
                    .isEqualTo(ReaderDoor.PROTOCOL);
            fromNode = fromNode == null ? node(node, stream, "n1") : fromNode;
            fromReader.sendText("{\"type\":\"credit\",\"offset\":10}", true).join();
            await().until(() -> node.texts.contains("{\"type\":\"credit\",\"offset\":10}"));
            fromNode.sendBinary(ByteBuffer.wrap(new byte[1000]), true).join();
            await().until(() -> reader.bytes.get() == 1000);
            assertThat(reader.texts).containsExactly("{\"type\":\"attached\"}");
            fromReader.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
            node.closed.get(60, TimeUnit.SECONDS);
            assertThat(node.texts.getLast()).contains("reader_left");
            await().until(() -> gateway.streams().ids().isEmpty());
        }
    }

    @Test
    void aFrameSentWhileJoiningIsNotLost() throws Exception {
        List<End> nodes = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 20; i++) {
            End node = new End();
            nodes.add(node);
            String token = UUID.randomUUID().toString().replace("-", "") + "x".repeat(11);
            UUID stream = controlPlane.stream(token, "n1");
            node(node, stream, "n1");
            reader(new End(), "/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + token)
                    .sendText("early", true)
                    .join();
        }
        await().untilAsserted(() -> assertThat(nodes).allMatch(node -> node.texts.contains("early")));
    }

    @Test
    void aReaderWhoStopsStopsTheNodeAndNothingPilesUpHere() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        WebSocket fromNode = node(new End(), stream, "n1");
        WebSocket fromReader = reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        // As many as come in an hour.
        for (int i = 0; i < 180; i++) {
            fromNode.sendPong(ByteBuffer.allocate(0)).join();
            fromReader.sendPong(ByteBuffer.allocate(0)).join();
        }
        reader.reads = false;
        byte[] frame = new byte[32 * 1024];
        long sent = 0;
        try {
            while (sent < 256L * 1024 * 1024) {
                fromNode.sendBinary(ByteBuffer.wrap(frame), true).get(2, TimeUnit.SECONDS);
                sent += frame.length;
            }
        } catch (TimeoutException e) {
            // The node cannot send any more: that is the point.
        }
        Stream carried = gateway.streams().find(stream).orElseThrow();
        assertThat(carried.held())
                .as("held for the reader")
                .isBetween(Side.WINDOW_BYTES, Side.WINDOW_BYTES + frame.length + 256);
        // The rest is in the kernel, of the node's connection and of the test's own HTTP client.
        assertThat(sent - carried.frames() * frame.length)
                .as("sent before the node had to stop, and not carried")
                .isLessThan(12L * 1024 * 1024);
        assertThat(metrics()).containsPattern("gpuaas_gateway_stalls_total\\{role=\"[a-z]+\",to=\"reader\"} [1-9]");
        reader.reads = true;
        fromReader.request(1);
        long all = sent;
        await().atMost(Duration.ofSeconds(60)).until(() -> reader.bytes.get() >= all);
    }

    @Test
    void aReaderWhoGoesOnAfterTheNodeLeftGetsEveryByteAndThenTheLastWord() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromNode = node(node, stream, "n1");
        WebSocket fromReader = reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        reader.reads = false;
        Stream carried = gateway.streams().find(stream).orElseThrow();
        byte[] frame = new byte[16 * 1024];
        long count = 0;
        while (carried.held() < Side.WINDOW_BYTES) {
            fromNode.sendBinary(ByteBuffer.wrap(frame), true).join();
            long sent = ++count;
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> carried.frames() == sent || carried.held() >= Side.WINDOW_BYTES);
        }
        fromNode.sendBinary(ByteBuffer.wrap(frame), true).join();
        count++;
        fromNode.sendText("{\"type\":\"exited\",\"code\":7}", true).join();
        fromNode.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        node.closed.get(60, TimeUnit.SECONDS);
        reader.reads = true;
        fromReader.request(1);
        reader.closed.get(60, TimeUnit.SECONDS);
        assertThat(reader.bytes).hasValue(count * frame.length);
        assertThat(reader.texts)
                .containsExactly(
                        "{\"type\":\"attached\"}",
                        "{\"type\":\"exited\",\"code\":7}",
                        "{\"type\":\"ended\",\"reason\":\"node_left\"}");
    }

    @Test
    void pingsOfASideKeepNothingBackAndGoNoFurther() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        End reader = new End();
        End node = new End();
        WebSocket fromNode = node(node, stream, "n1");
        WebSocket fromReader = reader(reader);
        await().until(() -> !reader.texts.isEmpty());
        for (int i = 0; i < 3; i++) {
            fromReader.sendPing(ByteBuffer.wrap(new byte[] {1})).join();
            fromReader.sendPong(ByteBuffer.wrap(new byte[] {2})).join();
            fromNode.sendPing(ByteBuffer.allocate(0)).join();
        }
        fromReader.sendBinary(ByteBuffer.wrap(new byte[10]), true).join();
        fromNode.sendBinary(ByteBuffer.wrap(new byte[20]), true).join();
        await().until(() -> node.bytes.get() == 10 && reader.bytes.get() == 20);
    }
}
