/**
 * The surroundings of one command: environment, files, server, token and exit codes. Tests replace {@code
 * Surroundings}. A token is sent only to the server it belongs to.
 */
@NullMarked
package io.gpuaas.cli.session;

import org.jspecify.annotations.NullMarked;
