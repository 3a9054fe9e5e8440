package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TerminalId;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Connections of people to terminals that are not theirs. */
@Component
class GuestStore {

    private final JdbcClient jdbc;

    GuestStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Guest(StreamId stream, TerminalId terminal, PrincipalId principal, boolean mayWrite) {}

    void add(Guest guest, Instant now) {
        jdbc.sql("""
                INSERT INTO terminal.guest (stream_id, terminal_id, principal_id, may_write, let_in_at)
                VALUES (:stream, :terminal, :principal, :writes, :now)""")
                .param("stream", guest.stream().value())
                .param("terminal", guest.terminal().value())
                .param("principal", guest.principal().value())
                .param("writes", guest.mayWrite())
                .param("now", Columns.time(now))
                .update();
    }

    Map<StreamId, Guest> find(Collection<StreamId> streams) {
        return jdbc
                .sql("SELECT * FROM terminal.guest WHERE stream_id = ANY (:streams)")
                .param("streams", streams.stream().map(StreamId::value).toArray(UUID[]::new))
                .query((row, number) -> new Guest(
                        new StreamId(row.getObject("stream_id", UUID.class)),
                        new TerminalId(row.getObject("terminal_id", UUID.class)),
                        new PrincipalId(row.getObject("principal_id", UUID.class)),
                        row.getBoolean("may_write")))
                .list()
                .stream()
                .collect(Collectors.toUnmodifiableMap(Guest::stream, Function.identity()));
    }
}
