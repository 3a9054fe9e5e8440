package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.api.AllocationStateCount;
import io.gpuaas.api.QueueOverview;
import io.gpuaas.api.WaitingForSku;
import io.gpuaas.controlplane.platform.Columns;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Counts held allocations and queued requests for operators. */
@Component
public class AllocationCounts {

    private static final int SKUS_MAX = 50;

    private final JdbcClient jdbc;

    AllocationCounts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    private record Live(AllocationState state, int count, int stuck, int degraded) {}

    public QueueOverview now() {
        List<Live> live = jdbc.sql("""
                SELECT state, count(*) AS count, count(stuck_since) AS stuck, count(degraded_since) AS degraded
                FROM allocations.allocation WHERE state NOT IN ('released', 'failed') GROUP BY state ORDER BY state""")
                .query((row, n) -> new Live(
                        AllocationState.fromWire(row.getString("state")),
                        row.getInt("count"),
                        row.getInt("stuck"),
                        row.getInt("degraded")))
                .list();
        return new QueueOverview(
                waiting(),
                live.stream()
                        .map(one -> new AllocationStateCount(one.state(), one.count()))
                        .toList(),
                live.stream().mapToInt(Live::stuck).sum(),
                live.stream().mapToInt(Live::degraded).sum());
    }

    private List<WaitingForSku> waiting() {
        return jdbc.sql("""
                SELECT sku, count(*) AS allocations, sum(gpus) AS gpus, min(created_at) AS oldest
                FROM allocations.allocation WHERE state = 'queued' GROUP BY sku ORDER BY min(created_at), sku LIMIT :limit""")
                .param("limit", SKUS_MAX)
                .query((row, n) -> new WaitingForSku(
                        row.getString("sku"),
                        row.getInt("allocations"),
                        row.getLong("gpus"),
                        Columns.instant(row, "oldest")))
                .list();
    }
}
