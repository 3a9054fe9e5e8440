/**
 * How recordings of terminals are written down (docs/adr/0018-recordings.md): segments, each of which carries the digest
 * of the former one. The node writes them, the control plane reads them, and both must agree to the byte.
 */
@NullMarked
package io.gpuaas.kernel.recording;

import org.jspecify.annotations.NullMarked;
