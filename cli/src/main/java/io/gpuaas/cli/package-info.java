/**
 * The command-line client. It uses the public API through the SDK, and the issuer to sign in, so it can never do more
 * than its user.
 *
 * <p>Exit codes: 0 success, 1 refused or failed by the server or the issuer, 2 usage error or not signed in, 3 server
 * unreachable.
 *
 * <p>Deliberately absent: a way to pass a token as an argument, where any process on the machine could read it.
 */
@NullMarked
package io.gpuaas.cli;

import org.jspecify.annotations.NullMarked;
