/**
 * Identity and tenancy: tenants, projects, principals, the roles they hold, and the tokens they sign
 * in with.
 *
 * <p>Invariants: what a role permits stands in one table, {@link
 * io.gpuaas.controlplane.identity.Role}; whether a caller may do something is decided in one class,
 * {@link io.gpuaas.controlplane.identity.Access}; tokens are stored as digests only.
 */
@NullMarked
package io.gpuaas.controlplane.identity;

import org.jspecify.annotations.NullMarked;
