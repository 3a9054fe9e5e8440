/**
 * Commands for those who run the platform: figures, the audit trail, traces, events and dead letters, policies, mail,
 * error codes and runbooks. {@code ops} repeats the commands that operators need most under one name.
 */
@NullMarked
package io.gpuaas.cli.operations;

import org.jspecify.annotations.NullMarked;
