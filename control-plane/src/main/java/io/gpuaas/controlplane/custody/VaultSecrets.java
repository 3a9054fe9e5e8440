package io.gpuaas.controlplane.custody;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps secrets in a KV store, version 2, of Vault or OpenBao. Signs in with an AppRole, and again when its token ends
 * or is refused.
 */
class VaultSecrets implements OutsideStore {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** Shorter than {@link SecretMoves#ENDING_AFTER}, with a sign-in and a second attempt. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final int ANSWER_BYTES_MAX = 512 * 1024;
    /** A token is replaced when less than this part of its time is left. */
    private static final int TOKEN_RESERVE_PARTS = 4;

    private static final String FIELD = "secret";

    private final Access access;
    private final HttpClient client;
    private final JsonMapper json = new JsonMapper();
    private final Clock clock;
    private @Nullable Token token;

    /**
     * Where the store is and who this installation is there.
     *
     * @param mount of the KV store
     * @param prefix of the paths of our secrets in it
     * @param authMount of the AppRole method
     * @param secretIdFile is read at each sign-in, since operators replace it
     */
    record Access(
            URI address,
            @Nullable String namespace,
            String mount,
            String prefix,
            String authMount,
            String roleId,
            Path secretIdFile) {}

    private record Token(String text, Instant renewAt) {}

    private record Answer(int status, JsonNode body) {}

    VaultSecrets(Access access, HttpClient.Builder client, Clock clock) {
        this.access = access;
        this.client = client.connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        this.clock = clock;
    }

    @Override
    public void write(SecretName name, byte[] secret) {
        // The version to replace is 0: the name must have none.
        String body = json.writeValueAsString(Map.of(
                "options", Map.of("cas", 0),
                "data", Map.of(FIELD, Base64.getEncoder().encodeToString(secret))));
        Answer answer = call("POST", "data", name, body);
        if (answer.status() == 200 || answer.status() == 204) {
            return;
        }
        // A write whose answer was lost is repeated, and finds its own secret.
        Optional<byte[]> there = answer.status() == 400 ? read(name) : Optional.empty();
        if (there.filter(bytes -> MessageDigest.isEqual(bytes, secret)).isEmpty()) {
            throw refused("store", name, answer);
        }
    }

    @Override
    public Optional<byte[]> read(SecretName name) {
        Answer answer = call("GET", "data", name, null);
        if (answer.status() == 404) {
            return Optional.empty();
        }
        JsonNode secret = answer.body().path("data").path("data").path(FIELD);
        if (answer.status() != 200 || !secret.isString()) {
            throw refused("read", name, answer);
        }
        try {
            return Optional.of(Base64.getDecoder().decode(secret.stringValue()));
        } catch (IllegalArgumentException e) {
            throw new CustodyException("Vault has something else under the name " + name.text());
        }
    }

    @Override
    public void destroy(SecretName name) {
        Answer answer = call("DELETE", "metadata", name, null);
        if (answer.status() != 204 && answer.status() != 200 && answer.status() != 404) {
            throw refused("destroy", name, answer);
        }
    }

    private Answer call(String method, String kind, SecretName name, @Nullable String body) {
        String path = access.mount() + "/" + kind + "/" + access.prefix() + "/" + name.text();
        Answer answer = send(method, path, body, token());
        if (answer.status() == 403) {
            forget();
            answer = send(method, path, body, token());
        }
        return answer;
    }

    private synchronized void forget() {
        token = null;
    }

    private synchronized String token() {
        Token known = token;
        if (known == null || !clock.instant().isBefore(known.renewAt())) {
            known = signIn();
            token = known;
        }
        return known.text();
    }

    private Token signIn() {
        Answer answer = send(
                "POST",
                "auth/" + access.authMount() + "/login",
                json.writeValueAsString(Map.of("role_id", access.roleId(), "secret_id", secretId())),
                null);
        JsonNode auth = answer.body().path("auth");
        if (answer.status() != 200 || !auth.path("client_token").isString()) {
            throw new CustodyException("Vault refused the sign-in with status " + answer.status());
        }
        long seconds = Math.max(auth.path("lease_duration").asLong(0), 0);
        // A token without an end is replaced once a day.
        Duration lease = seconds == 0 ? Duration.ofDays(1) : Duration.ofSeconds(seconds);
        return new Token(
                auth.path("client_token").stringValue(),
                clock.instant().plus(lease).minus(lease.dividedBy(TOKEN_RESERVE_PARTS)));
    }

    private String secretId() {
        try {
            return Files.readString(access.secretIdFile()).strip();
        } catch (IOException e) {
            throw new CustodyException("could not read " + access.secretIdFile(), e);
        }
    }

    private Answer send(String method, String path, @Nullable String body, @Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(access.address().resolve("/v1/" + path))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (token != null) {
            request.header("X-Vault-Token", token);
        }
        String namespace = access.namespace();
        if (namespace != null && !namespace.isBlank()) {
            request.header("X-Vault-Namespace", namespace);
        }
        try {
            HttpResponse<InputStream> response =
                    client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream in = response.body()) {
                return new Answer(response.statusCode(), read(in));
            }
        } catch (IOException e) {
            throw new CustodyException("Vault did not answer: " + e.getClass().getSimpleName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CustodyException("interrupted while Vault was asked");
        }
    }

    private JsonNode read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(ANSWER_BYTES_MAX + 1);
        if (bytes.length > ANSWER_BYTES_MAX) {
            throw new CustodyException("Vault answered with more than " + ANSWER_BYTES_MAX + " bytes");
        }
        try {
            return bytes.length == 0 ? json.createObjectNode() : json.readTree(bytes);
        } catch (JacksonException e) {
            // A proxy in front answers with pages. Its bytes are not shown: they could repeat the request.
            return json.createObjectNode();
        }
    }

    /** Vault's own words are left out, since they could repeat a part of the request. */
    private static CustodyException refused(String act, SecretName name, Answer answer) {
        return new CustodyException(
                "Vault refused to " + act + " the secret " + name.text() + " with status " + answer.status());
    }
}
