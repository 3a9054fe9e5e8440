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
import java.util.concurrent.CountDownLatch;

/** Answers what a test prepared for "METHOD target", and 404 otherwise. */
public final class FakeServer implements AutoCloseable {

    public record Received(String request, String token, String key, String body) {}

    private enum End {
        WHOLE,
        BROKEN,
        HELD
    }

    private record Answer(int status, ByteBuffer body, End end) {
        Answer(int status, String body) {
            this(status, StandardCharsets.UTF_8.encode(body), End.WHOLE);
        }
    }

    private final HttpServer server;
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final Map<String, Queue<Answer>> turns = new ConcurrentHashMap<>();
    private final List<Received> received = new ArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);

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

    /** Answers with a body that is not text. */
    public FakeServer answers(String request, byte[] body) {
        answers.put(request, new Answer(200, ByteBuffer.wrap(body), End.WHOLE));
        return this;
    }

    /** One more answer for this request; when all are used up, what {@link #answers} prepared. */
    public FakeServer answersNext(String request, int status, String body) {
        turns.computeIfAbsent(request, _ -> new ConcurrentLinkedQueue<>()).add(new Answer(status, body));
        return this;
    }

    /** The next answer to this request is lost half-way. */
    public FakeServer breaksOffNext(String request, String body) {
        turns.computeIfAbsent(request, _ -> new ConcurrentLinkedQueue<>())
                .add(new Answer(200, StandardCharsets.UTF_8.encode(body), End.BROKEN));
        return this;
    }

    /** After this much nothing more comes, and no end. Nobody else is answered meanwhile. */
    public FakeServer holds(String request, String body) {
        answers.put(request, new Answer(200, StandardCharsets.UTF_8.encode(body), End.HELD));
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
            exchange.sendResponseHeaders(answer.status(), answer.end() == End.WHOLE ? body.length : body.length + 1);
            exchange.getResponseBody().write(body);
            if (answer.end() != End.WHOLE) {
                exchange.getResponseBody().flush();
            }
            if (answer.end() == End.HELD) {
                closed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
        closed.countDown();
        server.stop(0);
    }
}
