package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class SkuStore {

    private final JdbcClient jdbc;

    SkuStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Sku> find(String name) {
        return jdbc.sql("SELECT * FROM offerings.sku WHERE name = :name")
                .param("name", name)
                .query(SkuStore::sku)
                .optional();
    }

    Optional<Sku> findVisible(TenantId tenant, String name) {
        return jdbc.sql("""
                SELECT s.* FROM offerings.sku s
                WHERE s.name = :name AND (s.visibility = 'all' OR EXISTS (
                    SELECT 1 FROM offerings.sku_tenant t WHERE t.sku = s.name AND t.tenant_id = :tenant))""")
                .param("name", name)
                .param("tenant", tenant.value())
                .query(SkuStore::sku)
                .optional();
    }

    List<Sku> listVisible(TenantId tenant) {
        return jdbc.sql("""
                SELECT s.* FROM offerings.sku s
                WHERE s.retired_at IS NULL AND (s.visibility = 'all' OR EXISTS (
                    SELECT 1 FROM offerings.sku_tenant t WHERE t.sku = s.name AND t.tenant_id = :tenant))
                ORDER BY s.name""")
                .param("tenant", tenant.value())
                .query(SkuStore::sku)
                .list();
    }

    private static Sku sku(ResultSet row, int number) throws SQLException {
        return new Sku(
                row.getString("name"),
                row.getString("title"),
                Shape.of(row.getString("shape")),
                row.getString("gpu_model"),
                row.getString("mig_profile"),
                List.of((Integer[]) row.getArray("counts").getArray()),
                row.getInt("gpus_per_unit"),
                new Sku.Unit(row.getInt("vcpus"), row.getLong("memory_bytes"), row.getLong("nvme_bytes")),
                row.getString("region"),
                row.getString("zone"),
                Isolation.of(row.getString("isolation")),
                Columns.texts(row, "images"),
                row.getString("visibility").equals("listed"),
                Columns.optionalInstant(row, "retired_at"),
                row.getLong("version"));
    }
}
