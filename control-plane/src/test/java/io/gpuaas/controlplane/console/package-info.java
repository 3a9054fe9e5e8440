@NullMarked
package io.gpuaas.controlplane.console;

import org.jspecify.annotations.NullMarked;
