/**
 * Identity and tenancy: tenants, projects, the people and programs that act in them, the roles they hold, and the
 * tokens they sign in with.
 *
 * <p>Invariants: the permissions of a role are in one table, {@link io.gpuaas.controlplane.identity.Role}; whether a
 * caller may do something is decided in {@link io.gpuaas.controlplane.identity.Access}; a caller grants no person or
 * program a permission it does not hold itself; a tenant that has owners keeps one; secrets are stored as digests only;
 * revoked access ends in every process within five seconds.
 *
 * <p>Deliberately absent: roles made by tenants, and service accounts with roles in several projects.
 */
@NullMarked
@ApplicationModule(displayName = "tenants, projects, members, service accounts, tokens, revocation")
package io.gpuaas.controlplane.identity;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
