package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Tenants their shard goes on without. Rows of a shard are written by the one that holds the shard. */
@Component
class LeftOutStore {

    private final JdbcClient jdbc;

    LeftOutStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record LeftOut(TenantId tenant, Instant billedUntil, Instant since, String reason) {}

    /** Charged so far. */
    void add(TenantId tenant, int shard, Instant billedUntil, Instant now, String reason) {
        jdbc.sql("""
                INSERT INTO billing.left_out (tenant_id, shard, billed_until, since, attempts, reason)
                VALUES (:tenant, :shard, :billed, :now, 1, :reason)""")
                .param("tenant", tenant.value())
                .param("shard", shard)
                .param("billed", Columns.time(billedUntil))
                .param("now", Columns.time(now))
                .param("reason", reason)
                .update();
    }

    void noteFailed(TenantId tenant, String reason) {
        jdbc.sql("UPDATE billing.left_out SET attempts = attempts + 1, reason = :reason WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .param("reason", reason)
                .update();
    }

    void remove(TenantId tenant) {
        jdbc.sql("DELETE FROM billing.left_out WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .update();
    }

    List<TenantId> ofShard(int shard) {
        return jdbc.sql("SELECT tenant_id FROM billing.left_out WHERE shard = :shard ORDER BY tenant_id")
                .param("shard", shard)
                .query((row, n) -> new TenantId(row.getObject("tenant_id", UUID.class)))
                .list();
    }

    /** Those tried least often first. */
    List<TenantId> toRetry(int shard, int limit) {
        return jdbc.sql("SELECT tenant_id FROM billing.left_out WHERE shard = :shard ORDER BY attempts LIMIT :limit")
                .param("shard", shard)
                .param("limit", limit)
                .query((row, n) -> new TenantId(row.getObject("tenant_id", UUID.class)))
                .list();
    }

    List<TenantId> all() {
        return jdbc.sql("SELECT tenant_id FROM billing.left_out ORDER BY tenant_id")
                .query((row, n) -> new TenantId(row.getObject("tenant_id", UUID.class)))
                .list();
    }

    int count() {
        return jdbc.sql("SELECT count(*) FROM billing.left_out")
                .query(Integer.class)
                .single();
    }

    /** Those left out longest. */
    List<LeftOut> list(int limit) {
        return jdbc.sql("SELECT * FROM billing.left_out ORDER BY since, tenant_id LIMIT :limit")
                .param("limit", limit)
                .query((row, n) -> new LeftOut(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        Columns.instant(row, "billed_until"),
                        Columns.instant(row, "since"),
                        row.getString("reason")))
                .list();
    }

    /** How far it is charged; empty when it is charged with its shard. */
    Optional<Instant> billedUntil(TenantId tenant) {
        return jdbc.sql("SELECT billed_until FROM billing.left_out WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query((row, n) -> Columns.instant(row, "billed_until"))
                .optional();
    }
}
