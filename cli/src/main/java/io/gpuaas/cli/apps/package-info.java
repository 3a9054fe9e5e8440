/** Commands that work on apps. Those on manifests need no server. */
@NullMarked
package io.gpuaas.cli.apps;

import org.jspecify.annotations.NullMarked;
