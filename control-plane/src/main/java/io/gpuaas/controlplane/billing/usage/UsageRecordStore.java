package io.gpuaas.controlplane.billing.usage;

import io.gpuaas.api.UsageRecord;
import io.gpuaas.controlplane.billing.usage.UsageRules.Period;
import io.gpuaas.controlplane.billing.usage.UsageRules.Rated;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Records are added and charged in one statement, and never changed. */
public @Component class UsageRecordStore {

    private final JdbcClient jdbc;
    private final IdSource ids;

    UsageRecordStore(JdbcClient jdbc, IdSource ids) {
        this.jdbc = jdbc;
        this.ids = ids;
    }

    /** The source of records: ids are chosen by the producer, and are unique in one project. */
    record Source(TenantId tenant, ProjectId project, String producer) {}

    /**
     * Until the transaction ends, reports of this producer are serialized, so that what is looked up stays true; no
     * month is closed and no budget set, so that both count a record or neither does.
     */
    void lock(Source source) {
        jdbc.sql("""
                SELECT pg_advisory_xact_lock(hashtextextended('billing.producer:' || :project || ':' || :producer, 0)),
                    pg_advisory_xact_lock_shared(hashtextextended('billing.month', 0)),
                    pg_advisory_xact_lock_shared(hashtextextended('billing.budget:' || :project, 0))""")
                .param("project", source.project().toString())
                .param("producer", source.producer())
                .query(row -> {});
    }

    /** Waits for reports that are being written. */
    public void lockMonth() {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('billing.month', 0))")
                .query(row -> {});
    }

    /** A record accepted under an id. */
    record Known(String recordId, Period period, BigDecimal quantity, long amountNanos, String currency) {}

    Map<String, Known> known(Source source, List<String> recordIds) {
        return jdbc
                .sql("""
                SELECT * FROM billing.usage_record
                WHERE project_id = :project AND producer = :producer AND record_id = ANY (:ids)""")
                .param("project", source.project().value())
                .param("producer", source.producer())
                .param("ids", recordIds.toArray(String[]::new))
                .query((row, n) -> new Known(
                        row.getString("record_id"),
                        new Period(
                                row.getString("app_instance"),
                                row.getString("measure"),
                                Columns.instant(row, "starts_at"),
                                Columns.instant(row, "ends_at")),
                        row.getBigDecimal("quantity"),
                        row.getLong("amount_nanos"),
                        row.getString("currency")))
                .list()
                .stream()
                .collect(Collectors.toMap(Known::recordId, Function.identity()));
    }

    /** Those of which a part was reported before. */
    Set<Period> reported(Source source, List<Period> periods) {
        return new HashSet<>(jdbc.sql("""
                SELECT p.* FROM unnest(:apps::text[], :measures::text[], :starts::timestamptz[], :ends::timestamptz[])
                    AS p (app_instance, measure, starts_at, ends_at)
                WHERE EXISTS (SELECT 1 FROM billing.usage_record r
                    WHERE r.project_id = :project AND r.producer = :producer AND r.app_instance = p.app_instance
                      AND r.measure = p.measure AND r.starts_at < p.ends_at AND r.ends_at > p.starts_at
                      AND r.starts_at >= p.starts_at - make_interval(secs => :longest))""")
                .param("apps", texts(periods, Period::appInstance))
                .param("measures", texts(periods, Period::measure))
                .param("starts", times(periods, Period::startsAt))
                .param("ends", times(periods, Period::endsAt))
                .param("project", source.project().value())
                .param("producer", source.producer())
                .param("longest", UsageRules.PERIOD_MAX.toSeconds())
                .query((row, n) -> new Period(
                        row.getString("app_instance"),
                        row.getString("measure"),
                        Columns.instant(row, "starts_at"),
                        Columns.instant(row, "ends_at")))
                .list());
    }

    /** Amounts reported since midnight (UTC), by all apps of the tenant and by those of the project. */
    record Reported(long tenantNanos, long projectNanos) {}

    Reported reportedToday(Source source, String currency, Instant now) {
        return jdbc.sql("""
                SELECT coalesce(sum(nanos), 0)::bigint AS tenant,
                    coalesce(sum(nanos) FILTER (WHERE project_id = :project), 0)::bigint AS project
                FROM billing.reported_day
                WHERE tenant_id = :tenant AND currency = :currency AND day = (:now AT TIME ZONE 'UTC')::date""")
                .param("tenant", source.tenant().value())
                .param("project", source.project().value())
                .param("currency", currency)
                .param("now", Columns.time(now))
                .query((row, n) -> new Reported(row.getLong("tenant"), row.getLong("project")))
                .single();
    }

    /** Adds and charges. Balances are locked before what projects cost, as the statement that charges allocations does. */
    void add(Source source, List<Rated> records, String by, Instant now) {
        jdbc.sql("""
                WITH added AS (
                    INSERT INTO billing.usage_record (id, project_id, producer, record_id, tenant_id, app_instance, measure,
                        quantity, starts_at, ends_at, price_id, price_nanos, price_per, currency, amount_nanos, transfer_id,
                        reported_by, reported_at)
                    SELECT r.id, :project, :producer, r.record_id, :tenant, r.app_instance, r.measure, r.quantity, r.starts_at,
                        r.ends_at, r.price_id, r.price_nanos, r.price_per, r.currency, r.amount,
                        CASE WHEN r.amount > 0 THEN nextval('ledger.transfer_id') END, :by, :now
                    FROM unnest(:ids::uuid[], :recordIds::text[], :apps::text[], :measures::text[], :quantities::numeric[],
                            :starts::timestamptz[], :ends::timestamptz[], :prices::uuid[], :nanos::bigint[], :per::bigint[],
                            :currencies::text[], :amounts::bigint[])
                        AS r (id, record_id, app_instance, measure, quantity, starts_at, ends_at, price_id, price_nanos,
                            price_per, currency, amount)
                    RETURNING id, tenant_id, currency, amount_nanos, starts_at, ends_at, transfer_id),
                spent AS (
                    INSERT INTO billing.project_spend AS s (project_id, month, currency, nanos)
                    SELECT b.project_id, to_char(a.starts_at AT TIME ZONE 'UTC', 'YYYY-MM'), a.currency, sum(a.amount_nanos)::bigint
                    FROM added a JOIN billing.budget b ON b.project_id = :project
                    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
                    ON CONFLICT (project_id, month, currency) DO UPDATE SET nanos = s.nanos + excluded.nanos),
                counted AS (
                    INSERT INTO billing.reported_day AS d (tenant_id, project_id, currency, day, nanos)
                    SELECT :tenant, :project, currency, (:now AT TIME ZONE 'UTC')::date, sum(amount_nanos)::bigint
                    FROM added WHERE amount_nanos > 0 GROUP BY currency ORDER BY currency
                    ON CONFLICT (tenant_id, project_id, currency) DO UPDATE SET day = excluded.day,
                        nanos = CASE WHEN d.day = excluded.day THEN d.nanos ELSE 0 END + excluded.nanos)
                SELECT ledger.charge(array_agg(transfer_id), array_agg(id), array_agg(tenant_id), array_agg(currency),
                    array_agg(amount_nanos), array_agg(ends_at), array_agg(NULL::bigint), :now)
                FROM added WHERE transfer_id IS NOT NULL HAVING count(*) > 0""")
                .param("project", source.project().value())
                .param("producer", source.producer())
                .param("tenant", source.tenant().value())
                .param("by", by)
                .param("now", Columns.time(now))
                .param("ids", records.stream().map(record -> ids.next()).toArray(UUID[]::new))
                .param("recordIds", texts(records, Rated::recordId))
                .param("apps", texts(records, record -> record.period().appInstance()))
                .param("measures", texts(records, record -> record.period().measure()))
                .param("quantities", texts(records, record -> record.quantity().toPlainString()))
                .param("starts", times(records, record -> record.period().startsAt()))
                .param("ends", times(records, record -> record.period().endsAt()))
                .param(
                        "prices",
                        records.stream().map(record -> record.price().id()).toArray(UUID[]::new))
                .param("nanos", longs(records, record -> record.price().price().nanos()))
                .param("per", longs(records, record -> record.price().per()))
                .param(
                        "currencies",
                        texts(records, record -> record.price().price().currency()))
                .param("amounts", longs(records, Rated::amountNanos))
                .query(row -> {});
    }

    private static <T> String[] texts(List<T> of, Function<T, String> value) {
        return of.stream().map(value).toArray(String[]::new);
    }

    /** As text: the driver knows no arrays of times, nor of exact numbers. */
    private static <T> String[] times(List<T> of, Function<T, Instant> value) {
        return texts(of, one -> value.apply(one).toString());
    }

    private static <T> Long[] longs(List<T> of, Function<T, Long> value) {
        return of.stream().map(value).toArray(Long[]::new);
    }

    /** Reported last first. */
    List<UsageRecord> list(ProjectId project, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT r.*, m.unit FROM billing.usage_record r JOIN billing.measure m ON m.name = r.measure
                WHERE r.project_id = :project AND (:before::uuid IS NULL OR r.id < :before) ORDER BY r.id DESC LIMIT :limit""")
                .param("project", project.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(UsageRecordStore::record)
                .list();
    }

    private static UsageRecord record(ResultSet row, int n) throws SQLException {
        return new UsageRecord(
                row.getObject("id", UUID.class),
                row.getString("producer"),
                row.getString("record_id"),
                row.getString("app_instance"),
                row.getString("measure"),
                row.getBigDecimal("quantity").stripTrailingZeros().toPlainString(),
                row.getString("unit"),
                Columns.instant(row, "starts_at"),
                Columns.instant(row, "ends_at"),
                new io.gpuaas.api.Money(row.getLong("amount_nanos"), row.getString("currency")),
                Columns.instant(row, "reported_at"),
                row.getString("reported_by"));
    }
}
