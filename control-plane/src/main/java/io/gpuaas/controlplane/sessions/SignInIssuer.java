package io.gpuaas.controlplane.sessions;

import io.gpuaas.kernel.PrincipalId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A port to the issuer that signs people in for the console: the embedded one, or one outside. */
public interface SignInIssuer {

    /** The issuer's name in tokens and answers. */
    String name();

    /** Where to ask, and as which client. A problem while an outside issuer was not found yet. */
    Registration registration();

    /** The person who just signed in; empty unless the ID token is valid and answers the request with this nonce. */
    Optional<SignedInUser> check(String idToken, String nonce);

    /** Whether the login still exists at the issuer, as far as it has reported. Asked after the session was written. */
    default boolean stands(SignedInUser user) {
        return true;
    }

    /** Ends the login there, or gives the address at which the browser itself has to end it. */
    Optional<String> signOut(EndedSession session);

    record Registration(
            String authorizationAddress,
            String tokenAddress,
            String clientId,
            @Nullable String clientSecret,
            List<String> scopes) {}

    /**
     * A person who just signed in.
     *
     * @param login the issuer's name of the login
     * @param signOutHint what the issuer expects when the browser signs out; kept sealed
     * @param secondFactor whether more than a password was used, or that is the issuer's own business
     */
    record SignedInUser(
            PrincipalId principal,
            @Nullable String login,
            @Nullable String signOutHint,
            boolean secondFactor) {}

    record EndedSession(@Nullable String login, @Nullable String signOutHint) {}
}
