package io.gpuaas.cli;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where something holds: in a tenant, in a project, or on the whole platform. */
final class Place {

    @Option(names = "--tenant", paramLabel = "TENANT", description = "Of this tenant.")
    @Nullable TenantId tenantId;

    @Option(names = "--project", paramLabel = "PROJECT", description = "Of this project.")
    @Nullable ProjectId projectId;

    interface Choice<T> {
        T platform();

        T tenant(TenantId tenantId);

        T project(ProjectId projectId);
    }

    <T> T choose(Choice<T> choice) {
        if (tenantId != null && projectId != null) {
            throw new IllegalArgumentException("Give --tenant or --project, not both.");
        }
        if (tenantId != null) {
            return choice.tenant(tenantId);
        }
        return projectId == null ? choice.platform() : choice.project(projectId);
    }
}
