@NullMarked
package io.gpuaas.bench.kit;

import org.jspecify.annotations.NullMarked;
