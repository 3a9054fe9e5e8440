package io.gpuaas.controlplane.audit;

import io.gpuaas.api.AuditOutcome;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Rounds;
import jakarta.annotation.PostConstruct;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

@Component
class AuditStore implements BackgroundWork {

    private final JdbcClient jdbc;
    private final JsonMapper json = JsonMapper.builder().build();

    AuditStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(AuditEntry entry, Instant at) {
        Call call = entry.call();
        jdbc.sql("""
                INSERT INTO audit.event (occurred_at, actor_id, actor_kind, tenant_id, project_id, action, target, outcome,
                    error_code, correlation_id, source_address, detail)
                VALUES (:at, :actor, :kind, :tenant, :project, :action, :target, :outcome, :error, :correlation, :address, :detail)""")
                .param("at", at.truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC))
                .param("actor", call.caller().id())
                .param("kind", call.caller().kind().wireName())
                .param(
                        "tenant",
                        call.tenantId() == null ? null : call.tenantId().value(),
                        Types.OTHER)
                .param(
                        "project",
                        call.projectId() == null ? null : call.projectId().value(),
                        Types.OTHER)
                .param("action", entry.action())
                .param("target", entry.target(), Types.VARCHAR)
                .param("outcome", entry.outcome().wire())
                .param("error", entry.errorCode(), Types.VARCHAR)
                .param("correlation", call.correlationId().value())
                .param("address", call.sourceAddress(), Types.VARCHAR)
                .param(
                        "detail",
                        entry.detail().isEmpty() ? null : json.writeValueAsString(entry.detail()),
                        Types.VARCHAR)
                .update();
    }

    /** The filter of a search; null means any value. */
    record Filter(
            @Nullable UUID tenantId,
            @Nullable UUID projectId,
            @Nullable String actorId,
            @Nullable String action,
            @Nullable String target,
            @Nullable AuditOutcome outcome,
            @Nullable String correlationId,
            @Nullable Instant from,
            @Nullable Instant to) {

        static Filter period(
                @Nullable UUID tenant, @Nullable UUID project, @Nullable Instant from, @Nullable Instant to) {
            return new Filter(tenant, project, null, null, null, null, null, from, to);
        }

        Filter to(Instant end) {
            return new Filter(tenantId, projectId, actorId, action, target, outcome, correlationId, from, end);
        }
    }

    List<AuditRow> newestFirst(Filter filter, @Nullable Long before, int limit) {
        return filtered("""
                AND (:before::bigint IS NULL OR id < :before::bigint) ORDER BY id DESC LIMIT :limit""", filter)
                .param("before", before, Types.BIGINT)
                .param("limit", limit)
                .query(AuditRow::read)
                .list();
    }

    List<AuditRow> oldestFirst(Filter filter, long after, int limit) {
        return filtered("AND id > :after ORDER BY id LIMIT :limit", filter)
                .param("after", after)
                .param("limit", limit)
                .query(AuditRow::read)
                .list();
    }

    private JdbcClient.StatementSpec filtered(String rest, Filter filter) {
        return jdbc.sql("""
                SELECT * FROM audit.event
                WHERE (:tenant::uuid IS NULL OR tenant_id = :tenant::uuid)
                  AND (:project::uuid IS NULL OR project_id = :project::uuid)
                  AND (:actor::text IS NULL OR actor_id = :actor::text)
                  AND (:action::text IS NULL OR action = :action::text)
                  AND (:target::text IS NULL OR target = :target::text)
                  AND (:outcome::text IS NULL OR outcome = :outcome::text)
                  AND (:correlation::text IS NULL OR correlation_id = :correlation::text)
                  AND (:from::timestamptz IS NULL OR occurred_at >= :from::timestamptz)
                  AND (:to::timestamptz IS NULL OR occurred_at < :to::timestamptz)
                """ + rest)
                .param("tenant", filter.tenantId(), Types.OTHER)
                .param("project", filter.projectId(), Types.OTHER)
                .param("actor", filter.actorId(), Types.VARCHAR)
                .param("action", filter.action(), Types.VARCHAR)
                .param("target", filter.target(), Types.VARCHAR)
                .param(
                        "outcome",
                        filter.outcome() == null ? null : filter.outcome().wire(),
                        Types.VARCHAR)
                .param("correlation", filter.correlationId(), Types.VARCHAR)
                .param(
                        "from",
                        filter.from() == null ? null : filter.from().atOffset(ZoneOffset.UTC),
                        Types.TIMESTAMP_WITH_TIMEZONE)
                .param(
                        "to",
                        filter.to() == null ? null : filter.to().atOffset(ZoneOffset.UTC),
                        Types.TIMESTAMP_WITH_TIMEZONE);
    }

    /** Below this transaction number no row can appear any more. */
    long sealHorizon() {
        return Long.parseUnsignedLong(jdbc.sql("SELECT pg_snapshot_xmin(pg_current_snapshot())::text")
                .query(String.class)
                .single());
    }

    List<AuditRow> rowsOfTransactions(long from, long to, int limit) {
        return jdbc.sql("""
                SELECT * FROM audit.event WHERE tx >= :from::text::xid8 AND tx < :to::text::xid8 ORDER BY tx, id LIMIT :limit""")
                .param("from", Long.toUnsignedString(from))
                .param("to", Long.toUnsignedString(to))
                .param("limit", limit)
                .query(AuditRow::read)
                .list();
    }

    /** True for the one process that may seal until its transaction ends. */
    boolean lockSealing() {
        return jdbc.sql("SELECT pg_try_advisory_xact_lock(7302)")
                .query(Boolean.class)
                .single();
    }

    Optional<Seal> newestSeal() {
        return jdbc.sql("SELECT * FROM audit.seal ORDER BY number DESC LIMIT 1")
                .query(Seal::read)
                .optional();
    }

    List<Seal> sealsAfter(long number, int limit) {
        return jdbc.sql("SELECT * FROM audit.seal WHERE number > :number ORDER BY number LIMIT :limit")
                .param("number", number)
                .param("limit", limit)
                .query(Seal::read)
                .list();
    }

    /** The HMACs of these seals, as far as they are here. */
    Map<Long, byte[]> hmacs(Collection<Long> numbers) {
        return jdbc
                .sql("SELECT number, seal FROM audit.seal WHERE number = ANY (:numbers)")
                .param("numbers", numbers.toArray(Long[]::new))
                .query((row, n) -> Map.entry(row.getLong("number"), row.getBytes("seal")))
                .list()
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    void add(Seal seal, Instant at) {
        jdbc.sql("""
                INSERT INTO audit.seal (number, from_tx, to_tx, row_ids, row_hashes, seal, sealed_at)
                VALUES (:number, :from::text::xid8, :to::text::xid8, :ids, :hashes, :seal, :at)""")
                .param("number", seal.number())
                .param("from", Long.toUnsignedString(seal.fromTx()))
                .param("to", Long.toUnsignedString(seal.toTx()))
                .param("ids", seal.rowIds().toArray(Long[]::new))
                .param("hashes", seal.rowHashes())
                .param("seal", seal.seal())
                .param("at", at.atOffset(ZoneOffset.UTC))
                .update();
    }

    long rowsFrom(long tx) {
        return jdbc.sql("SELECT count(*) FROM audit.event WHERE tx >= :tx::text::xid8")
                .param("tx", Long.toUnsignedString(tx))
                .query(Long.class)
                .single();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(24), "audit.partitions", this::keepPartitions)
                .firstAfter(Duration.ofHours(24));
    }

    /** Also before the first row: after months of rest the months at hand may all be over. */
    @PostConstruct
    void keepPartitions() {
        jdbc.sql("SELECT audit.keep_partitions()").query(row -> {});
    }
}
