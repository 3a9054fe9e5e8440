package io.gpuaas.controlplane.events;

import io.gpuaas.api.TraceEntry;
import io.gpuaas.api.TraceKind;
import io.gpuaas.controlplane.events.EnvelopeJson.Opened;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.TraceScope;
import io.gpuaas.events.EventTypes;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.DeadLetterId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Finds the events of a request. Envelopes have no index by correlation id: it would cost every event for few searches.
 * The bus is read only within windows of time.
 */
@Component
public class EventTraces {

    private static final int SECONDS_MAX = 10;

    private final JdbcClient jdbc;
    private final EnvelopeJson json;
    private final GpuaasProperties properties;

    EventTraces(JdbcClient jdbc, EnvelopeJson json, GpuaasProperties properties) {
        this.jdbc = jdbc;
        this.json = json;
        this.properties = properties;
    }

    /** From, inclusive, to, exclusive. */
    public record Window(Instant from, Instant to) {}

    /** Whether published events stay where we can look them up. */
    public boolean keepsPublished() {
        return properties.bus().kind() == GpuaasProperties.Bus.Kind.POSTGRES;
    }

    public List<TraceEntry> findPublished(
            CorrelationId correlation, TraceScope scope, List<Window> windows, int limit) {
        return jdbc
                .sql("""
                SELECT m.aggregate, m.envelope
                FROM unnest(:froms::timestamptz[], :tos::timestamptz[]) w (since, until)
                CROSS JOIN LATERAL (
                    SELECT b.aggregate, b.envelope, b.position FROM events.bus_message b
                    WHERE b.published_at >= w.since AND b.published_at < w.until
                      AND strpos(b.envelope, :marked) > 0 AND strpos(b.envelope, :placed) > 0
                    ORDER BY b.position LIMIT :limit) m
                ORDER BY m.position LIMIT :limit""")
                .withQueryTimeout(SECONDS_MAX)
                .param("froms", texts(windows, Window::from))
                .param("tos", texts(windows, Window::to))
                .param("marked", marked(correlation))
                .param("placed", placed(scope))
                .param("limit", limit)
                .query((row, n) -> event(row, "published"))
                .list()
                .stream()
                .filter(entry -> scope.covers(entry.tenantId(), entry.projectId()))
                .toList();
    }

    /** The driver knows no array of times, the database reads them from text. */
    private static String[] texts(List<Window> windows, Function<Window, Instant> edge) {
        return windows.stream().map(edge).map(Instant::toString).toArray(String[]::new);
    }

    /** Those the relay has still to publish. */
    public List<TraceEntry> findWaiting(CorrelationId correlation, TraceScope scope, int limit) {
        return jdbc
                .sql("""
                SELECT aggregate, envelope FROM events.outbox
                WHERE strpos(envelope, :marked) > 0 AND strpos(envelope, :placed) > 0 ORDER BY position LIMIT :limit""")
                .withQueryTimeout(SECONDS_MAX)
                .param("marked", marked(correlation))
                .param("placed", placed(scope))
                .param("limit", limit)
                .query((row, n) -> event(row, "waiting"))
                .list()
                .stream()
                .filter(entry -> scope.covers(entry.tenantId(), entry.projectId()))
                .toList();
    }

    public List<TraceEntry> findDead(CorrelationId correlation, int limit) {
        return jdbc.sql("""
                SELECT * FROM events.dead_letter
                WHERE strpos(envelope, :marked) > 0 ORDER BY dead_since LIMIT :limit""")
                .withQueryTimeout(SECONDS_MAX)
                .param("marked", marked(correlation))
                .param("limit", limit)
                .query(EventTraces::dead)
                .list();
    }

    /** As {@link EnvelopeJson} writes it; ids need no escaping. */
    private static String marked(CorrelationId correlation) {
        return "\"correlation_id\":\"" + correlation.value() + "\"";
    }

    /** Keeps others' from using up the limit. Payloads may name places, too: the opened envelope decides. */
    private static String placed(TraceScope scope) {
        if (scope.project() != null) {
            return "\"project_id\":\"" + scope.project() + "\"";
        }
        return scope.tenant() == null ? "" : "\"tenant_id\":\"" + scope.tenant() + "\"";
    }

    private TraceEntry event(ResultSet row, String state) throws SQLException {
        Opened opened = json.open(row.getString("envelope"));
        return new TraceEntry(
                opened.occurredAt(),
                TraceKind.EVENT,
                opened.type(),
                state,
                null,
                row.getString("aggregate"),
                null,
                null,
                opened.tenantId(),
                opened.projectId(),
                null,
                null,
                null,
                null);
    }

    /** Its envelope may be what is wrong with it, so it stays closed. */
    private static TraceEntry dead(ResultSet row, int number) throws SQLException {
        @Nullable String reason = row.getString("discard_reason");
        return new TraceEntry(
                Columns.instant(row, "dead_since"),
                TraceKind.DEAD_LETTER,
                EventTypes.current(row.getString("event_type")),
                row.getString("state"),
                reason == null ? row.getString("error") : reason,
                row.getString("aggregate"),
                null,
                null,
                null,
                null,
                null,
                null,
                new DeadLetterId(row.getObject("id", UUID.class)),
                null);
    }
}
