/**
 * The command line. It speaks the public API through the SDK, and with the issuer to sign its
 * user in; so it can do no more than its user.
 *
 * <p>Exit codes: 0 done, 1 refused or failed by the server or the issuer, 2 wrong usage or not signed in, 3 no answer.
 *
 * <p>Deliberately absent: a way to pass a token as an argument, where every process of the machine could read it.
 */
@NullMarked
package io.gpuaas.cli;

import org.jspecify.annotations.NullMarked;
