package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InletTest {

    private final EmbeddedChannel connection = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    private final Inlet inlet = new Inlet(connection.pipeline().firstContext());

    @BeforeEach
    void install() {
        inlet.install();
    }

    @AfterEach
    void close() {
        connection.finishAndReleaseAll();
    }

    private void arrive(int bytes) {
        connection.writeInbound(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(new byte[bytes])));
    }

    private boolean isRead() {
        return connection.config().isAutoRead();
    }

    @Test
    void noMoreIsReadWhileAWindowOfWhatCameWasNotTaken() {
        arrive(Side.WINDOW_BYTES - 1);
        assertThat(isRead()).isTrue();
        arrive(1);
        assertThat(isRead()).isFalse();
        inlet.taken(1);
        assertThat(isRead()).isTrue();
        arrive(Side.WINDOW_BYTES);
        assertThat(isRead()).isFalse();
        inlet.taken(Side.WINDOW_BYTES - 1);
        inlet.taken(Side.WINDOW_BYTES);
        assertThat(isRead()).isTrue();
    }

    @Test
    void framesOfNothingFillItToo() {
        for (int i = 0; i < 7; i++) {
            arrive(0);
        }
        assertThat(isRead()).isTrue();
        arrive(0);
        assertThat(isRead()).isFalse();
        inlet.taken(0);
        assertThat(isRead()).isTrue();
    }

    @Test
    void thousandsOfFramesInOneReadCloseTheConnection() {
        for (int i = 0; i < 2_048; i++) {
            arrive(1);
        }
        assertThat(connection.isOpen()).isTrue();
        arrive(1);
        assertThat(connection.isOpen()).isFalse();
        assertThat(connection.inboundMessages()).hasSize(2_049);
    }

    @Test
    void readingSwitchedOnElsewhereIsSwitchedOffWithTheNextFrame() {
        arrive(Side.WINDOW_BYTES);
        connection.config().setAutoRead(true);
        arrive(1);
        assertThat(isRead()).isFalse();
    }
}
