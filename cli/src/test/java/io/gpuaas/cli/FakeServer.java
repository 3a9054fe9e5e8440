package io.gpuaas.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Answers what a test prepared for "METHOD target", and 404 otherwise. */
public final class FakeServer implements AutoCloseable {

    public record Received(String request, String token, String key, String body) {}

    private record Answer(int status, ByteBuffer body) {
        Answer(int status, String body) {
            this(status, StandardCharsets.UTF_8.encode(body));
        }
    }

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, Queue<Answer>> turns = new ConcurrentHashMap<>();
    private final List<Received> received = new ArrayList<>();

    public FakeServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public FakeServer answers(String request, int status, String body) {
        answers.put(request, new Answer(status, body));
        return this;
    }

    /** What is no text. */
    public FakeServer answers(String request, byte[] body) {
        answers.put(request, new Answer(200, ByteBuffer.wrap(body)));
        return this;
    }

    /** One more answer for this request; when all are used up, what {@link #answers} prepared. */
    public FakeServer answersNext(String request, int status, String body) {
        turns.computeIfAbsent(request, _ -> new ConcurrentLinkedQueue<>()).add(new Answer(status, body));
        return this;
    }

    /** Says how to sign in here. */
    public FakeServer issues() {
        return answers("GET /.well-known/openid-configuration", 200, """
                {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",
                 "device_authorization_endpoint":"%1$s/device","revocation_endpoint":"%1$s/revoke"}""".formatted(url()));
    }

    public List<String> bodiesOf(String request) {
        return received().stream()
                .filter(one -> one.request().equals(request))
                .map(Received::body)
                .toList();
    }

    public FakeServer refuses(String request, int status, String code) {
        return answers(request, status, """
                {"type":"/errors/%2$s","title":"No","status":%1$d,"detail":"not like this\\u001b[31m","code":"%2$s",
                 "blame":"user","correlation_id":"c-1"}""".formatted(status, code));
    }

    public synchronized List<Received> received() {
        return List.copyOf(received);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
            remember(exchange, request);
            Answer turn =
                    turns.getOrDefault(request, new ConcurrentLinkedQueue<>()).poll();
            Answer answer = turn != null
                    ? turn
                    : answers.getOrDefault(request, new Answer(404, "nothing prepared for " + request));
            byte[] body = new byte[answer.body().remaining()];
            answer.body().duplicate().get(body);
            String type = answer.status() < 400 ? "application/json" : "application/problem+json";
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private synchronized void remember(HttpExchange exchange, String request) throws IOException {
        received.add(new Received(
                request,
                String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key")),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
