/** The log lines of programs that do not run on Spring: one JSON object per line, with the fields of the control plane's. */
@NullMarked
package io.gpuaas.kernel.log;

import org.jspecify.annotations.NullMarked;
