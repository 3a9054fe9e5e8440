/** The control plane: one package per domain, verified by Spring Modulith. */
@NullMarked
package io.gpuaas.controlplane;

import org.jspecify.annotations.NullMarked;
