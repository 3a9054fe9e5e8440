package io.gpuaas.cli.options;

import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Grant;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.Tenant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Chooses the tenant of a command: the named one, the profile's, or the only one the user can access. */
public final class TheTenant {

    /** Users with access to more than this many must name one. */
    private static final int LOOKED_AT = 2;

    @Option(
            names = "--tenant",
            paramLabel = "TENANT",
            description =
                    "The tenant's id (default: $GPUAAS_TENANT, the profile's tenant, or the only one you can access).")
    @Nullable TenantId tenantId;

    /** The profile's tenant, set before the command runs. */
    @Nullable TenantId preferred;

    public TenantId choose(GpuaasClient client) {
        return choose(client, null);
    }

    /** Chooses the tenant of commands that also take it as a positional argument. */
    public TenantId choose(GpuaasClient client, @Nullable TenantId word) {
        if (tenantId != null && word != null && !tenantId.equals(word)) {
            throw new IllegalArgumentException("Two different tenants were specified.");
        }
        TenantId named = tenantId == null ? word : tenantId;
        if (named != null) {
            return named;
        }
        return preferred == null ? only(client) : preferred;
    }

    private static TenantId only(GpuaasClient client) {
        Set<TenantId> reached = reached(client);
        if (reached.size() != 1) {
            throw new IllegalArgumentException(
                    reached.isEmpty()
                            ? "You have access to no tenant; specify one with --tenant."
                            : "You have access to several tenants; specify one with --tenant, or set a default with gpuaas"
                                    + " profiles set --tenant.");
        }
        return reached.iterator().next();
    }

    private static Set<TenantId> reached(GpuaasClient client) {
        Set<TenantId> tenants = new LinkedHashSet<>();
        for (Grant grant : client.identity().getMe().grants()) {
            if (grant.tenantId() != null) {
                tenants.add(grant.tenantId());
            } else if (grant.projectId() != null) {
                tenants.add(client.identity().getProject(grant.projectId()).tenantId());
            } else {
                client.identity().listTenants(PageRequest.ofSize(LOOKED_AT)).items().stream()
                        .map(Tenant::id)
                        .forEach(tenants::add);
            }
        }
        return tenants;
    }
}
