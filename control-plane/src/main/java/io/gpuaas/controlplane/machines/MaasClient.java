package io.gpuaas.controlplane.machines;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** MAAS 3 over its REST API 2.0, signed with OAuth 1.0a PLAINTEXT as MAAS demands. */
final class MaasClient {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int ANSWER_SHOWN_MAX = 300;

    private final String base;
    private final String consumer;
    private final String token;
    private final String secret;
    private final Clock clock;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    /** The key has the three parts MAAS shows: consumer, token, secret. */
    MaasClient(String url, String apiKey, Clock clock) {
        String[] parts = apiKey.split(":", -1);
        if (parts.length != 3) {
            throw new IllegalStateException("a MAAS API key has three parts between colons");
        }
        this.base = url.replaceFirst("/+$", "") + "/api/2.0/";
        this.consumer = parts[0];
        this.token = parts[1];
        this.secret = parts[2];
        this.clock = clock;
    }

    /** It answered, and not with what was asked for. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;

        Refused(int status, String message) {
            super(message);
            this.status = status;
        }

        /** 409 and 503: what was asked for does not go now, perhaps because it was asked for already. */
        boolean isPassing() {
            return status == 409 || status >= 500;
        }
    }

    JsonNode get(String path, Map<String, String> query) throws Refused, IOException, InterruptedException {
        return send(request(path + (query.isEmpty() ? "" : "?" + form(query))).GET());
    }

    JsonNode post(String path, Map<String, String> fields) throws Refused, IOException, InterruptedException {
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields))));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .header("Authorization", authorization());
    }

    private String authorization() {
        return "OAuth "
                + String.join(
                        ", ",
                        "oauth_version=\"1.0\"",
                        "oauth_signature_method=\"PLAINTEXT\"",
                        "oauth_consumer_key=\"" + encode(consumer) + "\"",
                        "oauth_token=\"" + encode(token) + "\"",
                        // The consumer's secret is empty in MAAS.
                        "oauth_signature=\"" + encode("&" + secret) + "\"",
                        "oauth_nonce=\"" + UUID.randomUUID() + "\"",
                        "oauth_timestamp=\"" + clock.instant().getEpochSecond() + "\"");
    }

    private JsonNode send(HttpRequest.Builder request) throws Refused, IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        String body = answer.body();
        if (answer.statusCode() / 100 != 2) {
            throw new Refused(
                    answer.statusCode(),
                    "MAAS answered " + answer.statusCode() + ": "
                            + body.substring(0, Math.min(body.length(), ANSWER_SHOWN_MAX)));
        }
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            throw new IOException("MAAS answered with something that is not JSON", e);
        }
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
