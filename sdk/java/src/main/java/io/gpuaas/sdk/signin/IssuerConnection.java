package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Speaks OAuth's half of HTTP: forms there, JSON back. */
final class IssuerConnection {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    private static final int ANSWER_BYTES_MAX = 1024 * 1024;

    /** A redirect would hand codes and tokens to whoever the redirect names. */
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();

    /** Of an answer that is no JSON object the status is all we know. */
    record Answer(int status, JsonNode body) {

        boolean isGood() {
            return status / 100 == 2;
        }

        String text(String field) {
            return body.path(field).asString("");
        }

        /** As RFC 6749 names errors; empty when all is well. */
        String error() {
            return isGood() ? "" : text("error").isEmpty() ? "HTTP status " + status : text("error");
        }

        SignInException refusal() {
            return SignInException.refused(error(), text("error_description"));
        }
    }

    Answer get(URI address) {
        return send(request(address).GET());
    }

    Answer post(URI address, Map<String, String> form) {
        return send(request(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(encode(form))));
    }

    static String encode(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpRequest.Builder request(URI address) {
        return HttpRequest.newBuilder(address).timeout(ANSWER_TIMEOUT).header("Accept", "application/json");
    }

    private Answer send(HttpRequest.Builder builder) {
        HttpRequest request = builder.build();
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return new Answer(response.statusCode(), parse(body.readNBytes(ANSWER_BYTES_MAX)));
            }
        } catch (IOException e) {
            throw new IssuerUnreachableException(request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IssuerUnreachableException(request.uri(), new IOException("interrupted", e));
        }
    }

    private static JsonNode parse(byte[] body) {
        try {
            return Json.MAPPER.readTree(body);
        } catch (JacksonException e) {
            return Json.MAPPER.createObjectNode();
        }
    }
}
