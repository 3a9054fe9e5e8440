package io.gpuaas.controlplane.updates;

import io.gpuaas.api.RolloutFailurePolicy;
import io.gpuaas.api.RolloutState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.RolloutId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of updates.rollout with the version of its release. */
record RolloutRecord(
        RolloutId id,
        Plan plan,
        RolloutState state,
        @Nullable String reason,
        int wave,
        int failuresForgiven,
        CorrelationId correlation,
        Instant createdAt,
        @Nullable Instant endedAt) {

    /** The settings of a rollout, which never change, and the version of its release. */
    record Plan(
            AgentReleaseId release,
            String version,
            int waves,
            Duration bake,
            int failuresMax,
            RolloutFailurePolicy onFailure) {}

    static RolloutRecord read(ResultSet row, int number) throws SQLException {
        return new RolloutRecord(
                new RolloutId(row.getObject("id", UUID.class)),
                new Plan(
                        new AgentReleaseId(row.getObject("release_id", UUID.class)),
                        row.getString("version"),
                        row.getInt("waves"),
                        Duration.ofSeconds(row.getInt("bake_seconds")),
                        row.getInt("failures_max"),
                        RolloutFailurePolicy.fromWire(row.getString("on_failure"))),
                RolloutState.fromWire(row.getString("state")),
                row.getString("reason"),
                row.getInt("wave"),
                row.getInt("failures_forgiven"),
                new CorrelationId(row.getString("correlation_id")),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "ended_at"));
    }
}
