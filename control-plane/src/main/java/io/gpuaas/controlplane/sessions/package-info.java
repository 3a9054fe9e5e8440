/**
 * Browser sessions, after the pattern of a backend for the frontend: the server signs in at the issuer
 * in the browser's name and gives the browser a cookie. No token ever reaches it.
 *
 * <p>Invariants: a cookie holds 256 random bits and the database their digest; each sign-in makes a new
 * session, and state, nonce and PKCE verifier stay here and work once; a change made with the cookie
 * needs the session's CSRF token and our own origin; after signing in, a browser goes to a path of ours
 * and nowhere else.
 *
 * <p>Deliberately absent: access and refresh tokens of the issuer. A session lives and ends here, and asks
 * identity at each request what its user may do. The ID token is checked and forgotten, unless an outside
 * issuer wants to see it when the browser signs out: then it is kept sealed with a key only the browser's
 * cookie gives, and passes through the browser once, at that moment.
 */
@NullMarked
@ApplicationModule(displayName = "signed-in browsers")
package io.gpuaas.controlplane.sessions;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
