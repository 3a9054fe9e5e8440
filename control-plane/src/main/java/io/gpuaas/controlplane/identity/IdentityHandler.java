package io.gpuaas.controlplane.identity;

import io.gpuaas.api.CreateProject;
import io.gpuaas.api.CreateTenant;
import io.gpuaas.api.Grant;
import io.gpuaas.api.IdentityApi;
import io.gpuaas.api.Installation;
import io.gpuaas.api.Me;
import io.gpuaas.api.PrincipalKind;
import io.gpuaas.api.Project;
import io.gpuaas.api.ProjectPage;
import io.gpuaas.api.Tenant;
import io.gpuaas.api.TenantPage;
import io.gpuaas.api.UpdateProject;
import io.gpuaas.api.UpdateTenant;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class IdentityHandler implements IdentityApi {

    private final Tenancy tenancy;
    private final IdentityStore store;
    private final Installation installation;

    IdentityHandler(Tenancy tenancy, IdentityStore store, GpuaasProperties properties) {
        this.tenancy = tenancy;
        this.store = store;
        this.installation = new Installation(
                properties.payments().provider() == GpuaasProperties.Payments.Provider.TEST,
                properties.mail().delivery() == GpuaasProperties.Mail.Delivery.SMTP);
    }

    @Override
    public Me getMe() {
        Authenticated who = SignedIn.current();
        return new Me(
                who.caller().id(),
                PrincipalKind.fromWire(Call.current().caller().kind().wireName()),
                who.caller().displayName(),
                who.bindings().stream()
                        .map(binding -> new Grant(
                                binding.role().wireName(),
                                binding.tenantId(),
                                binding.projectId(),
                                binding.role().permissions().stream()
                                        .filter(who::mayUse)
                                        .sorted()
                                        .toList()))
                        .toList(),
                installation);
    }

    @Override
    public Tenant createTenant(CreateTenant command) {
        return tenancy.create(command);
    }

    @Override
    public Tenant getTenant(TenantId id) {
        return store.find(id).orElseThrow(() -> ProblemException.notFound("tenant"));
    }

    @Override
    public TenantPage listTenants(Integer limit, @Nullable String cursor) {
        List<Tenant> rows = store.listTenants(PageCursor.decode("tenants", cursor, UUID::fromString), limit + 1);
        return new TenantPage(PageCursor.page(rows, limit), PageCursor.next("tenants", rows, limit, Tenant::id));
    }

    @Override
    public Tenant updateTenant(TenantId id, UpdateTenant command) {
        return tenancy.update(id, command);
    }

    @Override
    public Tenant deleteTenant(TenantId id) {
        return tenancy.delete(id);
    }

    @Override
    public Project createProject(TenantId tenant, CreateProject command) {
        return tenancy.create(tenant, command);
    }

    @Override
    public Project getProject(ProjectId id) {
        return store.find(id).orElseThrow(() -> ProblemException.notFound("project"));
    }

    @Override
    public Project updateProject(ProjectId id, UpdateProject command) {
        return tenancy.update(id, command);
    }

    @Override
    public Project deleteProject(ProjectId id) {
        return tenancy.delete(id);
    }

    @Override
    public ProjectPage listProjects(TenantId tenant, Integer limit, @Nullable String cursor) {
        List<Project> rows =
                store.listProjects(tenant, PageCursor.decode("projects", cursor, UUID::fromString), limit + 1);
        return new ProjectPage(PageCursor.page(rows, limit), PageCursor.next("projects", rows, limit, Project::id));
    }
}
