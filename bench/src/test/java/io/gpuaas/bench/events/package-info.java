@NullMarked
package io.gpuaas.bench.events;

import org.jspecify.annotations.NullMarked;
