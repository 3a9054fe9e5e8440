package io.gpuaas.controlplane.listeners;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/api/v1/tenants/0b6f6d4e-0000-4000-8000-000000000000",
                "/.well-known/openid-configuration",
                "/api/v1/policies/rate_limit.default_requests_per_minute",
                "/assets/index-B1a.b.js",
                "/api/v1/errors/a%20b%C3%BC"
            })
    void plain(String path) {
        assertThat(RequestTarget.isPlain(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/;a=1/metrics",
                "/metrics;a=1",
                "/x/..;/metrics",
                "//metrics",
                "/x/../metrics",
                "/x/%2e%2e/metrics",
                "/x/.%2E/metrics",
                "/./metrics",
                "/x/.",
                "/%2fmetrics",
                "/x%2Fmetrics",
                "/x%5cmetrics",
                "/x\\metrics",
                "/%3Bmetrics",
                "/%00",
                "/x%0a",
                "/x%7f",
                "/x%252fmetrics",
                "/x%zz",
                "/x%2",
                "/api/v1/tenants//"
            })
    void refusedBeforeRouting(String path) throws IOException {
        assertThat(RequestTarget.isPlain(path)).isFalse();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), plane.port())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.ISO_8859_1));
            String reply = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(reply).startsWith("HTTP/1.1 400").contains("application/problem+json", "request_malformed");
        }
    }
}
