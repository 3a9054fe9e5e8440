@NullMarked
package io.gpuaas.fleet;

import org.jspecify.annotations.NullMarked;
