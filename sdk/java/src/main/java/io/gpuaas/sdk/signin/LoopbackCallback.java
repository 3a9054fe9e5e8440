package io.gpuaas.sdk.signin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Where the issuer sends the browser back to (RFC 8252): a port of this machine's loopback address that listens for one
 * answer. What does not carry our state is refused and does not end the wait, so that no other page or program can.
 */
final class LoopbackCallback implements AutoCloseable {

    private static final String PATH = "/callback";

    private final HttpServer server;
    private final String state;
    private final CompletableFuture<Map<String, String>> answer = new CompletableFuture<>();

    private LoopbackCallback(HttpServer server, String state) {
        this.server = server;
        this.state = state;
    }

    static LoopbackCallback open(String state) {
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
            LoopbackCallback callback = new LoopbackCallback(server, state);
            server.createContext("/", callback::handle);
            server.start();
            return callback;
        } catch (IOException e) {
            throw new UncheckedIOException("No port of 127.0.0.1 can be opened for the browser's answer", e);
        }
    }

    URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    /** The parameters the issuer sent. */
    Map<String, String> await(Duration waitMax) {
        try {
            return answer.get(waitMax.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SignInException("Nobody signed in within " + waitMax.toSeconds() + " seconds.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SignInException("Interrupted while waiting for the browser.");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        Map<String, String> parameters = parameters(exchange.getRequestURI().getRawQuery());
        boolean here = exchange.getRequestURI().getPath().equals(PATH)
                && exchange.getRequestMethod().equals("GET");
        boolean ours = here && isOurs(parameters.getOrDefault("state", ""));
        try (exchange) {
            if (!here) {
                send(exchange, 404, "There is nothing here.");
            } else if (!ours || answer.isDone()) {
                send(exchange, 400, "This is not the sign-in the command line waits for.");
            } else if (parameters.containsKey("code")) {
                send(exchange, 200, "The command line goes on. You can close this window.");
            } else {
                send(exchange, 200, "The sign-in did not work; the command line says why. You can close this window.");
            }
        }
        // Only now: whoever waits closes the port next, and the page has to be out by then.
        if (ours) {
            answer.complete(parameters);
        }
    }

    private boolean isOurs(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), state.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, String> parameters(@Nullable String query) {
        Map<String, String> all = new HashMap<>();
        Arrays.stream(query == null ? new String[0] : query.split("&", -1)).forEach(pair -> {
            String[] halves = pair.split("=", 2);
            all.putIfAbsent(decode(halves[0]), halves.length == 1 ? "" : decode(halves[1]));
        });
        return all;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static void send(HttpExchange exchange, int status, String sentence) throws IOException {
        byte[] page = """
                <!doctype html>
                <html lang="en"><head><meta charset="utf-8"><title>GPUaaS</title></head>
                <body><p>%s</p></body></html>
                """.formatted(sentence).getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", "text/html; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Connection", "close");
        exchange.sendResponseHeaders(status, page.length);
        exchange.getResponseBody().write(page);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
