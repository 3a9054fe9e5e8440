/**
 * The embedded identity provider: users with passwords, the pages they sign in on, and an OpenID Connect issuer (Spring
 * Authorization Server) for the console and the command line.
 *
 * <p>Invariants: passwords are stored as Argon2id hashes, codes, tokens and login cookies as digests; a code or refresh
 * token works once, and a refresh token that comes back ends its whole authorization; an access token is valid only
 * when one of our keys signed it and its authorization still exists; a person who has a second factor, or of whom
 * policy demands one, gets no login before it was shown; attempts elsewhere never delay a browser in which the owner
 * signed in before; every address in an answer is made from the configured public address, never from the request's
 * Host header.
 *
 * <p>Deliberately absent: remembered consents (the two clients are our own, and a device is confirmed each time),
 * clients registered at run time, server-side HTTP sessions, and permissions: roles belong to identity.
 */
@NullMarked
@ApplicationModule(displayName = "the embedded issuer")
package io.gpuaas.controlplane.issuer;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
