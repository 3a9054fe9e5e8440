/** Files that survive a crash. */
@NullMarked
package io.gpuaas.agent.disk;

import org.jspecify.annotations.NullMarked;
