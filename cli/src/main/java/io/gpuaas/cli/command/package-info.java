/** Programs run in allocations without a terminal: exec, run, and what became of them. */
@NullMarked
package io.gpuaas.cli.command;

import org.jspecify.annotations.NullMarked;
