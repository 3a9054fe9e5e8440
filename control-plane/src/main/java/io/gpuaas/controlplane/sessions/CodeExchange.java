package io.gpuaas.controlplane.sessions;

import io.gpuaas.controlplane.issuer.EmbeddedIssuer;
import io.gpuaas.controlplane.issuer.IdTokens;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.kernel.ErrorCode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Speaks to the issuer in the console's name, from server to server. */
@Component
@EmbeddedIssuer
class CodeExchange {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final PublicUrl url;
    private final IdTokens idTokens;
    private final JsonMapper json;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    CodeExchange(PublicUrl url, IdTokens idTokens, JsonMapper json) {
        this.url = url;
        this.idTokens = idTokens;
        this.json = json;
    }

    /** Where the browser asks for a code. */
    String authorizationAddress(SessionStore.SignIn signIn, String state) {
        return url.external() + "/oauth2/authorize?"
                + form(Map.of(
                        "response_type",
                        "code",
                        "client_id",
                        IdTokens.CLIENT,
                        "redirect_uri",
                        redirect(),
                        "scope",
                        "openid",
                        "state",
                        state,
                        "nonce",
                        signIn.nonce(),
                        "code_challenge",
                        Secrets.challenge(signIn.codeVerifier()),
                        "code_challenge_method",
                        "S256"));
    }

    /** Who stands behind a code; empty when the issuer or we do not accept it. */
    Optional<IdTokens.SignedInUser> redeem(String code, SessionStore.SignIn signIn) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url.internal() + "/oauth2/token"))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form(Map.of(
                        "grant_type",
                        "authorization_code",
                        "client_id",
                        IdTokens.CLIENT,
                        "redirect_uri",
                        redirect(),
                        "code",
                        code,
                        "code_verifier",
                        signIn.codeVerifier()))))
                .build();
        HttpResponse<String> response = send(request);
        return response.statusCode() != 200
                ? Optional.empty()
                : idTokens.check(json.readTree(response.body()).path("id_token").asString(""), signIn.nonce());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw ProblemException.caused(ErrorCode.OVERLOADED, "The identity provider does not answer.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ProblemException.caused(ErrorCode.OVERLOADED, "The server is stopping.", e);
        }
    }

    private String redirect() {
        return url.external() + "/auth/callback";
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
