package io.gpuaas.sdk.signin;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Signs in through a browser on this machine: authorization code with PKCE (RFC 6749, 7636, 8252). */
final class BrowserSignIn {

    static final Duration WAIT_MAX = Duration.ofMinutes(5);

    private final Issuer issuer;
    private final TokenEndpoint tokens;
    private final Duration waitMax;

    BrowserSignIn(Issuer issuer, TokenEndpoint tokens, Duration waitMax) {
        this.issuer = issuer;
        this.tokens = tokens;
        this.waitMax = waitMax;
    }

    Tokens signIn(Consumer<URI> show) {
        Pkce pkce = Pkce.random();
        String state = Pkce.randomText();
        try (LoopbackCallback callback = LoopbackCallback.open(state)) {
            show.accept(page(callback.address(), state, pkce));
            return tokens.redeemCode(code(callback.await(waitMax)), pkce, callback.address());
        }
    }

    private URI page(URI redirect, String state, Pkce pkce) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("response_type", "code");
        parameters.put("client_id", Issuer.CLIENT_ID);
        parameters.put("scope", Issuer.SCOPE);
        parameters.put("redirect_uri", redirect.toString());
        parameters.put("state", state);
        parameters.put("code_challenge", pkce.challenge());
        parameters.put("code_challenge_method", "S256");
        String page = issuer.authorizationEndpoint().toString();
        return URI.create(page + (page.contains("?") ? "&" : "?") + IssuerConnection.encode(parameters));
    }

    private String code(Map<String, String> answer) {
        // An issuer that names itself must be the one we asked (RFC 9207).
        String name = answer.getOrDefault("iss", issuer.name().toString());
        if (!name.equals(issuer.name().toString())) {
            throw new SignInException("The answer came from another issuer: '" + name + "'.");
        }
        String code = answer.getOrDefault("code", "");
        if (code.isEmpty()) {
            throw SignInException.refused(
                    answer.getOrDefault("error", "no code"), answer.getOrDefault("error_description", ""));
        }
        return code;
    }
}
