/**
 * Tasks of the control plane: their payloads, whether the node accepts them, how they run, and reports of their ends.
 *
 * <p>Invariants: a task runs only if it is signed for this node and written to the journal; tasks that change the same
 * allocation run one after the other, in the order of their sequence numbers.
 *
 * <p>Deliberately absent: the effect of a task on the host (host).
 */
@NullMarked
package io.gpuaas.agent.task;

import org.jspecify.annotations.NullMarked;
