package io.gpuaas.sdk.signin;

import io.gpuaas.sdk.signin.IssuerConnection.Answer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The answer of a token endpoint. */
record Tokens(
        String accessToken,
        @Nullable Instant expiresAt,
        @Nullable String refreshToken) {

    static Tokens read(Answer answer, Instant now) {
        if (!answer.isGood()) {
            throw answer.refusal();
        }
        if (answer.text("access_token").isEmpty() || !answer.text("token_type").equalsIgnoreCase("Bearer")) {
            throw new SignInException("The issuer's answer holds no bearer token.");
        }
        long seconds = answer.body().path("expires_in").asLong(0);
        String refreshToken = answer.text("refresh_token");
        return new Tokens(
                answer.text("access_token"),
                seconds > 0 ? now.plusSeconds(seconds) : null,
                refreshToken.isEmpty() ? null : refreshToken);
    }

    /** Records print their components; a token must not reach a log that way. */
    @Override
    public String toString() {
        return "Tokens[until " + expiresAt + "]";
    }
}
