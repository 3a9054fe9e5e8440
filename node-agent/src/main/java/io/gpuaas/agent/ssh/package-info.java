/**
 * Connects streams of gateways to the SSH servers of logins. The bytes pass through unread; the SSH server authenticates
 * whoever connects. Nothing else on the host can be reached this way.
 */
@NullMarked
package io.gpuaas.agent.ssh;

import org.jspecify.annotations.NullMarked;
