/**
 * Trust in an outside OpenID Connect issuer: finding it, checking its tokens, and mapping its people to users here.
 *
 * <p>Invariants: a token counts only when a published key of the configured issuer signed it with an asymmetric
 * algorithm, for us, and within its time; a person is known by issuer and subject, never by name or mail address; a
 * mail address is taken over only when the issuer verified it; keys that were fetched once stay in use while the issuer
 * is down; when the issuer says that a login ended, sessions and tokens from it end within five seconds on every
 * process, and none begins from it later.
 *
 * <p>Deliberately absent: several issuers at once, opaque tokens of the issuer (introspection), and joining an outside
 * identity with a user of the embedded issuer by mail address.
 */
@NullMarked
@ApplicationModule(displayName = "trust in an outside issuer")
package io.gpuaas.controlplane.federation;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
