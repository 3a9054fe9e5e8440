/**
 * How a bare host becomes a node with one line (docs/adr/0029-joining-a-host.md), and what hosts report about their
 * fitness.
 *
 * <p>Invariants: what is served without sign-in is the same for everybody, is made once, and holds no secret; the digest
 * in the line decides about every byte a host installs; of a node's checks the last report is kept, and its text has no
 * control characters.
 *
 * <p>Deliberately absent: join tokens, which are the business of {@code nodes} and never reach this package; building
 * packages, which {@code ./gpuaas agent-package} does.
 */
@NullMarked
@ApplicationModule(displayName = "join script, agent packages, host checks")
package io.gpuaas.controlplane.joining;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
