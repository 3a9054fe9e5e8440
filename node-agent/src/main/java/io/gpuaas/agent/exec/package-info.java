/** Programs of the host. */
@NullMarked
package io.gpuaas.agent.exec;

import org.jspecify.annotations.NullMarked;
