/** What the host is made of, read from sysfs and proc. Deliberately absent: what runs on it. */
@NullMarked
package io.gpuaas.agent.topology;

import org.jspecify.annotations.NullMarked;
