/**
 * Signs a person in at the issuer of a control plane, and keeps what came of it per profile.
 *
 * <p>What always holds: a token is shown to the server it was given for and to its issuer, and to nobody else. A refresh
 * token is presented once, under the profile's lock, since a repeat would look like theft to the issuer. Files that hold
 * tokens are readable by their owner only and are replaced whole.
 *
 * <p>Deliberately absent: passwords, which only the issuer's pages ask for; checking of tokens, which is the server's
 * task; the system's key ring, which a machine without a desktop does not have.
 */
@NullMarked
package io.gpuaas.sdk.signin;

import org.jspecify.annotations.NullMarked;
