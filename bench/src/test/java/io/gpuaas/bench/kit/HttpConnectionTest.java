package io.gpuaas.bench.kit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {

    private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(US_ASCII);

    @Test
    void readsAnswerAfterAnswerFromOneConnection() throws IOException {
        try (ServerSocket server = serving("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"
                        + "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
                HttpConnection connection = new HttpConnection(server.getLocalPort())) {
            HttpConnection.Response first = connection.exchange(REQUEST);
            assertThat(first.status()).isEqualTo(201);
            assertThat(first.text()).isEqualTo("ok");
            assertThat(connection.exchange(REQUEST).status()).isEqualTo(404);
            assertThat(connection.opened()).isEqualTo(1);
        }
    }

    @Test
    void readsChunks() throws IOException {
        try (ServerSocket server = serving(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
                HttpConnection connection = new HttpConnection(server.getLocalPort())) {
            assertThat(connection.exchange(REQUEST).text()).isEqualTo("abcde");
        }
    }

    @Test
    void opensAgainWhatTheServerCloses() throws IOException {
        String answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        try (ServerSocket server = serving(answer, answer);
                HttpConnection connection = new HttpConnection(server.getLocalPort())) {
            connection.exchange(REQUEST);
            assertThat(connection.exchange(REQUEST).status()).isEqualTo(200);
            assertThat(connection.opened()).isEqualTo(2);
        }
    }

    @Test
    void anAnswerCutShortIsAnError() throws IOException {
        try (ServerSocket server = serving("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf");
                HttpConnection connection = new HttpConnection(server.getLocalPort())) {
            assertThatThrownBy(() -> connection.exchange(REQUEST)).isInstanceOf(EOFException.class);
        }
    }

    /** Says each text on a connection of its own, whatever it is asked. */
    private static ServerSocket serving(String... texts) throws IOException {
        ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            for (String text : List.of(texts)) {
                try (Socket socket = server.accept()) {
                    socket.getOutputStream().write(text.getBytes(US_ASCII));
                    socket.shutdownOutput();
                    socket.getInputStream().readAllBytes();
                } catch (IOException e) {
                    return;
                }
            }
        });
        return server;
    }
}
