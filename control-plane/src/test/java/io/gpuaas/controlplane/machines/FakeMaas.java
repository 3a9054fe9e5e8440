package io.gpuaas.controlplane.machines;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** As MAAS 3 answers, with one machine that moves one state on each time it is looked at. */
public final class FakeMaas implements AutoCloseable {

    public static final String API_KEY = "consumer:token:s3cret";

    private final HttpServer server;
    private final String hostname;

    /** The requests, in order. */
    public final List<String> asked = new CopyOnWriteArrayList<>();

    public volatile int status = 6;
    public volatile String power = "on";
    public volatile String userData = "";

    /** The state that comes after the one it is in, when it is not the good one. */
    volatile int fails;

    /** Answers with an unexpected document. */
    public volatile boolean talksNonsense;

    /** Does what it is asked for and says that it broke. */
    volatile boolean losesAnswers;

    public FakeMaas(String hostname) throws IOException {
        this.hostname = hostname;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/MAAS/api/2.0/machines/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/MAAS";
    }

    private void answer(HttpExchange call) throws IOException {
        String body = new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (!isSigned(String.valueOf(call.getRequestHeaders().getFirst("Authorization")))) {
            reply(call, 401, "Authorization Error: Invalid signature.");
            return;
        }
        if (talksNonsense) {
            reply(call, 200, "{\"detail\":\"nonsense\"}");
            return;
        }
        String query = String.valueOf(call.getRequestURI().getQuery());
        if (call.getRequestMethod().equals("GET")) {
            reply(call, 200, "[" + (hostname.equals(fields(query).get("hostname")) ? look() : "") + "]");
            return;
        }
        String verb = query.replace("op=", "");
        asked.add(verb);
        int answer = act(verb, fields(body), call.getRequestURI().getPath());
        reply(call, losesAnswers ? 503 : answer, answer == 200 ? machine() : "No");
    }

    private static boolean isSigned(String authorization) {
        return authorization.startsWith("OAuth ")
                && authorization.contains("oauth_signature_method=\"PLAINTEXT\"")
                && authorization.contains("oauth_consumer_key=\"consumer\"")
                && authorization.contains("oauth_token=\"token\"")
                && authorization.contains("oauth_signature=\"%26s3cret\"")
                && authorization.matches(".*oauth_timestamp=\"\\d+\".*");
    }

    private synchronized int act(String verb, Map<String, String> fields, String path) {
        if (verb.equals("allocate")) {
            return move(4, 10, "abc123".equals(fields.get("system_id")));
        }
        boolean isIt = path.endsWith("/machines/abc123/");
        return switch (verb) {
            case "release" -> move(status == 4 ? -1 : status, 12, isIt && "true".equals(fields.get("erase")));
            case "deploy" -> {
                userData = new String(
                        Base64.getDecoder().decode(fields.getOrDefault("user_data", "")), StandardCharsets.UTF_8);
                yield move(10, 9, isIt);
            }
            case "power_on" -> {
                power = "on";
                yield 200;
            }
            default -> 400;
        };
    }

    private int move(int from, int to, boolean isRight) {
        if (!isRight || status != from) {
            return 409;
        }
        status = to;
        return 200;
    }

    /** Advances the machine's status by one step. */
    private synchronized String look() {
        String shown = machine();
        if (fails != 0 && (status == 9 || status == 14)) {
            status = fails;
        } else {
            status = switch (status) {
                case 12 -> 14;
                case 14 -> 4;
                case 9 -> 6;
                default -> status;
            };
        }
        return shown;
    }

    private String machine() {
        return "{\"system_id\":\"abc123\",\"hostname\":\"%s\",\"status\":%d,\"status_name\":\"S%2$d\",\"power_state\":\"%s\"}"
                .formatted(hostname, status, power);
    }

    private static Map<String, String> fields(String form) {
        return Arrays.stream(form.split("&", -1))
                .map(field -> field.split("=", 2))
                .filter(field -> field.length == 2)
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private static void reply(HttpExchange call, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        call.sendResponseHeaders(status, bytes.length);
        call.getResponseBody().write(bytes);
        call.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
