/** The benchmark of metering ticks and balances. */
@NullMarked
package io.gpuaas.bench.billing;

import org.jspecify.annotations.NullMarked;
