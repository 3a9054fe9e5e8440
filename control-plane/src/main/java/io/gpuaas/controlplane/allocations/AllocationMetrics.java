package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How many allocations there are in which state, and how many are stuck or degraded. */
@Component
class AllocationMetrics implements BackgroundWork {

    private final JdbcClient jdbc;
    private final MultiGauge states;
    private final MultiGauge trouble;

    AllocationMetrics(JdbcClient jdbc, MeterRegistry metrics) {
        this.jdbc = jdbc;
        this.states = MultiGauge.builder("gpuaas_allocations")
                .description("Live allocations by state")
                .register(metrics);
        this.trouble = MultiGauge.builder("gpuaas_allocations_in_trouble")
                .description("Allocations whose phase takes too long, or that do not work at present")
                .register(metrics);
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(10), "allocations.metrics", this::measure);
    }

    void measure() {
        states.register(
                jdbc.sql("""
                        SELECT state, count(*) FROM allocations.allocation
                        WHERE state NOT IN ('released', 'failed') GROUP BY state""")
                        .query((row, n) -> MultiGauge.Row.of(Tags.of("state", row.getString(1)), row.getLong(2)))
                        .list(),
                true);
        trouble.register(
                jdbc.sql("""
                        SELECT kind, count(id) FROM (VALUES ('stuck'), ('degraded')) AS k (kind)
                        LEFT JOIN allocations.allocation a ON a.state NOT IN ('released', 'failed')
                          AND CASE kind WHEN 'stuck' THEN stuck_since IS NOT NULL ELSE degraded_since IS NOT NULL END
                        GROUP BY kind""")
                        .query((row, n) -> MultiGauge.Row.of(Tags.of("kind", row.getString(1)), row.getLong(2)))
                        .list(),
                true);
    }
}
