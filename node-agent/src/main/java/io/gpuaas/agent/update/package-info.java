/**
 * How the agent replaces itself.
 *
 * <p>Always: only what enough release keys signed, only newer versions, and back to the old one when the new does not
 * reach the server. Deliberately absent: any trust in the control plane about what is a release.
 */
@NullMarked
package io.gpuaas.agent.update;

import org.jspecify.annotations.NullMarked;
