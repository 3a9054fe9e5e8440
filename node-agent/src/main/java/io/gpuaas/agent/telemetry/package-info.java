/** Figures of the host, its GPUs and its guests. Deliberately absent: history, which the control plane keeps. */
@NullMarked
package io.gpuaas.agent.telemetry;

import org.jspecify.annotations.NullMarked;
