package io.gpuaas.controlplane.sessions;

import io.gpuaas.kernel.PrincipalId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The port to whoever signs people in for the console: the embedded issuer, or one outside. */
public interface SignInIssuer {

    /** What the issuer calls itself in tokens and answers. */
    String name();

    /** Where to ask, and as which client. A problem while an outside issuer was not found yet. */
    Registration registration();

    /** Who just signed in; empty unless the ID token is good and answers the request with this nonce. */
    Optional<SignedInUser> check(String idToken, String nonce);

    /** Whether the login still stands at the issuer, as far as it told us. Asked after the session was written. */
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
     * Somebody who just signed in.
     *
     * @param login what the issuer calls the login this came from
     * @param signOutHint what the issuer wants to see when the browser signs out; kept sealed
     * @param secondFactor whether more than a password was shown, or that is the issuer's own business
     */
    record SignedInUser(
            PrincipalId principal,
            @Nullable String login,
            @Nullable String signOutHint,
            boolean secondFactor) {}

    record EndedSession(@Nullable String login, @Nullable String signOutHint) {}
}
