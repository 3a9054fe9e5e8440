package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.api.CommandOutput;
import io.gpuaas.api.CommandState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.terminal.commands.CommandRecord.End;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

@Component
class CommandStore {

    private final JdbcClient jdbc;

    CommandStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Piece(CommandOutput stream, long from, int bytes, String sha256) {

        long to() {
            return from + bytes;
        }
    }

    void add(CommandRecord command) {
        jdbc.sql("""
                INSERT INTO terminal.command (id, tenant_id, project_id, allocation_id, node_id, principal_id,
                    start_task_id, argv, state, requested_at, ends_at, output_max, kept_seconds)
                VALUES (:id, :tenant, :project, :allocation, :node, :principal, :task, :argv, :state, :requested, :ends,
                    :max, :kept)""")
                .param("id", command.id().value())
                .param("tenant", command.tenant().value())
                .param("project", command.project().value())
                .param("allocation", command.allocation().value())
                .param("node", command.node().value())
                .param("principal", command.principal().value())
                .param("task", command.startTask().value())
                .param("argv", command.argv().toArray(String[]::new))
                .param("state", command.end().state().wire())
                .param("requested", Columns.time(command.times().requestedAt()))
                .param("ends", Columns.time(command.times().endsAt()))
                .param("max", command.output().max())
                .param("kept", command.times().kept().toSeconds())
                .update();
    }

