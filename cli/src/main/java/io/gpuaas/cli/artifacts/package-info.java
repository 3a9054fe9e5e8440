/** Commands that register publishers and publish artifacts: announce, push to the registry, complete. */
@NullMarked
package io.gpuaas.cli.artifacts;

import org.jspecify.annotations.NullMarked;
