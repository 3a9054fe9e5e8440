package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class CommandLinkTest {

    /** Only asked for more messages. */
    private static final WebSocket SOCKET = (WebSocket) Proxy.newProxyInstance(
            CommandLinkTest.class.getClassLoader(), new Class<?>[] {WebSocket.class}, (proxy, method, words) -> null);

    private static ByteBuffer bytes(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(values.length);
        for (int value : values) {
            buffer.put((byte) value);
        }
        return buffer.flip();
    }

    @Test
    void aFrameThatArrivesInPartsIsOneFrame() throws Exception {
        CommandLink link = new CommandLink();
        link.onBinary(SOCKET, bytes(1, 10, 11), false);
        link.onBinary(SOCKET, bytes(12), false);
        link.onBinary(SOCKET, bytes(13), true);
        link.onBinary(SOCKET, bytes(2, 20), true);
        assertThat(link.poll(1)).isEqualTo(new CommandLink.Arrived.Frame(bytes(1, 10, 11, 12, 13)));
        assertThat(link.poll(1)).isEqualTo(new CommandLink.Arrived.Frame(bytes(2, 20)));
        assertThat(link.poll(1)).isNull();
    }

    @Test
    void aFrameWithoutEndIsRefused() throws Exception {
        CommandLink link = new CommandLink();
        for (int i = 0; i < 5; i++) {
            link.onBinary(SOCKET, ByteBuffer.allocate(16 * 1024), false);
        }
        assertThat(link.poll(1)).isInstanceOf(CommandLink.Arrived.Over.class);
    }
}
