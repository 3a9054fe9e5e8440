/**
 * How the agent and the control plane talk: docs/adr/0010-node-protocol.md.
 *
 * <p>What is signed is read strictly, what merely answers is read leniently. Deliberately absent: any decision.
 */
@NullMarked
package io.gpuaas.agent.wire;

import org.jspecify.annotations.NullMarked;
