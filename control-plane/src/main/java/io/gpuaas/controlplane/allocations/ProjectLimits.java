package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationDefaults;
import io.gpuaas.api.SetAllocationDefaults;
import io.gpuaas.controlplane.allocations.AllocationRecord.Limits;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Keeps the limits of a project's new allocations that name none. Its administrators set them, within the bounds. */
@Component
class ProjectLimits {

    private record Kept(Limits limits, Instant changedAt, String changedBy) {}

    private final JdbcClient jdbc;
    private final LimitBounds bounds;
    private final Clock clock;

    ProjectLimits(JdbcClient jdbc, LimitBounds bounds, Clock clock) {
        this.jdbc = jdbc;
        this.bounds = bounds;
        this.clock = clock;
    }

    /** The limits of a new allocation, within the operator's bounds. */
    Limits choose(Limits asked, TenantId tenant, ProjectId project) {
        Limits defaults = find(project)
                .map(kept -> bounds.narrow(kept.limits(), tenant, project))
                .orElse(Limits.NONE);
        return bounds.require(
                new Limits(
                        asked.maxDuration() == null ? defaults.maxDuration() : asked.maxDuration(),
                        asked.idleRelease() == null ? defaults.idleRelease() : asked.idleRelease()),
                tenant,
                project);
    }

    AllocationDefaults show(ProjectId project) {
        return view(project, find(project).orElse(null));
    }

    AllocationDefaults set(ProjectId project, SetAllocationDefaults command) {
        Limits asked = new Limits(duration(command.maxDurationSeconds()), duration(command.idleReleaseSeconds()));
        bounds.require(asked, tenant(), project);
        Kept kept = new Kept(asked, clock.instant(), Call.current().caller().id());
        jdbc.sql("""
                INSERT INTO allocations.project_default (project_id, max_duration, idle_release, changed_at, changed_by)
                VALUES (:project, :maxDuration, :idleRelease, :at, :by)
                ON CONFLICT (project_id) DO UPDATE SET max_duration = excluded.max_duration,
                    idle_release = excluded.idle_release, changed_at = excluded.changed_at, changed_by = excluded.changed_by""")
                .param("project", project.value())
                .param("maxDuration", command.maxDurationSeconds(), Types.BIGINT)
                .param("idleRelease", command.idleReleaseSeconds(), Types.BIGINT)
                .param("at", Columns.time(kept.changedAt()))
                .param("by", kept.changedBy())
                .update();
        return view(project, kept);
    }

    private Optional<Kept> find(ProjectId project) {
        return jdbc.sql("SELECT * FROM allocations.project_default WHERE project_id = :project")
                .param("project", project.value())
                .query((row, n) -> new Kept(
                        new Limits(duration(row, "max_duration"), duration(row, "idle_release")),
                        Columns.instant(row, "changed_at"),
                        row.getString("changed_by")))
                .optional();
    }

    private AllocationDefaults view(ProjectId project, @Nullable Kept kept) {
        return new AllocationDefaults(
                kept == null ? null : seconds(kept.limits().maxDuration()),
                kept == null ? null : seconds(kept.limits().idleRelease()),
                seconds(bounds.timeLimitMax(tenant(), project)),
                seconds(bounds.idleReleaseMax(tenant(), project)),
                bounds.snooze(tenant(), project).toSeconds(),
                kept == null ? null : kept.changedAt(),
                kept == null ? null : kept.changedBy());
    }

    private static TenantId tenant() {
        return Objects.requireNonNull(Call.current().tenantId(), "the pipeline knows the tenant of a project");
    }

    private static @Nullable Duration duration(ResultSet row, String column) throws SQLException {
        return duration(Columns.optionalLong(row, column));
    }

    private static @Nullable Duration duration(@Nullable Long seconds) {
        return seconds == null ? null : Duration.ofSeconds(seconds);
    }

    private static @Nullable Long seconds(@Nullable Duration limit) {
        return limit == null ? null : limit.toSeconds();
    }
}
