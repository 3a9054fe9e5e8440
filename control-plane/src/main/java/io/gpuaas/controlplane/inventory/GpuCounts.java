package io.gpuaas.controlplane.inventory;

import io.gpuaas.api.GpuModelCount;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Counts GPUs by model: in use, available, out of service. */
@Component
public class GpuCounts {

    private static final int MODELS_MAX = 50;

    private final JdbcClient jdbc;

    GpuCounts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The most frequent model first. A leased GPU counts as taken, whatever the state of its host. Replaced GPUs do not
     * count.
     */
    public List<GpuModelCount> byModel() {
        return jdbc.sql("""
                SELECT model, count(*) FILTER (WHERE use = 'taken') AS taken, count(*) FILTER (WHERE use = 'free') AS free,
                    count(*) FILTER (WHERE use = 'closed') AS closed, count(*) FILTER (WHERE use = 'broken') AS broken
                FROM (SELECT s.model, CASE WHEN s.taken <> 0 THEN 'taken'
                        WHEN h.node_state IN ('cordoned', 'draining', 'drained', 'enrolling') THEN 'closed'
                        WHEN s.state = 'in_service' AND h.node_state = 'ready' THEN 'free' ELSE 'broken' END AS use
                      FROM inventory.slot s JOIN inventory.host h ON h.node_id = s.node_id
                      WHERE h.node_state <> 'retired' AND NOT (s.replaced AND s.taken = 0)) AS slot
                GROUP BY model ORDER BY count(*) DESC, model LIMIT :limit""")
                .param("limit", MODELS_MAX)
                .query((row, n) -> new GpuModelCount(
                        row.getString("model"),
                        row.getInt("taken"),
                        row.getInt("free"),
                        row.getInt("closed"),
                        row.getInt("broken")))
                .list();
    }
}
