package io.gpuaas.controlplane.operations;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.RoundStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rounds that processes reported. Time is the database's alone, so clocks need not agree. */
@Component
class BackgroundRoundStore {

    /** A process that has not reported for this long is gone. */
    private static final long GONE_AFTER_SECONDS = 60;

    private final JdbcClient jdbc;

    BackgroundRoundStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Reported(String process, RoundStatus round) {}

    /** Replaces the report of one process and deletes those of processes that are gone. */
    void write(String process, List<RoundStatus> rounds) {
        jdbc.sql("""
                WITH gone AS (
                    DELETE FROM operations.background_round
                    WHERE process <> :process AND reported_at < now() - :gone * interval '1 s')
                INSERT INTO operations.background_round
                    (process, name, role, interval_ms, running, due_at, last_started_at, last_duration_ms, last_failed_at,
                     last_failure, runs, failures, reported_at)
                SELECT :process, r.*, now()
                FROM unnest(:names, :roles, :intervals, :running, :dues::timestamptz[], :starts::timestamptz[],
                    :durations, :failed::timestamptz[], :messages, :runs, :failures) r
                ON CONFLICT (process, name) DO UPDATE SET
                    role = excluded.role, interval_ms = excluded.interval_ms, running = excluded.running,
                    due_at = excluded.due_at, last_started_at = excluded.last_started_at,
                    last_duration_ms = excluded.last_duration_ms, last_failed_at = excluded.last_failed_at,
                    last_failure = excluded.last_failure, runs = excluded.runs, failures = excluded.failures,
                    reported_at = excluded.reported_at""")
                .param("process", process)
                .param("gone", GONE_AFTER_SECONDS)
                .param("names", texts(rounds, RoundStatus::name))
                .param(
                        "roles",
                        texts(
                                rounds,
                                round -> round.role() == null
                                        ? null
                                        : round.role().name()))
                .param("intervals", numbers(rounds, round -> round.interval().toMillis()))
                .param("running", rounds.stream().map(RoundStatus::running).toArray(Boolean[]::new))
                .param("dues", times(rounds, RoundStatus::dueAt))
                .param("starts", times(rounds, RoundStatus::lastStartedAt))
                .param(
                        "durations",
                        numbers(
                                rounds,
                                round -> round.lastDuration() == null
                                        ? null
                                        : round.lastDuration().toMillis()))
                .param("failed", times(rounds, RoundStatus::lastFailedAt))
                .param("messages", texts(rounds, RoundStatus::lastFailure))
                .param("runs", numbers(rounds, RoundStatus::runs))
                .param("failures", numbers(rounds, RoundStatus::failures))
                .update();
    }

    List<Reported> listOthers(String process) {
        return jdbc.sql("""
                SELECT * FROM operations.background_round
                WHERE process <> :process AND reported_at >= now() - :gone * interval '1 s'""")
                .param("process", process)
                .param("gone", GONE_AFTER_SECONDS)
                .query((row, n) -> new Reported(row.getString("process"), read(row)))
                .list();
    }

    private static RoundStatus read(ResultSet row) throws SQLException {
        String role = row.getString("role");
        Long duration = Columns.optionalLong(row, "last_duration_ms");
        return new RoundStatus(
                row.getString("name"),
                role == null ? null : Role.valueOf(role),
                Duration.ofMillis(row.getLong("interval_ms")),
                row.getBoolean("running"),
                Columns.optionalInstant(row, "due_at"),
                Columns.optionalInstant(row, "last_started_at"),
                duration == null ? null : Duration.ofMillis(duration),
                Columns.optionalInstant(row, "last_failed_at"),
                row.getString("last_failure"),
                row.getLong("runs"),
                row.getLong("failures"));
    }

    private static @Nullable String[] texts(List<RoundStatus> rounds, Function<RoundStatus, @Nullable String> value) {
        return rounds.stream().map(value).toArray(String[]::new);
    }

    private static @Nullable Long[] numbers(List<RoundStatus> rounds, Function<RoundStatus, @Nullable Long> value) {
        return rounds.stream().map(value).toArray(Long[]::new);
    }

    private static @Nullable String[] times(List<RoundStatus> rounds, Function<RoundStatus, @Nullable Instant> value) {
        return rounds.stream()
                .map(value)
                .map(at -> at == null ? null : at.toString())
                .toArray(String[]::new);
    }
}
