package io.gpuaas.controlplane.billing;

import io.gpuaas.api.ShortTenant;
import io.gpuaas.controlplane.billing.BalanceLevel.Seen;
import io.gpuaas.controlplane.billing.BalanceLevel.Standing;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores which notifications about low credit tenants were sent. */
@Component
public class WatchStore {

    private final JdbcClient jdbc;

    WatchStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A tenant in one currency. */
    public record Purse(TenantId tenant, String currency) {}

    /** Those that were notified and have not recovered. */
    List<Purse> uneasy() {
        return jdbc.sql("SELECT tenant_id, currency FROM billing.watch WHERE level <> 'sufficient'")
                .query((row, n) ->
                        new Purse(new TenantId(row.getObject("tenant_id", UUID.class)), row.getString("currency")))
                .list();
    }

    /** Those that lose their machines first. */
    List<ShortTenant> listShort(int limit) {
        return jdbc.sql("""
                SELECT tenant_id, currency, level, deadline FROM billing.watch WHERE level <> 'sufficient'
                ORDER BY deadline NULLS LAST, entered_at LIMIT :limit""")
                .param("limit", limit)
                .query((row, n) -> new ShortTenant(
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        row.getString("currency"),
                        io.gpuaas.api.BalanceLevel.fromWire(row.getString("level")),
                        Columns.optionalInstant(row, "deadline")))
                .list();
    }

    Optional<Standing> find(Purse purse) {
        return read(purse, "");
    }

    /** Locks this purse until the transaction ends. */
    Standing lock(Purse purse, Instant now) {
        jdbc.sql("""
                INSERT INTO billing.watch (tenant_id, currency, level, entered_nanos, entered_at, burn_nanos, looked_at)
                VALUES (:tenant, :currency, 'sufficient', 0, :now, 0, :now) ON CONFLICT DO NOTHING""")
                .param("tenant", purse.tenant().value())
                .param("currency", purse.currency())
                .param("now", Columns.time(now))
                .update();
        return read(purse, " FOR UPDATE").orElseThrow();
    }

    private Optional<Standing> read(Purse purse, String lock) {
        return jdbc.sql("SELECT * FROM billing.watch WHERE tenant_id = :tenant AND currency = :currency" + lock)
                .param("tenant", purse.tenant().value())
                .param("currency", purse.currency())
                .query((row, n) -> new Standing(
                        BalanceLevel.fromWire(row.getString("level")),
                        row.getLong("entered_nanos"),
                        Columns.instant(row, "entered_at"),
                        Columns.optionalInstant(row, "deadline")))
                .optional();
    }

    void save(Purse purse, Standing standing, Seen seen) {
        jdbc.sql("""
                UPDATE billing.watch SET level = :level, entered_nanos = :entered, entered_at = :at,
                    deadline = :deadline, burn_nanos = :burn, looked_at = :now
                WHERE tenant_id = :tenant AND currency = :currency""")
                .param("level", standing.level().wire())
                .param("entered", standing.enteredNanos())
                .param("at", Columns.time(standing.enteredAt()))
                .param("deadline", Columns.optionalTime(standing.deadline()), java.sql.Types.TIMESTAMP_WITH_TIMEZONE)
                .param("burn", seen.burnNanos())
                .param("now", Columns.time(seen.now()))
                .param("tenant", purse.tenant().value())
                .param("currency", purse.currency())
                .update();
    }

    /** True the first time on this occasion. */
    boolean force(AllocationId allocation, Instant occasion) {
        return jdbc.sql("""
                INSERT INTO billing.forced_release (allocation_id, occasion) VALUES (:id, :occasion)
                ON CONFLICT DO NOTHING""")
                        .param("id", allocation.value())
                        .param("occasion", Columns.time(occasion))
                        .update()
                == 1;
    }
}
