package io.gpuaas.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Readers and nodes that are let in or refused. */
class GatewayDoorsTest extends RunningGateway {

    @Test
    void readersWithoutATokenFromElsewhereOrWithATokenInTheAddressAreRefused() {
        controlPlane.stream(TOKEN, "n1");
        String token = "token." + TOKEN;
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL))
                .isEqualTo(401);
        assertThat(refusal("/v1/streams?token=" + TOKEN, FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL))
                .isEqualTo(400);
        assertThat(refusal("/v1/streams?x=1", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .isEqualTo(400);
        assertThat(refusal("/elsewhere", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .isEqualTo(404);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, token)).isEqualTo(400);
        for (String origin : new @Nullable String[] {
            null,
            "null",
            "http://console.example.com",
            "https://console.example.com.evil.org",
            "https://evil-console.example.com",
            "https://console.example.com:8443",
            "https://CONSOLE.example.com",
            "https://console.example.com/",
            "https://console.example.com.",
            "https://console.example.com@evil.org",
            "https://evil.org/https://console.example.com",
            "https://console.example.com, https://evil.org",
            "https://console.example.com https://evil.org",
            "https://console-example.com",
            "https://xn--cnsole-8nf.example.com",
            "wss://console.example.com",
            "console.example.com",
            "https://example.com"
        }) {
            assertThat(refusal("/v1/streams", origin, ReaderDoor.PROTOCOL, token))
                    .as(String.valueOf(origin))
                    .isEqualTo(403);
        }
        assertThat(controlPlane.tokens).as("none of these used it up").containsKey(TOKEN);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token.replace('t', 'u')))
                .isEqualTo(401);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token.substring(0, 48)))
                .as("cut short")
                .isEqualTo(401);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + "u".repeat(43)))
                .isEqualTo(403);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .isEqualTo(101);
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, token))
                .as("replayed")
                .isEqualTo(403);
    }

    @Test
    void aReaderThatMayTryAgainIsNotRefusedForGood() {
        controlPlane.wantsRetries = true;
        assertThat(refusal("/v1/streams", FakeControlPlane.ORIGIN, ReaderDoor.PROTOCOL, "token." + "u".repeat(43)))
                .isEqualTo(503);
    }

    @Test
    void aNodeIsKnownByItsCertificateAlone() throws Exception {
        UUID stream = controlPlane.stream(TOKEN, "n1");
        assertThat(refusal(() -> quietly(() -> node(new End(), stream, "n2")))).isEqualTo(403);
        try (FakeControlPlane foreign = new FakeControlPlane()) {
            assertThat(refusal(() -> quietly(() -> HttpClient.newBuilder()
                            .sslContext(foreign.node("n1"))
                            .build()
                            .newWebSocketBuilder()
                            .buildAsync(
                                    URI.create("wss://127.0.0.1:" + nodePort() + "/node/v1/streams/" + stream),
                                    new End())
                            .join())))
                    .as("no handshake with a certificate of another authority")
                    .isEqualTo(-1);
        }
        assertThat(refusal(() -> quietly(() -> node(new End(), stream, "n1")))).isEqualTo(101);
    }

    @Test
    void twoOriginsAreNone() throws Exception {
        controlPlane.stream(TOKEN, "n1");
        String allowed = "Origin: " + FakeControlPlane.ORIGIN;
        assertThatThrownBy(() -> rawReader(allowed, "Origin: https://evil.org")).hasMessageContaining("403");
        assertThat(controlPlane.tokens).containsKey(TOKEN);
    }
}
