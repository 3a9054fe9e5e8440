package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class PriceStore {

    private final JdbcClient jdbc;

    PriceStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The tenant's own before the general one, and of these the latest that has begun. */
    Optional<Price> find(String sku, TenantId tenant, Instant at) {
        return jdbc.sql("""
                SELECT * FROM offerings.price
                WHERE sku = :sku AND effective_from <= :at AND (tenant_id = :tenant OR tenant_id IS NULL)
                ORDER BY tenant_id NULLS LAST, effective_from DESC LIMIT 1""")
                .param("sku", sku)
                .param("tenant", tenant.value())
                .param("at", Columns.time(at))
                .query(PriceStore::price)
                .optional();
    }

    private static Price price(ResultSet row, int number) throws SQLException {
        return new Price(
                row.getObject("id", UUID.class),
                row.getString("sku"),
                new Money(row.getLong("gpu_hour_nanos"), row.getString("currency")),
                Columns.instant(row, "effective_from"));
    }
}
