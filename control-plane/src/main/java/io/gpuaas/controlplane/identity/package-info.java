/**
 * Identity and tenancy: tenants, projects, the people and programs that act in them, the roles they
 * hold, and the tokens they sign in with.
 *
 * <p>Invariants: what a role permits stands in one table, {@link
 * io.gpuaas.controlplane.identity.Role}; whether a caller may do something is decided in {@link
 * io.gpuaas.controlplane.identity.Access}; nobody gives to another, person or program, what they are
 * not permitted themselves; a tenant that has owners keeps one; secrets are stored as digests only;
 * what is revoked ends on every process within five seconds.
 *
 * <p>Deliberately absent: roles made by tenants, and service accounts with roles in several projects.
 */
@NullMarked
@ApplicationModule(displayName = "tenants, projects, members, service accounts, tokens, revocation")
package io.gpuaas.controlplane.identity;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
