package io.gpuaas.cli.options;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Grant;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.Project;
import io.gpuaas.sdk.Tenant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Chooses the project of a command: the named one, the profile's, or the only one the user can access. */
public final class TheProject {

    /** Users with access to more than this many must name one. */
    private static final int LOOKED_AT = 2;

    @Option(
            names = "--project",
            paramLabel = "PROJECT",
            description =
                    "The project's id (default: $GPUAAS_PROJECT, the profile's project, or the only one you can access).")
    @Nullable ProjectId projectId;

    /** The profile's project, set before the command runs, or the one found, so that the server is asked only once. */
    @Nullable ProjectId preferred;

    public ProjectId choose(GpuaasClient client) {
        if (projectId != null) {
            return projectId;
        }
        if (preferred != null) {
            return preferred;
        }
        Set<ProjectId> reached = reached(client);
        if (reached.size() != 1) {
            throw new IllegalArgumentException(
                    reached.isEmpty()
                            ? "You have access to no project. Create one with gpuaas projects create, or specify one with --project."
                            : "You have access to several projects; specify one with --project, or set a default with gpuaas"
                                    + " profiles set --project.");
        }
        preferred = reached.iterator().next();
        return preferred;
    }

    private static Set<ProjectId> reached(GpuaasClient client) {
        Set<ProjectId> projects = new LinkedHashSet<>();
        Set<TenantId> tenants = new LinkedHashSet<>();
        boolean platform = false;
        for (Grant grant : client.identity().getMe().grants()) {
            if (grant.projectId() != null) {
                projects.add(grant.projectId());
            } else if (grant.tenantId() != null) {
                tenants.add(grant.tenantId());
            } else {
                platform = true;
            }
        }
        if (platform) {
            client.identity().listTenants(PageRequest.ofSize(LOOKED_AT)).items().stream()
                    .map(Tenant::id)
                    .forEach(tenants::add);
        }
        List<TenantId> looked = new ArrayList<>(tenants);
        looked.stream()
                .limit(LOOKED_AT)
                .flatMap(tenant ->
                        client.identity().listProjects(tenant, PageRequest.ofSize(LOOKED_AT)).items().stream())
                .map(Project::id)
                .forEach(projects::add);
        return projects;
    }
}
