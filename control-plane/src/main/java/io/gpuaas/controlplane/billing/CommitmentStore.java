package io.gpuaas.controlplane.billing;

import io.gpuaas.api.Commitment;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.CommitmentId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class CommitmentStore {

    private final JdbcClient jdbc;

    CommitmentStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** False when one of the same SKU overlaps. Two at once wait for each other. */
    boolean add(TenantId tenant, Commitment commitment, String by, Instant now) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtext('billing.commitment:' || :tenant))")
                .param("tenant", tenant.toString())
                .query(row -> {});
        return jdbc.sql("""
                INSERT INTO billing.commitment (id, tenant_id, sku, gpus, discount_percent, starts_at, ends_at, created_by, created_at)
                SELECT :id, :tenant, :sku, :gpus, :discount, :starts, :ends, :by, :now
                WHERE NOT EXISTS (SELECT 1 FROM billing.commitment
                    WHERE tenant_id = :tenant AND sku = :sku AND starts_at < :ends AND ends_at > :starts)""")
                        .param("id", commitment.id().value())
                        .param("tenant", tenant.value())
                        .param("sku", commitment.sku())
                        .param("gpus", commitment.gpus())
                        .param("discount", commitment.discountPercent())
                        .param("starts", Columns.time(commitment.startsAt()))
                        .param("ends", Columns.time(commitment.endsAt()))
                        .param("by", by)
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    /** Newest first. */
    List<Commitment> list(TenantId tenant, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM billing.commitment WHERE tenant_id = :tenant AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("tenant", tenant.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(CommitmentStore::commitment)
                .list();
    }

    List<Commitment> between(TenantId tenant, Instant from, Instant to) {
        return jdbc.sql("""
                SELECT * FROM billing.commitment WHERE tenant_id = :tenant AND starts_at < :to AND ends_at > :from
                ORDER BY id""")
                .param("tenant", tenant.value())
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .query(CommitmentStore::commitment)
                .list();
    }

    private static Commitment commitment(ResultSet row, int n) throws SQLException {
        return new Commitment(
                new CommitmentId(row.getObject("id", UUID.class)),
                row.getString("sku"),
                row.getInt("gpus"),
                row.getInt("discount_percent"),
                Columns.instant(row, "starts_at"),
                Columns.instant(row, "ends_at"));
    }

    /** Whether any of the shard's tenants has one in that time. */
    boolean anyIn(int shard, Instant from, Instant to) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM billing.commitment WHERE starts_at < :to AND ends_at > :from
                    AND abs(hashtext(tenant_id::text)::bigint) % :shards = :shard)""")
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .param("shards", MeterStore.SHARDS)
                .param("shard", shard)
                .query(Boolean.class)
                .single();
    }

    record Shortfall(
            CommitmentId id, TenantId tenant, String sku, int discountPercent, long gpuSeconds, Instant until) {}

    /** Commitments between the instants that were not used. */
    List<Shortfall> shortfalls(TenantId tenant, Instant from, Instant to) {
        return jdbc.sql("""
                SELECT c.*, least(c.ends_at, :to) AS until,
                    c.gpus * date_part('epoch', least(c.ends_at, :to) - greatest(c.starts_at, :from))::bigint - coalesce((
                        SELECT sum(u.committed_gpu_seconds) FROM billing.meter m
                        JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                        WHERE m.tenant_id = c.tenant_id AND m.sku = c.sku AND u.starts_at >= greatest(c.starts_at, :from)
                          AND u.starts_at < least(c.ends_at, :to)), 0)::bigint AS missing
                FROM billing.commitment c
                WHERE c.tenant_id = :tenant AND c.starts_at < :to AND c.ends_at > :from ORDER BY c.id""")
                .param("tenant", tenant.value())
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .query((row, n) -> new Shortfall(
                        new CommitmentId(row.getObject("id", UUID.class)),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        row.getString("sku"),
                        row.getInt("discount_percent"),
                        row.getLong("missing"),
                        Columns.instant(row, "until")))
                .list();
    }
}
