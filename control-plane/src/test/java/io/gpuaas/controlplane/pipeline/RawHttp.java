package io.gpuaas.controlplane.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Sends request targets that HTTP libraries refuse. */
final class RawHttp {

    private static final int TIMEOUT_MILLIS = 30_000;

    private RawHttp() {}

    record Reply(int status, String head, String body) {

        static Reply of(String text) {
            int end = text.indexOf("\r\n\r\n");
            int status = text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0;
            return new Reply(status, end < 0 ? text : text.substring(0, end), end < 0 ? "" : text.substring(end + 4));
        }
    }

    static Reply send(int port, String method, String target, String... headers) {
        StringBuilder request =
                new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
        if (method.equals("POST")) {
            request.append("Content-Length: 0\r\n");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            return Reply.of(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
