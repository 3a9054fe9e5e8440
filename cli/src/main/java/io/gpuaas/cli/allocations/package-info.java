/**
 * Commands about what a project can buy and what it holds: SKUs, allocations and reservations, and for operators the
 * allocations of all tenants. {@code AllocationWait} follows an allocation until it has reached a state, {@code
 * AllocationPage} shows one on a page.
 */
@NullMarked
package io.gpuaas.cli.allocations;

import org.jspecify.annotations.NullMarked;
