package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Measures and their prices are added, never changed. */
@Component
class MeasureStore {

    private final JdbcClient jdbc;

    MeasureStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** False when the name is taken. */
    boolean add(Measure measure, String by, Instant now) {
        boolean added = jdbc.sql("""
                INSERT INTO billing.measure (name, title, unit, quantity_max, created_by, created_at)
                VALUES (:name, :title, :unit, :max, :by, :now) ON CONFLICT DO NOTHING""")
                        .param("name", measure.name())
                        .param("title", measure.title())
                        .param("unit", measure.unit())
                        .param("max", measure.quantityMax())
                        .param("by", by)
                        .param("now", Columns.time(now))
                        .update()
                == 1;
        if (added) {
            measure.units().forEach((unit, factor) -> addUnit(measure.name(), unit, factor));
        }
        return added;
    }

    private void addUnit(String measure, String unit, BigDecimal factor) {
        jdbc.sql("INSERT INTO billing.measure_unit (measure, name, factor) VALUES (:measure, :unit, :factor)")
                .param("measure", measure)
                .param("unit", unit)
                .param("factor", factor)
                .update();
    }

    List<Measure> list(@Nullable String after, int limit) {
        return measures(jdbc.sql("""
                SELECT * FROM billing.measure WHERE :after::text IS NULL OR name > :after ORDER BY name LIMIT :limit""").param("after", after, Types.VARCHAR).param("limit", limit));
    }

    Map<String, Measure> named(Collection<String> names) {
        return measures(jdbc.sql("SELECT * FROM billing.measure WHERE name = ANY (:names)")
                        .param("names", names.toArray(String[]::new)))
                .stream()
                .collect(Collectors.toMap(Measure::name, Function.identity()));
    }

    private record Head(String name, String title, String unit, BigDecimal max) {}

    private List<Measure> measures(JdbcClient.StatementSpec heads) {
        List<Head> found = heads.query((row, n) -> new Head(
                        row.getString("name"),
                        row.getString("title"),
                        row.getString("unit"),
                        row.getBigDecimal("quantity_max")))
                .list();
        Map<String, Map<String, BigDecimal>> units = new HashMap<>();
        jdbc.sql("SELECT measure, name, factor FROM billing.measure_unit WHERE measure = ANY (:names)")
                .param("names", found.stream().map(Head::name).toArray(String[]::new))
                .query(row -> {
                    units.computeIfAbsent(row.getString("measure"), name -> new HashMap<>())
                            .put(row.getString("name"), row.getBigDecimal("factor"));
                });
        return found.stream()
                .map(head -> new Measure(
                        head.name(), head.title(), head.unit(), units.getOrDefault(head.name(), Map.of()), head.max()))
                .toList();
    }

    /** False when another begins at that instant. */
    boolean add(UnitPrice price, String by, Instant now) {
        try {
            return jdbc.sql("""
                    INSERT INTO billing.measure_price (id, measure, tenant_id, nanos, per, currency, effective_from, added_by, added_at)
                    VALUES (:id, :measure, :tenant, :nanos, :per, :currency, :from, :by, :now)""")
                            .param("id", price.id())
                            .param("measure", price.measure())
                            .param(
                                    "tenant",
                                    price.tenant() == null
                                            ? null
                                            : price.tenant().value(),
                                    Types.OTHER)
                            .param("nanos", price.price().nanos())
                            .param("per", price.per())
                            .param("currency", price.price().currency())
                            .param("from", Columns.time(price.effectiveFrom()))
                            .param("by", by)
                            .param("now", Columns.time(now))
                            .update()
                    == 1;
        } catch (DuplicateKeyException e) {
            return false;
        }
    }

    /** Those that have begun, general ones and the tenant's own. */
    List<UnitPrice> begun(Collection<String> measures, @Nullable TenantId tenant, Instant now) {
        return jdbc.sql("""
                SELECT * FROM billing.measure_price
                WHERE measure = ANY (:measures) AND (tenant_id IS NULL OR tenant_id = :tenant::uuid) AND effective_from <= :now""")
                .param("measures", measures.toArray(String[]::new))
                .param("tenant", tenant == null ? null : tenant.value(), Types.OTHER)
                .param("now", Columns.time(now))
                .query(MeasureStore::price)
                .list();
    }

    List<UnitPrice> prices(String measure, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM billing.measure_price WHERE measure = :measure AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("measure", measure)
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(MeasureStore::price)
                .list();
    }

    private static UnitPrice price(ResultSet row, int n) throws SQLException {
        UUID tenant = row.getObject("tenant_id", UUID.class);
        return new UnitPrice(
                row.getObject("id", UUID.class),
                row.getString("measure"),
                tenant == null ? null : new TenantId(tenant),
                new Money(row.getLong("nanos"), row.getString("currency")),
                row.getLong("per"),
                Columns.instant(row, "effective_from"));
    }
}
