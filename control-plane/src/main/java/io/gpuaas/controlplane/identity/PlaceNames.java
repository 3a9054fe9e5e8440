package io.gpuaas.controlplane.identity;

import io.gpuaas.api.Project;
import io.gpuaas.api.Tenant;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Names tenants and projects, for documents about them. */
@Component
public class PlaceNames {

    private final IdentityStore store;

    PlaceNames(IdentityStore store) {
        this.store = store;
    }

    public Optional<String> find(TenantId tenant) {
        return store.find(tenant).map(Tenant::name);
    }

    public Optional<String> find(ProjectId project) {
        return store.find(project).map(Project::name);
    }
}
