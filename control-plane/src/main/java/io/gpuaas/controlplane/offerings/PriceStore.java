package io.gpuaas.controlplane.offerings;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class PriceStore {

    private final JdbcClient jdbc;

    PriceStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The tenant's own before the general one, and of these the latest that has begun; as {@link PriceSpan} for times. */
    Map<String, Price> inEffect(List<String> skus, TenantId tenant, Instant at) {
        return jdbc
                .sql("""
                SELECT DISTINCT ON (sku) * FROM offerings.price
                WHERE sku = ANY (:skus) AND effective_from <= :at AND (tenant_id = :tenant OR tenant_id IS NULL)
                ORDER BY sku, tenant_id NULLS LAST, effective_from DESC""")
                .param("skus", skus.toArray(String[]::new))
                .param("tenant", tenant.value())
                .param("at", Columns.time(at))
                .query(PriceStore::price)
                .list()
                .stream()
                .collect(Collectors.toMap(Price::sku, price -> price));
    }

    /** The general prices in effect, by SKU. */
    Map<String, Price> general(List<String> skus, Instant at) {
        return jdbc
                .sql("""
                SELECT DISTINCT ON (sku) * FROM offerings.price
                WHERE sku = ANY (:skus) AND effective_from <= :at AND tenant_id IS NULL
                ORDER BY sku, effective_from DESC""")
                .param("skus", skus.toArray(String[]::new))
                .param("at", Columns.time(at))
                .query(PriceStore::price)
                .list()
                .stream()
                .collect(Collectors.toMap(Price::sku, price -> price));
    }

    /** Where a page ends: prices of several holders may begin at once. */
    record Position(Instant effectiveFrom, UUID id) {

        static Position of(Price price) {
            return new Position(price.effectiveFrom(), price.id());
        }

        static Position parse(String text) {
            int space = text.indexOf(' ');
            return new Position(Instant.parse(text.substring(0, space)), UUID.fromString(text.substring(space + 1)));
        }

        @Override
        public String toString() {
            return effectiveFrom + " " + id;
        }
    }

    /** Of a SKU, the latest to begin first. */
    List<Price> list(String sku, boolean ofTenantsToo, @Nullable Position after, int limit) {
        return page("sku = :sku AND (:ofTenantsToo OR tenant_id IS NULL)", after, limit)
                .param("sku", sku)
                .param("ofTenantsToo", ofTenantsToo)
                .query(PriceStore::price)
                .list();
    }

    /** A tenant's own, the latest to begin first. */
    List<Price> list(TenantId tenant, @Nullable Position after, int limit) {
        return page("tenant_id = :tenant", after, limit)
                .param("tenant", tenant.value())
                .query(PriceStore::price)
                .list();
    }

    private JdbcClient.StatementSpec page(String whose, @Nullable Position after, int limit) {
        return jdbc.sql("""
                SELECT * FROM offerings.price
                WHERE %s AND (:from::timestamptz IS NULL OR (effective_from, id) < (:from::timestamptz, :after::uuid))
                ORDER BY effective_from DESC, id DESC LIMIT :limit""".formatted(whose))
                .param("from", Columns.optionalTime(after == null ? null : after.effectiveFrom()))
                .param("after", after == null ? null : after.id(), Types.OTHER)
                .param("limit", limit);
    }

    /** Of everybody, general ones included. */
    List<Price> begunBefore(Instant end) {
        return jdbc.sql("SELECT * FROM offerings.price WHERE effective_from < :end")
                .param("end", Columns.time(end))
                .query(PriceStore::price)
                .list();
    }

    void add(Price price, Instant now, String by) {
        try {
            jdbc.sql("""
                    INSERT INTO offerings.price (id, sku, tenant_id, gpu_hour_nanos, currency, effective_from, added_at, added_by)
                    VALUES (:id, :sku, :tenant, :nanos, :currency, :from, :now, :by)""")
                    .param("id", price.id())
                    .param("sku", price.sku())
                    .param(
                            "tenant",
                            price.tenant() == null ? null : price.tenant().value(),
                            Types.OTHER)
                    .param("nanos", price.gpuHour().nanos())
                    .param("currency", price.gpuHour().currency())
                    .param("from", Columns.time(price.effectiveFrom()))
                    .param("now", Columns.time(now))
                    .param("by", by)
                    .update();
        } catch (DuplicateKeyException e) {
            throw OfferingErrors.priceConflict(price.effectiveFrom());
        }
    }

    private static Price price(ResultSet row, int number) throws SQLException {
        UUID tenant = row.getObject("tenant_id", UUID.class);
        return new Price(
                row.getObject("id", UUID.class),
                row.getString("sku"),
                tenant == null ? null : new TenantId(tenant),
                new Money(row.getLong("gpu_hour_nanos"), row.getString("currency")),
                Columns.instant(row, "effective_from"));
    }
}
