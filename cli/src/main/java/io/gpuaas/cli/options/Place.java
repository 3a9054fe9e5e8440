package io.gpuaas.cli.options;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that select a tenant, a project or, without them, the whole platform. */
public final class Place {

    @Option(names = "--tenant", paramLabel = "TENANT", description = "Tenant to select (default: the whole platform).")
    @Nullable TenantId tenantId;

    @Option(
            names = "--project",
            paramLabel = "PROJECT",
            description = "Project to select (default: the whole platform).")
    @Nullable ProjectId projectId;

    public interface Choice<T> {
        T platform();

        T tenant(TenantId tenantId);

        T project(ProjectId projectId);
    }

    public <T> T choose(Choice<T> choice) {
        if (tenantId != null && projectId != null) {
            throw new IllegalArgumentException("Specify --tenant or --project, not both.");
        }
        if (tenantId != null) {
            return choice.tenant(tenantId);
        }
        return projectId == null ? choice.platform() : choice.project(projectId);
    }
}
