package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** Limits a trace to the part of a tenant or a project, or to nothing. */
public record TraceScope(
        @Nullable TenantId tenant, @Nullable ProjectId project) {

    /** For platform operators. */
    public static final TraceScope EVERYTHING = new TraceScope(null, null);

    public static TraceScope of(TenantId tenant) {
        return new TraceScope(tenant, null);
    }

    public static TraceScope of(ProjectId project) {
        return new TraceScope(null, project);
    }

    /** Whether what happened in this tenant and project is part of it. */
    public boolean covers(@Nullable TenantId inTenant, @Nullable ProjectId inProject) {
        return (tenant == null || tenant.equals(inTenant)) && (project == null || project.equals(inProject));
    }
}
