/**
 * Statements of closed months: their lines, their PDF and CSV documents, and the store that keeps them.
 */
@NullMarked
package io.gpuaas.controlplane.billing.statements;

import org.jspecify.annotations.NullMarked;
