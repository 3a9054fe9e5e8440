package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Requests no HTTP library would send. */
class RawRequestTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    private String send(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), plane.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void isProblem(String reply, int status) {
        assertThat(reply).startsWith("HTTP/1.1 " + status);
        assertThat(reply.toLowerCase(java.util.Locale.ROOT)).contains("content-type: application/problem+json");
        assertThat(reply)
                .contains("\"code\":")
                .contains("\"correlation_id\":")
                .doesNotContain("<html")
                .doesNotContain("\tat ");
    }

    @Test
    void brokenRequestLine() throws IOException {
        String reply = send("GET /api/v1/me<> HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        isProblem(reply, 400);
    }

    @Test
    void encodedNull() throws IOException {
        isProblem(send("GET /api/v1/tenants/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), 400);
    }

    @Test
    void oversizeHeaders() throws IOException {
        String reply = send(
                "GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Big: " + "x".repeat(40_000) + "\r\nConnection: close\r\n\r\n");
        isProblem(reply, 431);
        assertThat(reply).contains("headers_too_large");
    }

    @Test
    void headersBeyondWhatTheContainerReads() throws IOException {
        String reply = send("GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-Big: " + "x".repeat(200_000) + "\r\n\r\n");
        assertThat(reply).startsWith("HTTP/1.1 400");
        assertThat(reply).doesNotContain("<html");
    }

    @Test
    void bodyShorterThanAnnouncedDoesNotHang() throws IOException {
        String reply = send("POST /api/v1/tenants HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 10\r\nConnection: close\r\n\r\n{}        ");
        isProblem(reply, 401);
    }
}
