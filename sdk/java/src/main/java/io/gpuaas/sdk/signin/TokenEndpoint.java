package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.signin.IssuerConnection.Answer;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;

/** Exchanges what a sign-in gave for tokens, old tokens for new ones, and gives tokens back. */
final class TokenEndpoint {

    private final Issuer issuer;
    private final IssuerConnection connection;
    private final Clock clock;

    TokenEndpoint(Issuer issuer, IssuerConnection connection, Clock clock) {
        this.issuer = issuer;
        this.connection = connection;
        this.clock = clock;
    }

    Tokens redeemCode(String code, Pkce pkce, URI redirect) {
        return tokens(ask(
                "authorization_code",
                Map.of("code", code, "code_verifier", pkce.verifier(), "redirect_uri", redirect.toString())));
    }

    /** Most answers to a device say that it is too early; what to make of them is the caller's business. */
    Answer askForDevice(String deviceCode) {
        return ask("urn:ietf:params:oauth:grant-type:device_code", Map.of("device_code", deviceCode));
    }

    Tokens refresh(String refreshToken) {
        Answer answer = ask("refresh_token", Map.of("refresh_token", refreshToken));
        if (answer.error().equals("invalid_grant")) {
            throw SignInException.ended("the issuer takes the refresh token no more");
        }
        return tokens(answer);
    }

    Tokens tokens(Answer answer) {
        return Tokens.read(answer, clock.instant());
    }

    void revoke(String token) {
        URI endpoint = issuer.revocationEndpoint();
        if (endpoint == null) {
            throw new SignInException("The issuer " + issuer.name() + " cannot revoke; the sign-in ends by itself.");
        }
        Answer answer = connection.post(endpoint, Map.of("client_id", Issuer.CLIENT_ID, "token", token));
        if (!answer.isGood()) {
            throw answer.refusal();
        }
    }

    private Answer ask(String grant, Map<String, String> fields) {
        Map<String, String> form = new LinkedHashMap<>(fields);
        form.put("grant_type", grant);
        form.put("client_id", Issuer.CLIENT_ID);
        return connection.post(issuer.tokenEndpoint(), form);
    }
}
