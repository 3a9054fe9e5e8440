package io.gpuaas.cli;

import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Grant;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.Tenant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The tenant a command is about: the one that is named, the profile's, or the only one its user can reach. */
final class TheTenant {

    /** Who reaches more than this is asked to name one. */
    private static final int LOOKED_AT = 2;

    @Option(
            names = "--tenant",
            paramLabel = "TENANT",
            description = "The tenant's id (standard: $GPUAAS_TENANT, the profile's, or the only one you can reach).")
    @Nullable TenantId tenantId;

    /** Of the profile; set before the command runs. */
    @Nullable TenantId preferred;

    TenantId choose(GpuaasClient client) {
        return choose(client, null);
    }

    /** For commands that also take it as a word. */
    TenantId choose(GpuaasClient client, @Nullable TenantId word) {
        if (tenantId != null && word != null && !tenantId.equals(word)) {
            throw new IllegalArgumentException("Two different tenants are named.");
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
                            ? "You can reach no tenant: give one with --tenant."
                            : "You can reach several tenants: give one with --tenant, or once for all with gpuaas"
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
