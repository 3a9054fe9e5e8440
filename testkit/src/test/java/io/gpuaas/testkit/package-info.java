@NullMarked
package io.gpuaas.testkit;

import org.jspecify.annotations.NullMarked;