    /** Until the end of the transaction nobody else starts a command there, so that limits hold. */
    void lockStarts(AllocationId allocation) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('command ' || :allocation, 0))")
                .param("allocation", allocation.toString())
                .query((row, number) -> true)
                .single();
    }

    record Counts(long open, long recent) {}

    Counts count(AllocationId allocation, Instant since) {
        return jdbc.sql("""
                SELECT count(*) FILTER (WHERE ended_at IS NULL), count(*) FILTER (WHERE requested_at > :since)
                FROM terminal.command WHERE allocation_id = :allocation AND (ended_at IS NULL OR requested_at > :since)""")
                .param("allocation", allocation.value())
                .param("since", Columns.time(since))
                .query((row, number) -> new Counts(row.getLong(1), row.getLong(2)))
                .single();
    }

    Optional<CommandRecord> find(CommandId id) {
        return Optional.ofNullable(find(List.of(id)).get(id));
    }

    Map<CommandId, CommandRecord> find(Collection<CommandId> ids) {
        return jdbc
                .sql("SELECT * FROM terminal.command WHERE id = ANY (:ids)")
                .param("ids", ids.stream().map(CommandId::value).distinct().toArray(UUID[]::new))
                .query(CommandStore::read)
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(CommandRecord::id, Function.identity()));
    }

    Optional<CommandRecord> findByTask(TaskId task) {
        return jdbc.sql("SELECT * FROM terminal.command WHERE start_task_id = :task")
                .param("task", task.value())
                .query(CommandStore::read)
                .optional();
    }

    List<CommandRecord> list(AllocationId allocation, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.command
                WHERE allocation_id = :allocation AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("allocation", allocation.value())
                .param("before", before)
                .param("limit", limit)
                .query(CommandStore::read)
                .list();
    }

    /** Oldest first. */
    List<CommandRecord> listOpen(@Nullable UUID after, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.command
                WHERE ended_at IS NULL AND (:after::uuid IS NULL OR id > :after)
                ORDER BY id LIMIT :limit""")
                .param("after", after)
                .param("limit", limit)
                .query(CommandStore::read)
                .list();
    }

    void setRunning(CommandId id) {
        jdbc.sql("UPDATE terminal.command SET state = 'running' WHERE id = :id AND state = 'requested'")
                .param("id", id.value())
                .update();
    }

    /** Gives way to the word of the node, whose first one counts. */
    void conclude(CommandId id, End end, Instant now) {
        end(id, end, now, "ended_at IS NULL");
    }

    void reported(CommandId id, End end, Instant now) {
        end(id, end, now, "stdout_bytes IS NULL");
    }

    private void end(CommandId id, End end, Instant now, String condition) {
        jdbc.sql("""
                UPDATE terminal.command SET state = :state, ended_at = coalesce(ended_at, :now), exit_code = :code,
                    reason = :reason, stdout_bytes = :stdout, stderr_bytes = :stderr, truncated = :truncated
                WHERE id = :id AND\s""" + condition)
                .param("state", end.state().wire())
                .param("now", Columns.time(now))
                .param("code", end.exitCode())
                .param("reason", end.reason())
                .param("stdout", end.stdoutBytes())
                .param("stderr", end.stderrBytes())
                .param("truncated", end.truncated())
                .param("id", id.value())
                .update();
    }

    /** False when the stream has grown meanwhile: the piece is not the next one any more. */
    @Transactional
    public boolean keep(CommandId id, Piece piece) {
        String column = piece.stream() == CommandOutput.STDOUT ? "stdout_stored" : "stderr_stored";
        int grown = jdbc.sql("UPDATE terminal.command SET pieces = pieces + 1, " + column + " = " + column
                        + " + :bytes WHERE id = :id AND " + column + " = :from")
                .param("bytes", piece.bytes())
                .param("id", id.value())
                .param("from", piece.from())
                .update();
        if (grown == 1) {
            jdbc.sql("""
                    INSERT INTO terminal.command_piece (command_id, stream, from_offset, bytes, sha256)
                    VALUES (:id, :stream, :from, :bytes, :sha256)""")
                    .param("id", id.value())
                    .param("stream", piece.stream().wire())
                    .param("from", piece.from())
                    .param("bytes", piece.bytes())
                    .param("sha256", piece.sha256())
                    .update();
        }
        return grown == 1;
    }

    /** From the piece with that byte on. */
    List<Piece> listPieces(CommandId id, CommandOutput stream, long offset, int limit) {
        return jdbc.sql("""
                SELECT * FROM terminal.command_piece
                WHERE command_id = :id AND stream = :stream AND from_offset + bytes > :offset
                ORDER BY from_offset LIMIT :limit""")
                .param("id", id.value())
                .param("stream", stream.wire())
                .param("offset", offset)
                .param("limit", limit)
                .query((row, number) ->
                        new Piece(stream, row.getLong("from_offset"), row.getInt("bytes"), row.getString("sha256")))
                .list();
    }

    record Due(CommandId id, Instant endedAt) {}

    /** Lists commands whose time is over, after the given one. */
    List<Due> listDue(Instant now, @Nullable Due after, int limit) {
        return jdbc.sql("""
                SELECT id, ended_at FROM terminal.command
                WHERE ended_at < :now AND ended_at + kept_seconds * interval '1 second' < :now
                    AND (:after::uuid IS NULL OR (ended_at, id) > (:ended::timestamptz, :after::uuid))
                ORDER BY ended_at, id LIMIT :limit""")
                .param("now", Columns.time(now))
                .param("after", after == null ? null : after.id().value())
                .param("ended", after == null ? null : Columns.time(after.endedAt()))
                .param("limit", limit)
                .query((row, number) ->
                        new Due(new CommandId(row.getObject("id", UUID.class)), Columns.instant(row, "ended_at")))
                .list();
    }

    /** False when it was asked for since then, or the command has ended. */
    boolean askCancel(CommandId id, Instant since, Instant now) {
        return jdbc.sql("""
                UPDATE terminal.command SET cancel_asked_at = :now
                WHERE id = :id AND ended_at IS NULL AND (cancel_asked_at IS NULL OR cancel_asked_at < :since)""")
                        .param("now", Columns.time(now))
                        .param("since", Columns.time(since))
                        .param("id", id.value())
                        .update()
                == 1;
    }

    void delete(CommandId id) {
        jdbc.sql("DELETE FROM terminal.command WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    private static CommandRecord read(ResultSet row, int number) throws SQLException {
        return new CommandRecord(
                new CommandId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                new AllocationId(row.getObject("allocation_id", UUID.class)),
                new NodeId(row.getObject("node_id", UUID.class)),
                new PrincipalId(row.getObject("principal_id", UUID.class)),
                new TaskId(row.getObject("start_task_id", UUID.class)),
                List.of((String[]) row.getArray("argv").getArray()),
                new CommandRecord.Times(
                        Columns.instant(row, "requested_at"),
                        Columns.instant(row, "ends_at"),
                        Columns.optionalInstant(row, "ended_at"),
                        Duration.ofSeconds(row.getLong("kept_seconds"))),
                new End(
                        CommandState.fromWire(row.getString("state")),
                        row.getObject("exit_code", Integer.class),
                        row.getString("reason"),
                        row.getObject("stdout_bytes", Long.class),
                        row.getObject("stderr_bytes", Long.class),
                        row.getBoolean("truncated")),
                new CommandRecord.Output(
                        row.getLong("output_max"),
                        row.getLong("stdout_stored"),
                        row.getLong("stderr_stored"),
                        row.getInt("pieces")));
    }
}
