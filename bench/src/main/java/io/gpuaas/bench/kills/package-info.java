/** Kills control planes and agents at random, and finds what the kills broke. */
@NullMarked
package io.gpuaas.bench.kills;

import org.jspecify.annotations.NullMarked;
