package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A caller whose credential was verified, with the roles it holds and, when the credential was
 * narrowed, the only permissions that count.
 */
public record Authenticated(
        Caller caller, List<RoleBinding> bindings, @Nullable Set<String> scopes) {

    public static final Authenticated NOBODY = new Authenticated(Caller.ANONYMOUS, List.of());

    public record RoleBinding(
            Role role,
            @Nullable TenantId tenantId,
            @Nullable ProjectId projectId) {

        boolean permits(String permission) {
            return role.permissions().contains(permission);
        }
    }

    public Authenticated {
        bindings = List.copyOf(bindings);
        scopes = scopes == null ? null : Set.copyOf(scopes);
    }

    /** With a credential that was not narrowed. */
    public Authenticated(Caller caller, List<RoleBinding> bindings) {
        this(caller, bindings, null);
    }

    boolean mayUse(String permission) {
        return scopes == null || scopes.contains(permission);
    }

    /** Whether this is a person, with everything the person may do. */
    boolean isWholePerson() {
        return scopes == null && caller.kind() == Caller.Kind.USER;
    }

    /** Refuses machines, and credentials that were narrowed: they would gain what their owner kept from them. */
    public void requireWholePerson() {
        if (!isWholePerson()) {
            throw IdentityErrors.credentialTooNarrow();
        }
    }

    /** Of a signed-in caller. */
    PrincipalId principal() {
        return PrincipalId.parse(caller.id());
    }
}
