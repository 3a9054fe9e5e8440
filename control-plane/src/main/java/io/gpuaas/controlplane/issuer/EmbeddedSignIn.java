package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.PublicUrl;
import io.gpuaas.controlplane.sessions.SignInIssuer;
import io.gpuaas.kernel.PrincipalId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.oidc.OidcScopes;
import org.springframework.stereotype.Component;

/** Signs people in at the console with the issuer of this process. */
@Component
@EmbeddedIssuer
class EmbeddedSignIn implements SignInIssuer {

    private final Tokens tokens;
    private final Logins logins;
    private final PublicUrl url;

    EmbeddedSignIn(Tokens tokens, Logins logins, PublicUrl url) {
        this.tokens = tokens;
        this.logins = logins;
        this.url = url;
    }

    @Override
    public String name() {
        return url.external();
    }

    @Override
    public Registration registration() {
        return new Registration(
                url.external() + "/oauth2/authorize",
                url.internal() + "/oauth2/token",
                Clients.CONSOLE,
                null,
                List.of(OidcScopes.OPENID));
    }

    @Override
    public Optional<SignedInUser> check(String idToken, String nonce) {
        return tokens.checkId(idToken, Clients.CONSOLE)
                .filter(claims -> nonce.equals(claims.getClaim("nonce")))
                .map(claims -> new SignedInUser(
                        PrincipalId.parse(claims.getSubject()),
                        claims.getClaim(Tokens.LOGIN) instanceof String login ? login : null,
                        null,
                        Proof.isIn(claims.getClaim(Tokens.METHODS))));
    }

    @Override
    public Optional<String> signOut(EndedSession session) {
        parse(session.login()).ifPresent(logins::end);
        return Optional.empty();
    }

    /** A session may have begun under an outside issuer, whose names for logins are its own. */
    private static Optional<UUID> parse(@Nullable String login) {
        try {
            return login == null ? Optional.empty() : Optional.of(UUID.fromString(login));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
