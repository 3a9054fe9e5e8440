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
        AgentReleaseId release,
        String version,
        RolloutState state,
        @Nullable String reason,
        int wave,
        int waves,
        Duration bake,
        int failuresMax,
        int failuresForgiven,
        RolloutFailurePolicy onFailure,
        CorrelationId correlation,
        Instant createdAt,
        @Nullable Instant endedAt) {

    static RolloutRecord read(ResultSet row, int number) throws SQLException {
        return new RolloutRecord(
                new RolloutId(row.getObject("id", UUID.class)),
                new AgentReleaseId(row.getObject("release_id", UUID.class)),
                row.getString("version"),
                RolloutState.fromWire(row.getString("state")),
                row.getString("reason"),
                row.getInt("wave"),
                row.getInt("waves"),
                Duration.ofSeconds(row.getInt("bake_seconds")),
                row.getInt("failures_max"),
                row.getInt("failures_forgiven"),
                RolloutFailurePolicy.fromWire(row.getString("on_failure")),
                new CorrelationId(row.getString("correlation_id")),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "ended_at"));
    }
}
