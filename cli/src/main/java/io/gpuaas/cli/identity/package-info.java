/**
 * Commands about people and programs: signing in and out, profiles on this machine, tenants, projects, members,
 * invitations, service accounts, tokens, keys, users and their notifications. Secrets are read from standard input or
 * a terminal, never from arguments.
 */
@NullMarked
package io.gpuaas.cli.identity;

import org.jspecify.annotations.NullMarked;
