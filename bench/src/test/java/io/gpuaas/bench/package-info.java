@NullMarked
package io.gpuaas.bench;

import org.jspecify.annotations.NullMarked;
