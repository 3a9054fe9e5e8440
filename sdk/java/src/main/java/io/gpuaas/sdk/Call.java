package io.gpuaas.sdk;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One operation with its arguments, before anything is sent. Built and used by one thread. */
final class Call {

    private static final String PROBLEM = "application/problem+json";

    private final String method;
    private String path;
    private final Map<String, String> query = new TreeMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String accept = PROBLEM;
    private @Nullable Object body;

    private Call(String method, String path) {
        this.method = method;
        this.path = path;
    }

    static Call of(String method, String path) {
        return new Call(method, path);
    }

    Call path(String name, Object value) {
        path = path.replace("{" + name + "}", encode(value.toString()));
        return this;
    }

    Call query(String name, Object value) {
        query.put(name, value.toString());
        return this;
    }

    Call query(Map<String, String> parameters) {
        query.putAll(parameters);
        return this;
    }

    Call page(PageRequest page) {
        query.put("limit", Integer.toString(page.limit()));
        if (page.cursor() != null) {
            query.put("cursor", page.cursor());
        }
        return this;
    }

    Call idempotencyKey(@Nullable IdempotencyKey key) {
        if (key != null) {
            headers.put("Idempotency-Key", key.value());
        }
        return this;
    }

    Call body(Object value) {
        body = value;
        headers.put("Content-Type", "application/json");
        return this;
    }

    Call accept(String mediaTypes) {
        accept = mediaTypes + ", " + PROBLEM;
        return this;
    }

    /** Sent twice it does what it does once. */
    boolean isRepeatable() {
        return method.equals("GET") || headers.containsKey("Idempotency-Key");
    }

    String method() {
        return method;
    }

    String accept() {
        return accept;
    }

    Map<String, String> headers() {
        return headers;
    }

    String target() {
        if (query.isEmpty()) {
            return path;
        }
        return query.entrySet().stream()
                .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
                .collect(Collectors.joining("&", path + "?", ""));
    }

    BodyPublisher publisher() {
        return body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(RecordJson.bytes(body));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
