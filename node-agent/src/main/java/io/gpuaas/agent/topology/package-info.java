/** Reads the host's hardware topology from sysfs and proc. Deliberately absent: running programs. */
@NullMarked
package io.gpuaas.agent.topology;

import org.jspecify.annotations.NullMarked;
