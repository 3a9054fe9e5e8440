package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.sessions.SignInIssuer.Registration;
import io.gpuaas.controlplane.sessions.SignInIssuer.SignedInUser;
import io.gpuaas.kernel.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Speaks to the issuer in the console's name, from server to server. */
@Component
class CodeExchange {

    private static final Logger log = LoggerFactory.getLogger(CodeExchange.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final SignInIssuer issuer;
    private final PublicUrl url;
    private final JsonMapper json;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    CodeExchange(SignInIssuer issuer, PublicUrl url, JsonMapper json) {
        this.issuer = issuer;
        this.url = url;
        this.json = json;
    }

    /** Where the browser asks for a code. */
    String authorizationAddress(SessionStore.SignIn signIn, String state) {
        Registration registration = issuer.registration();
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("response_type", "code");
        fields.put("client_id", registration.clientId());
        fields.put("redirect_uri", redirect());
        fields.put("scope", String.join(" ", registration.scopes()));
        fields.put("state", state);
        fields.put("nonce", signIn.nonce());
        fields.put("code_challenge", Derived.challenge(signIn.codeVerifier()));
        fields.put("code_challenge_method", "S256");
        String address = registration.authorizationAddress();
        return address + (address.contains("?") ? "&" : "?") + form(fields);
    }

    /** The person behind a code; empty when the issuer or we do not accept it. */
    Optional<SignedInUser> redeem(String code, SessionStore.SignIn signIn) {
        HttpResponse<String> response = send(request(issuer.registration(), code, signIn));
        if (response.statusCode() != 200) {
            log.atWarn()
                    .addKeyValue("status", response.statusCode())
                    .addKeyValue("reason", text(response.body(), "error"))
                    .log("the issuer refused a code");
            return Optional.empty();
        }
        return issuer.check(text(response.body(), "id_token"), signIn.nonce());
    }

    private HttpRequest request(Registration registration, String code, SessionStore.SignIn signIn) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "authorization_code");
        fields.put("redirect_uri", redirect());
        fields.put("code", code);
        fields.put("code_verifier", signIn.codeVerifier());
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(registration.tokenAddress()))
                .timeout(TIMEOUT)
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded");
        String secret = registration.clientSecret();
        if (secret == null) {
            fields.put("client_id", registration.clientId());
        } else {
            request.header("Authorization", basic(registration.clientId(), secret));
        }
        return request.POST(HttpRequest.BodyPublishers.ofString(form(fields))).build();
    }

    /** Both halves are form-encoded first (RFC 6749, 2.3.1). */
    private static String basic(String id, String secret) {
        byte[] pair = (encode(id) + ":" + encode(secret)).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw ProblemException.caused(ErrorCode.OVERLOADED, "The identity provider is not responding.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProblemException.caused(ErrorCode.OVERLOADED, "The server is stopping.", e);
        }
    }

    /** Empty when the answer is no JSON, or has no such text: an outside issuer may send anything. */
    private String text(String body, String field) {
        try {
            return json.readTree(body).path(field).asString("");
        } catch (JacksonException e) {
            return "";
        }
    }

    private String redirect() {
        return url.external() + "/auth/callback";
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
