package io.gpuaas.controlplane.listeners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxyHeaderTest {

    private static final String SIGNATURE = "0d0a0d0a000d0a515549540a";
    private static final String IPV4 = SIGNATURE + "2111000c" + "c0000205" + "7f000001" + "d43101bb";

    private static ReadableByteChannel channel(String hex) {
        return Channels.newChannel(new ByteArrayInputStream(HexFormat.of().parseHex(hex)));
    }

    @Test
    void theClientIsTheSource() throws IOException {
        ProxyHeader header = new ProxyHeader();
        assertThat(header.readFrom(channel(IPV4))).isTrue();
        assertThat(header.client().orElseThrow().getHostAddress()).isEqualTo("192.0.2.5");
    }

    @Test
    void ofIpv6Too() throws IOException {
        ProxyHeader header = new ProxyHeader();
        String addresses = "20010db8000000000000000000000001" + "00000000000000000000000000000001" + "d43101bb";
        assertThat(header.readFrom(channel(SIGNATURE + "21210024" + addresses))).isTrue();
        assertThat(header.client().orElseThrow().getHostAddress()).isEqualTo("2001:db8:0:0:0:0:0:1");
    }

    @Test
    void bytesAfterTheHeaderAreNotConsumed() throws IOException {
        ReadableByteChannel channel = channel(IPV4 + "474554");
        assertThat(new ProxyHeader().readFrom(channel)).isTrue();
        ByteBuffer rest = ByteBuffer.allocate(10);
        assertThat(channel.read(rest)).isEqualTo(3);
        assertThat(rest.get(0)).isEqualTo((byte) 'G');
    }

    @Test
    void itMayArriveByteByByte() throws IOException {
        ProxyHeader header = new ProxyHeader();
        byte[] bytes = HexFormat.of().parseHex(IPV4);
        int[] next = {0};
        ReadableByteChannel slow = new ReadableByteChannel() {
            private boolean ready;

            @Override
            public int read(ByteBuffer target) {
                ready = !ready;
                if (!ready) {
                    return 0;
                }
                target.put(bytes[next[0]++]);
                return 1;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        int steps = 0;
        while (!header.readFrom(slow)) {
            steps++;
        }
        assertThat(steps).isBetween(bytes.length - 2, bytes.length);
        assertThat(header.client()).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"20000000", "2011000cc00002057f000001d43101bb", "21000000", "2100000301020a"})
    void aProxyMaySpeakForItself(String rest) throws IOException {
        ProxyHeader header = new ProxyHeader();
        assertThat(header.readFrom(channel(SIGNATURE + rest))).isTrue();
        assertThat(header.client()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "474554202f20485454502f312e310d0a", // GET / HTTP/1.1
                "50524f585920544350342031302e302e", // version 1, in words
                SIGNATURE + "1111000cc00002057f000001d43101bb", // version 1 in the place of 2
                SIGNATURE + "2211000cc00002057f000001d43101bb", // no such command
                SIGNATURE + "2112000cc00002057f000001d43101bb", // UDP
                SIGNATURE + "2111000bc00002057f000001d43101", // too short for its addresses
                SIGNATURE + "2111ffff", // longer than anybody needs
                SIGNATURE + "2111000cc0000205", // ends early
                "0d0a"
            })
    void anInvalidHeaderIsRefused(String hex) {
        assertThatThrownBy(() -> {
                    ProxyHeader header = new ProxyHeader();
                    header.readFrom(channel(hex));
                })
                .isInstanceOf(IOException.class);
    }
}
