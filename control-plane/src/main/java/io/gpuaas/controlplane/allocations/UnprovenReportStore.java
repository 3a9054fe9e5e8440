package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which tenants reported a GPU that was then found well: one row for each, however often. */
@Component
class UnprovenReportStore {

    private final JdbcClient jdbc;

    UnprovenReportStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** And forgets what is older than that. */
    void add(Collection<String> gpus, TenantId tenant, Instant now, Instant forgotten) {
        jdbc.sql("DELETE FROM allocations.unproven_report WHERE gpu_uuid = ANY (:gpus) AND reported_at < :forgotten")
                .param("gpus", gpus.toArray(String[]::new))
                .param("forgotten", Columns.time(forgotten))
                .update();
        jdbc.sql("""
                INSERT INTO allocations.unproven_report (gpu_uuid, tenant_id, reported_at)
                SELECT gpu, :tenant, :now FROM unnest(:gpus) AS g (gpu)
                ON CONFLICT (gpu_uuid, tenant_id) DO UPDATE SET reported_at = excluded.reported_at""")
                .param("gpus", gpus.toArray(String[]::new))
                .param("tenant", tenant.value())
                .param("now", Columns.time(now))
                .update();
    }

    Map<String, Long> tenants(Collection<String> gpus) {
        Map<String, Long> tenants = new HashMap<>();
        jdbc.sql("""
                SELECT gpu_uuid, count(*) AS tenants FROM allocations.unproven_report
                WHERE gpu_uuid = ANY (:gpus) GROUP BY gpu_uuid""").param("gpus", gpus.toArray(String[]::new)).query(row -> {
            tenants.put(row.getString("gpu_uuid"), row.getLong("tenants"));
        });
        return tenants;
    }
}
