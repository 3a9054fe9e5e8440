/** Checks whether a host is fit to be a node, and says what to do about what is missing. Nothing is changed here. */
@NullMarked
package io.gpuaas.agent.check;

import org.jspecify.annotations.NullMarked;
