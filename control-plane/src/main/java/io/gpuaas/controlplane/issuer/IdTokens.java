package io.gpuaas.controlplane.issuer;

import io.gpuaas.kernel.PrincipalId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Tells the console's server side who just signed in. */
@Component
@EmbeddedIssuer
public class IdTokens {

    public static final String CLIENT = Clients.CONSOLE;

    private final Tokens tokens;

    IdTokens(Tokens tokens) {
        this.tokens = tokens;
    }

    public record SignedInUser(
            PrincipalId principal, @Nullable String login) {}

    /** Empty unless the token is ours, for the console, and answers the request with this nonce. */
    public Optional<SignedInUser> check(String idToken, String nonce) {
        return tokens.checkId(idToken, CLIENT)
                .filter(claims -> nonce.equals(claims.getClaim("nonce")))
                .map(claims -> new SignedInUser(
                        PrincipalId.parse(claims.getSubject()),
                        claims.getClaim(Tokens.LOGIN) instanceof String login ? login : null));
    }
}
