package io.gpuaas.controlplane.identity;

import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.UUID;
import org.springframework.context.ApplicationContext;

/** Principals with roles, made past the API: signing people up is not what these tests are about. */
public final class TestPrincipals {

    private final IdentityStore store;
    private final AccessTokens tokens;

    public TestPrincipals(ApplicationContext context) {
        this.store = context.getBean(IdentityStore.class);
        this.tokens = context.getBean(AccessTokens.class);
    }

    public String platformAdmin() {
        return onPlatform(Role.PLATFORM_ADMIN);
    }

    public String onPlatform(Role role) {
        return with(new RoleBinding(role, null, null));
    }

    public String inTenant(Role role, String tenant) {
        return with(new RoleBinding(role, TenantId.parse(tenant), null));
    }

    public String inProject(Role role, String tenant, String project) {
        return with(new RoleBinding(role, TenantId.parse(tenant), ProjectId.parse(project)));
    }

    private String with(RoleBinding binding) {
        PrincipalId id = nobody();
        store.bind(id, binding);
        return tokens.issue(id, null);
    }

    public String withoutRole() {
        return tokens.issue(nobody(), null);
    }

    public String expired() {
        return tokens.issue(nobody(), Instant.EPOCH);
    }

    private PrincipalId nobody() {
        PrincipalId id = new PrincipalId(UUID.randomUUID());
        store.addPrincipal(id, Caller.Kind.USER, "test", Instant.EPOCH);
        return id;
    }
}
