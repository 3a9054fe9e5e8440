package io.gpuaas.sdk.signin;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The credentials of a profile: a token for one server and, if an issuer gave it, the means to renew it. */
public record Credentials(
        URI server,
        @Nullable URI issuer,
        String accessToken,
        @Nullable Instant expiresAt,
        @Nullable String refreshToken) {

    /** Renewed so long before the end, so that a slow command does not outlive its token. */
    private static final Duration RENEWED_AHEAD = Duration.ofSeconds(60);

    /** A token somebody made elsewhere; nobody can renew it. */
    public static Credentials ofToken(URI server, String token) {
        return new Credentials(server, null, token, null, null);
    }

    static Credentials of(URI server, Issuer issuer, Tokens tokens) {
        return new Credentials(server, issuer.name(), tokens.accessToken(), tokens.expiresAt(), tokens.refreshToken());
    }

    /** An issuer that does not rotate refresh tokens answers without one; the old one goes on. */
    Credentials renewed(Tokens tokens) {
        String next = tokens.refreshToken() == null ? refreshToken : tokens.refreshToken();
        return new Credentials(server, issuer, tokens.accessToken(), tokens.expiresAt(), next);
    }

    public boolean isFor(URI other) {
        return Issuer.withoutSlash(server).equals(Issuer.withoutSlash(other));
    }

    boolean isFresh(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt.minus(RENEWED_AHEAD));
    }

    boolean isUsable(Instant now) {
        return expiresAt == null || now.isBefore(expiresAt);
    }

    /** Records print their components; a token must not reach a log that way. */
    @Override
    public String toString() {
        return "Credentials[" + server + "]";
    }
}
