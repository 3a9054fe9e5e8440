/**
 * Access to machines: the SSH public keys of users.
 *
 * <p>Invariants: only a key that {@link io.gpuaas.controlplane.access.SshPublicKey#parse} accepted is stored; a key is
 * stored once in the whole installation, because it identifies one person; text that was sent as a key and refused is
 * neither echoed nor logged, because people paste private keys by mistake.
 *
 * <p>Deliberately absent: private keys, certificates, keys of service accounts, and bringing keys to machines.
 */
@NullMarked
@ApplicationModule(displayName = "SSH public keys of users")
package io.gpuaas.controlplane.access;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
