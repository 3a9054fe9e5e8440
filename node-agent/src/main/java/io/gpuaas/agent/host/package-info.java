/**
 * The host behind one interface: a real Linux machine, or a simulated one with eight GPUs.
 *
 * <p>Always: a repeated call changes nothing, and no path a tenant can write to is followed with the rights of root.
 */
@NullMarked
package io.gpuaas.agent.host;

import org.jspecify.annotations.NullMarked;
