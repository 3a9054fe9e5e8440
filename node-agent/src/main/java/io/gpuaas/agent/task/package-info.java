/**
 * Tasks: what they are told, whether they are taken, how they run and how their end is told.
 *
 * <p>Always: nothing runs that is not signed for this node and written to the journal; tasks of one allocation that change
 * something run one after the other, in the order they were told. Deliberately absent: what a task
 * does to the host, which is the host's business.
 */
@NullMarked
package io.gpuaas.agent.task;

import org.jspecify.annotations.NullMarked;
