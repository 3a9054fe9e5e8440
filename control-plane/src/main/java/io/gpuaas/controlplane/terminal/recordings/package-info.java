/**
 * Recordings of terminals: segments that agents upload, the chain that shows tampering, and the files people download.
 */
@NullMarked
package io.gpuaas.controlplane.terminal.recordings;

import org.jspecify.annotations.NullMarked;
