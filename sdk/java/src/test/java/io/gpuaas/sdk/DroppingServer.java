package io.gpuaas.sdk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hangs up on the first requests without an answer, as a server does that is killed, and then answers. */
final class DroppingServer implements AutoCloseable {

    private final ServerSocket socket;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    DroppingServer(int drops, String answer) {
        try {
            socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().start(() -> serve(drops, answer));
    }

    private void serve(int drops, String answer) {
        int left = drops;
        while (!socket.isClosed()) {
            try (Socket connection = socket.accept()) {
                requests.add(readHead(connection));
                if (left-- <= 0) {
                    String head =
                            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ";
                    connection
                            .getOutputStream()
                            .write((head + answer.length() + "\r\n\r\n" + answer).getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                // Closed: the loop's condition ends it.
            }
        }
    }

    private static String readHead(Socket connection) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder head = new StringBuilder();
        String line = reader.readLine();
        while (line != null && !line.isEmpty()) {
            head.append(line).append('\n');
            line = reader.readLine();
        }
        return head.toString();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    List<String> requests() {
        return List.copyOf(requests);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
