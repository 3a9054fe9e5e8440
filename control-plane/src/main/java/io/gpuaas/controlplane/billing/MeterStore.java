package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.LateWrites;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Meters, and how far shards are billed. */
@Component
class MeterStore {

    static final int SHARDS = 16;

    private static final String OPEN = """
            INSERT INTO billing.meter (shard, allocation_id, tenant_id, project_id, sku, gpus, created_by, starts_at, state, labels)
            SELECT abs(hashtext(:tenant::text)::bigint) % :shards, :allocation, :tenant, :project, :sku, :gpus, :by, :starts, 'new',
                jsonb_object(:labelKeys::text[], :labelValues::text[])
            WHERE NOT EXISTS (SELECT 1 FROM billing.meter WHERE allocation_id = :allocation AND ends_at IS NULL)
            ON CONFLICT (allocation_id, starts_at) DO UPDATE SET ends_at = NULL WHERE billing.meter.state = 'new'""";

    private static final String END = """
            UPDATE billing.meter SET ends_at = greatest(starts_at, :ends)
            WHERE allocation_id = :allocation AND ends_at IS NULL""";

    private final JdbcClient jdbc;
    private final LateWrites writes;

    MeterStore(JdbcClient jdbc, LateWrites writes) {
        this.jdbc = jdbc;
        this.writes = writes;
    }

    /** Does nothing when one runs already. */
    void open(Metered allocation, Instant startsAt) {
        Map<String, String> labels = new TreeMap<>(allocation.labels());
        writes.send(END);
        writes.add(
                OPEN,
                new MapSqlParameterSource("shards", SHARDS)
                        .addValue("allocation", allocation.id().value())
                        .addValue("tenant", allocation.tenant().value())
                        .addValue("project", allocation.project().value())
                        .addValue("sku", allocation.sku())
                        .addValue("gpus", allocation.gpus())
                        .addValue("by", allocation.createdBy())
                        .addValue("labelKeys", labels.keySet().toArray(String[]::new))
                        .addValue("labelValues", labels.values().toArray(String[]::new))
                        .addValue("starts", Columns.time(startsAt)));
    }

    /** Does nothing when none runs. */
    void end(AllocationId allocation, Instant endsAt) {
        writes.send(OPEN);
        writes.add(
                END,
                new MapSqlParameterSource("allocation", allocation.value()).addValue("ends", Columns.time(endsAt)));
    }

    /** How far the shard is billed; empty when another process is billing it. */
    Optional<Instant> lockShard(int shard) {
        return jdbc.sql("SELECT billed_until FROM billing.shard WHERE number = :shard FOR UPDATE SKIP LOCKED")
                .param("shard", shard)
                .query((row, n) -> Columns.instant(row, "billed_until"))
                .optional();
    }

    /** The first moment that is not billed yet; empty when nothing runs. Tenants the shard goes on without do not count. */
    Optional<Instant> firstUnbilled(int shard) {
        return jdbc.sql("""
                SELECT least((SELECT min(starts_at) FROM billing.meter m WHERE shard = :shard AND state = 'new' AND NOT EXISTS (
                        SELECT 1 FROM billing.left_out l WHERE l.tenant_id = m.tenant_id)),
                    (SELECT billed_until FROM billing.shard WHERE number = :shard AND EXISTS (
                        SELECT 1 FROM billing.meter m WHERE shard = :shard AND state = 'running' AND NOT EXISTS (
                            SELECT 1 FROM billing.left_out l WHERE l.tenant_id = m.tenant_id)))) AS first""")
                .param("shard", shard)
                .query((row, n) -> Optional.ofNullable(Columns.optionalInstant(row, "first")))
                .single();
    }

    /** The same of all shards. */
    Optional<Instant> firstUnbilled() {
        return jdbc.sql("""
                SELECT least((SELECT min(starts_at) FROM billing.meter m WHERE state = 'new' AND NOT EXISTS (
                        SELECT 1 FROM billing.left_out l WHERE l.tenant_id = m.tenant_id)),
                    (SELECT min(billed_until) FROM billing.shard s WHERE EXISTS (
                        SELECT 1 FROM billing.meter m WHERE shard = s.number AND state = 'running' AND NOT EXISTS (
                            SELECT 1 FROM billing.left_out l WHERE l.tenant_id = m.tenant_id)))) AS first""")
                .query((row, n) -> Optional.ofNullable(Columns.optionalInstant(row, "first")))
                .single();
    }

    /** The same of one tenant its shard goes on without. */
    Optional<Instant> firstUnbilled(TenantId leftOut) {
        return jdbc.sql("""
                SELECT least((SELECT min(starts_at) FROM billing.meter WHERE tenant_id = :tenant AND state = 'new'),
                    (SELECT billed_until FROM billing.left_out WHERE tenant_id = :tenant AND EXISTS (
                        SELECT 1 FROM billing.meter WHERE tenant_id = :tenant AND state = 'running'))) AS first""")
                .param("tenant", leftOut.value())
                .query((row, n) -> Optional.ofNullable(Columns.optionalInstant(row, "first")))
                .single();
    }

