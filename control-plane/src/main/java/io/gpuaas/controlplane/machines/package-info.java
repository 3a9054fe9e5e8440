/**
 * Rebuilds hosts (docs/how-to/machines.md) by the host's own agent or MAAS, or not at all.
 *
 * <p>Invariant: a step of {@link io.gpuaas.controlplane.machines.MachineProvisioner} may be taken again after its
 * answer was lost, and then nothing is erased or installed a second time.
 *
 * <p>Deliberately absent: when a host is rebuilt and what waits for it (allocations), and the state of hosts in the
 * fleet (nodes).
 */
@NullMarked
@ApplicationModule(displayName = "rebuilding of hosts between two holders")
package io.gpuaas.controlplane.machines;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
