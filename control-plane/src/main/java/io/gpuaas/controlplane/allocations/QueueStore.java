package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads queued requests and what their projects hold already. */
@Component
class QueueStore {

    /**
     * Requests of a queue that are considered: the first of every project, then the second of every project, and so on.
     * The others wait for the next look, and no project crowds out another by asking for much.
     */
    static final int SERVED_MAX = 500;

    /** Waits that count for the typical one. Fewer than the least say little. */
    static final int WAITS_MAX = 20;

    static final int WAITS_MIN = 3;

    private final JdbcClient jdbc;

    QueueStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<String> skusWaitedFor() {
        return jdbc.sql("SELECT DISTINCT sku FROM allocations.allocation WHERE state = 'queued' ORDER BY sku")
                .query((row, n) -> row.getString(1))
                .list();
    }

    /** Locks the queue until the transaction ends; false when it is locked already. */
    boolean lock(String sku) {
        return jdbc.sql("SELECT pg_try_advisory_xact_lock(7306, hashtext(:sku))")
                .param("sku", sku)
                .query(Boolean.class)
                .single();
    }

    /** A queued request's tenant and count. */
    record Waiting(TenantId tenant, int count) {}

    List<Waiting> waitingFor(String sku) {
        return jdbc.sql("""
                SELECT DISTINCT tenant_id, count FROM allocations.allocation WHERE state = 'queued' AND sku = :sku""")
                .param("sku", sku)
                .query((row, n) ->
                        new Waiting(new TenantId(row.getObject("tenant_id", UUID.class)), row.getInt("count")))
                .list();
    }

    /** A queue with requests from before that time, the longest wait first. */
    record Overdue(String sku, TenantId tenant, Instant since) {}

    List<Overdue> overdue(Instant before) {
        return jdbc.sql("""
                SELECT sku, tenant_id, min(created_at) AS since FROM allocations.allocation
                WHERE state = 'queued' AND created_at < :before GROUP BY sku, tenant_id ORDER BY since LIMIT :limit""")
                .param("before", Columns.time(before))
                .param("limit", SERVED_MAX)
                .query((row, n) -> new Overdue(
                        row.getString("sku"),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        Columns.instant(row, "since")))
                .list();
    }

    List<AllocationId> order(String sku) {
        List<FairShare.Waiting> waiting = jdbc.sql("""
                SELECT id, project_id, gpus, created_at FROM (
                    SELECT id, project_id, gpus, created_at,
                        row_number() OVER (PARTITION BY project_id ORDER BY created_at, id) AS turn
                    FROM allocations.allocation WHERE state = 'queued' AND sku = :sku) AS waiting
                ORDER BY turn, created_at, id LIMIT :limit""")
                .param("sku", sku)
                .param("limit", SERVED_MAX)
                .query((row, n) -> new FairShare.Waiting(
                        new AllocationId(row.getObject("id", UUID.class)),
                        new ProjectId(row.getObject("project_id", UUID.class)),
                        row.getInt("gpus"),
                        Columns.instant(row, "created_at")))
                .list();
        return FairShare.order(waiting, gpusHeld(waiting));
    }

    /** The request got capacity after it had waited. */
    void addWait(AllocationId id, String sku, Instant placedAt, Duration waited) {
        jdbc.sql("""
                INSERT INTO allocations.queue_wait (allocation_id, sku, placed_at, waited_seconds)
                VALUES (:id, :sku, :placed, :waited)""")
                .param("id", id.value())
                .param("sku", sku)
                .param("placed", Columns.time(placedAt))
                .param("waited", Math.max(0, waited.toSeconds()))
                .update();
    }

    /** The median of the newest waits for each SKU; SKUs with too few are left out. */
    Map<String, Duration> typicalWaits(Collection<String> skus, Instant since) {
        Map<String, Duration> waits = new HashMap<>();
        jdbc.sql("""
                SELECT wanted.sku, percentile_disc(0.5) WITHIN GROUP (ORDER BY recent.waited_seconds) AS median
                FROM unnest(:skus) AS wanted (sku) CROSS JOIN LATERAL (
                    SELECT waited_seconds FROM allocations.queue_wait
                    WHERE sku = wanted.sku AND placed_at >= :since ORDER BY placed_at DESC LIMIT :most) AS recent
                GROUP BY wanted.sku HAVING count(*) >= :least""")
                .param("skus", skus.toArray(String[]::new))
                .param("since", Columns.time(since))
                .param("most", WAITS_MAX)
                .param("least", WAITS_MIN)
                .query(row -> {
                    waits.put(row.getString("sku"), Duration.ofSeconds(row.getLong("median")));
                });
        return waits;
    }

    void deleteWaitsBefore(Instant time) {
        jdbc.sql("DELETE FROM allocations.queue_wait WHERE placed_at < :time")
                .param("time", Columns.time(time))
                .update();
    }

    private Map<ProjectId, Long> gpusHeld(List<FairShare.Waiting> waiting) {
        Map<ProjectId, Long> held = new HashMap<>();
        jdbc.sql("""
                SELECT project_id, sum(gpus) AS gpus FROM allocations.allocation
                WHERE project_id = ANY (:projects) AND state NOT IN ('queued', 'released', 'failed')
                GROUP BY project_id""")
                .param(
                        "projects",
                        waiting.stream()
                                .map(one -> one.project().value())
                                .distinct()
                                .toArray(UUID[]::new))
                .query(row -> {
                    held.put(new ProjectId(row.getObject("project_id", UUID.class)), row.getLong("gpus"));
                });
        return held;
    }
}
