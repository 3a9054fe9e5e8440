/**
 * The command-line client. It uses the public API through the SDK, and the issuer to sign in, so it can never do more
 * than its user.
 *
 * <p>Read {@code Gpuaas}, then {@code Commands}, which collects the commands of the packages below: {@code
 * allocations}, {@code billing}, {@code fleet}, {@code identity}, {@code operations} and {@code terminal} hold one
 * topic each and are reached through their {@code …Topic} class. They are built from {@code options} (arguments that
 * several commands share), {@code session} (server, token, environment), {@code output} (standard streams and formats)
 * and {@code tree} (groups of commands). Dependencies point from the topics to these and never back; {@code
 * ProgramBoundaryTest} checks it.
 *
 * <p>Exit codes: 0 success, 1 refused or failed by the server or the issuer, 2 usage error or not signed in, 3 server
 * unreachable.
 *
 * <p>Deliberately absent: a way to pass a token as an argument, where any process on the machine could read it.
 */
@NullMarked
package io.gpuaas.cli;

import org.jspecify.annotations.NullMarked;
