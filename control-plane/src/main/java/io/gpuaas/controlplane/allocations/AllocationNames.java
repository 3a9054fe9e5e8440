package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Names a tenant's allocations, for documents about them. */
@Component
public class AllocationNames {

    private final JdbcClient jdbc;

    AllocationNames(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** By id; an allocation of another tenant has no name here. */
    public Map<UUID, String> find(TenantId tenant, Collection<UUID> allocations) {
        if (allocations.isEmpty()) {
            return Map.of();
        }
        return jdbc
                .sql("SELECT id, name FROM allocations.allocation WHERE tenant_id = :tenant AND id = "
                        + Columns.ANY_OF_IDS)
                .param("tenant", tenant.value())
                .param("ids", allocations.toArray(UUID[]::new))
                .query((row, n) -> Map.entry(row.getObject("id", UUID.class), row.getString("name")))
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
