/**
 * The memory of the agent: which tasks were taken, how far they came, what was told to the server.
 *
 * <p>Always: a task is in the journal before it runs; the highest sequence never goes back; what was not reported is
 * kept. Deliberately absent: progress and log lines, which may be lost with the process.
 */
@NullMarked
package io.gpuaas.agent.journal;

import org.jspecify.annotations.NullMarked;
