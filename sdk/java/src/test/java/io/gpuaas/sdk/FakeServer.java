package io.gpuaas.sdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Gives prepared answers in turn and remembers what it was asked. */
final class FakeServer implements AutoCloseable {

    record Received(String method, String target, Map<String, List<String>> headers, String body) {
        @Nullable String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.getFirst();
        }
    }

    private record Answer(
            int status,
            String mediaType,
            String body,
            @Nullable String retryAfter) {}

    private final HttpServer server;
    private final Queue<Answer> answers = new ArrayDeque<>();
    private final List<Received> received = new ArrayList<>();

    FakeServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    FakeServer answers(int status, String body) {
        return add(new Answer(status, "application/json", body, null));
    }

    FakeServer answersText(int status, String mediaType, String body) {
        return add(new Answer(status, mediaType, body, null));
    }

    FakeServer refuses(int status, String code, @Nullable String retryAfter) {
        String body = """
                {"type":"/errors/%2$s","title":"Refused","status":%1$d,"detail":"for a test","code":"%2$s",
                 "blame":"user","correlation_id":"c-1","violations":[{"field":"/slug","message":"is too short"}]}
                """.formatted(status, code);
        return add(new Answer(status, "application/problem+json", body, retryAfter));
    }

    synchronized List<Received> received() {
        return List.copyOf(received);
    }

    private synchronized FakeServer add(Answer answer) {
        answers.add(answer);
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Answer answer = take(exchange);
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.mediaType());
            if (answer.retryAfter() != null) {
                exchange.getResponseHeaders().set("Retry-After", answer.retryAfter());
            }
            exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private synchronized Answer take(HttpExchange exchange) throws IOException {
        received.add(new Received(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                Map.copyOf(exchange.getRequestHeaders()),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        Answer answer = answers.poll();
        return answer == null ? new Answer(599, "text/plain", "no answer prepared", null) : answer;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
