/**
 * Service accounts: their keys, signed assertions, and the short-lived tokens minted from them.
 */
@NullMarked
package io.gpuaas.controlplane.identity.machines;

import org.jspecify.annotations.NullMarked;
