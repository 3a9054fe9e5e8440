/**
 * Releases of the node agent and how they reach the nodes (docs/adr/0013-agent-updates.md).
 *
 * <p>Invariants: a release is taken only with enough signatures of the configured release keys, above every earlier
 * version; its program only with the digest that was signed. One rollout at a time; a rollout is moved only by {@code
 * RolloutAdvance}, which reads what is true and takes the next step, so that a process may die at any point.
 *
 * <p>Deliberately absent: private release keys, and trust in this program by the nodes. They check the signatures, the
 * version and the expiry themselves.
 */
@NullMarked
@ApplicationModule(displayName = "agent releases and rollouts")
package io.gpuaas.controlplane.updates;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
