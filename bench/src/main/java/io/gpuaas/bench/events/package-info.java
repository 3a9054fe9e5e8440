/** The benchmark of the outbox relay: its rate beside a bare loop, and its promises under kills. */
@NullMarked
package io.gpuaas.bench.events;

import org.jspecify.annotations.NullMarked;
