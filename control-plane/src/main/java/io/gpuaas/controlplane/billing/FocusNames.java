package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationNames;
import io.gpuaas.controlplane.identity.PlaceNames;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The names in one export: those of its tenant and projects, and of the allocations of the page at hand. */
final class FocusNames {

    private final TenantId tenant;
    private final String tenantName;
    private final PlaceNames places;
    private final AllocationNames allocationNames;
    private final Map<String, String> projects = new HashMap<>();
    private Map<String, String> allocations = Map.of();

    FocusNames(TenantId tenant, PlaceNames places, AllocationNames allocationNames) {
        this.tenant = tenant;
        this.places = places;
        this.allocationNames = allocationNames;
        this.tenantName = places.find(tenant).orElse(tenant.toString());
    }

    /** Reads the names of a page's allocations in one statement. */
    void load(Collection<UUID> page) {
        Map<String, String> found = new HashMap<>();
        allocationNames.find(tenant, page).forEach((id, name) -> found.put(id.toString(), name));
        allocations = found;
    }

    String tenant() {
        return tenantName;
    }

    /** Null where a charge has no project, or the project is gone. */
    @Nullable String project(@Nullable String id) {
        if (id == null) {
            return null;
        }
        String name = projects.computeIfAbsent(
                id, text -> places.find(ProjectId.parse(text)).orElse(""));
        return name.isEmpty() ? null : name;
    }

    /** Null for what is no allocation of the page. */
    @Nullable String allocation(String id) {
        return allocations.get(id);
    }
}
