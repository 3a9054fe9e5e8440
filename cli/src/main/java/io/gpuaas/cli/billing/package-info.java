/**
 * Commands about money: balances, payments, budgets, statements and adjustments, usage reported by apps, and the
 * catalogue of SKUs with its prices. Amounts are parsed exactly and never rounded.
 */
@NullMarked
package io.gpuaas.cli.billing;

import org.jspecify.annotations.NullMarked;
