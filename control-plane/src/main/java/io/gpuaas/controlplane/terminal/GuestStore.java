package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TerminalId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
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

    Optional<Guest> find(StreamId stream) {
        return jdbc.sql("SELECT * FROM terminal.guest WHERE stream_id = :stream")
                .param("stream", stream.value())
                .query((row, number) -> new Guest(
                        stream,
                        new TerminalId(row.getObject("terminal_id", UUID.class)),
                        new PrincipalId(row.getObject("principal_id", UUID.class)),
                        row.getBoolean("may_write")))
                .optional();
    }
}