    /** Those with something to charge, but for those the shard goes on without. */
    List<TenantId> tenantsToCharge(int shard) {
        return jdbc.sql("""
                SELECT DISTINCT tenant_id FROM billing.meter m WHERE shard = :shard AND state <> 'closed' AND NOT EXISTS (
                    SELECT 1 FROM billing.left_out l WHERE l.tenant_id = m.tenant_id) ORDER BY tenant_id""")
                .param("shard", shard)
                .query((row, n) -> new TenantId(row.getObject("tenant_id", UUID.class)))
                .list();
    }

    void moveShard(int shard, Instant billedUntil) {
        jdbc.sql("UPDATE billing.shard SET billed_until = :until WHERE number = :shard")
                .param("shard", shard)
                .param("until", Columns.time(billedUntil))
                .update();
    }

    record Running(TenantId tenant, String sku, long gpus) {}

    /** Running usage, summed. */
    List<Running> running() {
        return running(jdbc.sql("""
                SELECT tenant_id, sku, sum(gpus) AS gpus FROM billing.meter WHERE state <> 'closed' AND ends_at IS NULL
                GROUP BY tenant_id, sku"""));
    }

    List<Running> running(TenantId tenant) {
        return running(jdbc.sql("""
                SELECT tenant_id, sku, sum(gpus) AS gpus FROM billing.meter
                WHERE tenant_id = :tenant AND state <> 'closed' AND ends_at IS NULL
                GROUP BY tenant_id, sku""").param("tenant", tenant.value()));
    }

    private static List<Running> running(JdbcClient.StatementSpec sums) {
        return sums.query((row, n) -> new Running(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        row.getString("sku"),
                        row.getLong("gpus")))
                .list();
    }

    record OpenAllocation(AllocationId allocation, io.gpuaas.kernel.ProjectId project) {}

    List<OpenAllocation> listOpen(TenantId tenant) {
        return jdbc.sql("""
                SELECT allocation_id, project_id FROM billing.meter
                WHERE tenant_id = :tenant AND state <> 'closed' AND ends_at IS NULL ORDER BY id""")
                .param("tenant", tenant.value())
                .query((row, n) -> new OpenAllocation(
                        new AllocationId(row.getObject("allocation_id", UUID.class)),
                        new io.gpuaas.kernel.ProjectId(row.getObject("project_id", UUID.class))))
                .list();
    }

    /** Whether everything the tenant used is charged. */
    boolean settled(TenantId tenant) {
        return jdbc.sql(
                        "SELECT NOT EXISTS (SELECT 1 FROM billing.meter WHERE tenant_id = :tenant AND state <> 'closed')")
                .param("tenant", tenant.value())
                .query(Boolean.class)
                .single();
    }

    List<TenantId> tenantsWithUse() {
        return jdbc.sql("SELECT DISTINCT tenant_id FROM billing.meter WHERE state <> 'closed'")
                .query((row, n) -> new TenantId(row.getObject("tenant_id", UUID.class)))
                .list();
    }

    boolean granted(UUID lot) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM billing.free_tier WHERE lot = :lot)")
                .param("lot", lot)
                .query(Boolean.class)
                .single();
    }

    /** True the first time. */
    boolean noteGranted(UUID lot) {
        return jdbc.sql("INSERT INTO billing.free_tier (lot) VALUES (:lot) ON CONFLICT DO NOTHING")
                        .param("lot", lot)
                        .update()
                == 1;
    }

    boolean isClosed(YearMonth month) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM billing.closed_month WHERE month = :month)")
                .param("month", month.toString())
                .query(Boolean.class)
                .single();
    }

    /** The one after the newest that was closed, or the first in which anything was used. */
    Optional<YearMonth> firstOpenMonth() {
        return jdbc.sql("""
                SELECT to_char(coalesce(
                    (SELECT to_date(max(month), 'YYYY-MM') + interval '1 month' FROM billing.closed_month),
                    (SELECT min(starts_at) AT TIME ZONE 'UTC' FROM billing.meter)), 'YYYY-MM')""")
                .query((row, n) -> Optional.ofNullable(row.getString(1)).map(YearMonth::parse))
                .single();
    }

    /** True the first time. */
    boolean noteClosed(YearMonth month, Instant now) {
        return jdbc.sql(
                                "INSERT INTO billing.closed_month (month, closed_at) VALUES (:month, :now) ON CONFLICT DO NOTHING")
                        .param("month", month.toString())
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    /** Whether nothing that was used before the instant is still to be charged with its shard. */
    boolean billedBeyond(Instant end) {
        return jdbc.sql("""
                SELECT NOT EXISTS (SELECT 1 FROM billing.meter m JOIN billing.shard s ON s.number = m.shard
                    WHERE ((m.state = 'new' AND m.starts_at < :end) OR (m.state = 'running' AND s.billed_until < :end))
                      AND NOT EXISTS (SELECT 1 FROM billing.left_out l WHERE l.tenant_id = m.tenant_id))""")
                .param("end", Columns.time(end))
                .query(Boolean.class)
                .single();
    }

    void keepPartitions(Instant around) {
        jdbc.sql("SELECT billing.keep_partitions(:around)")
                .param("around", Columns.time(around))
                .query(row -> {});
    }
}
