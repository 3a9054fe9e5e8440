package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.NameFilter;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Reads and writes the rows of allocations. Every save names the version that was read; the queue has its own store.
 */
@Component
class AllocationStore {

    private static final String ADD = """
            INSERT INTO allocations.allocation (id, tenant_id, project_id, version, sku, count, gpus, name, labels,
                image, max_duration, idle_release, queue, protected, isolation, shape, vcpus, memory_bytes, machine_image, cost_nanos, cost_currency, created_at, created_by,
                correlation_id, state, state_since, code, message, node_id, username, uid, expires_at)
            VALUES (:id, :tenant, :project, 1, :sku, :count, :gpus, :name, :labels::jsonb, :image, :maxDuration, :idleRelease,
                :queue, :protected, :isolation, :shape, :vcpus, :memoryBytes, :machineImage, :costNanos, :costCurrency, :createdAt, :createdBy, :correlation,
                :state, :stateSince, :code, :message, :node::uuid, :username, :uid, :expiresAt::timestamptz)""";

    private static final String SAVE = """
            UPDATE allocations.allocation
            SET version = version + 1, name = :name, labels = :labels::jsonb, protected = :protected,
                max_duration = :maxDuration, idle_release = :idleRelease, state = :state,
                state_since = :stateSince, active_at = :activeAt::timestamptz, ended_at = :endedAt::timestamptz, outcome = :outcome,
                code = :code, message = :message, phase = :phase, phase_since = :phaseSince::timestamptz, attempt = :attempt,
                not_before = :notBefore::timestamptz, task_id = :task::uuid, stuck_since = :stuckSince::timestamptz, forced = :forced,
                node_id = :node::uuid, granted = :granted, ssh_host = :host, ssh_port = :port,
                host_keys = :hostKeys, mig_uuid = :migUuid,
                keys_wanted = :keysWanted, keys_given = :keysGiven, keys_task_id = :keysTask::uuid,
                degraded_since = :degradedSince::timestamptz, degraded_reason = :degradedReason, expires_at = :expiresAt::timestamptz,
                warned_at = :warnedAt::timestamptz, idle_since = :idleSince::timestamptz,
                idle_snoozed_until = :idleSnoozedUntil::timestamptz,
                degraded_word = :degradedWord, fault_reported = :faultReported, root = :root,
                away_since = :awaySince::timestamptz, away_until = :awayUntil::timestamptz,
                release_charged_since = :releaseChargedSince::timestamptz, release_charge_waived = :releaseChargeWaived
            WHERE id = :id AND version = :version""";

    private final JdbcClient jdbc;
    private final NamedParameterJdbcTemplate batches;
    private final AllocationColumns columns;

    AllocationStore(JdbcClient jdbc, NamedParameterJdbcTemplate batches, AllocationColumns columns) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.columns = columns;
    }

    List<Integer> nextUids(int count) {
        return jdbc.sql("SELECT nextval('allocations.uid') FROM generate_series(1, :count)")
                .param("count", count)
                .query((row, n) -> row.getInt(1))
                .list();
    }

    void addAll(List<AllocationRecord> allocations) {
        batches.batchUpdate(ADD, allocations.stream().map(columns::wish).toArray(SqlParameterSource[]::new));
    }

    Optional<AllocationRecord> find(AllocationId id) {
        return jdbc.sql("SELECT * FROM allocations.allocation WHERE id = :id")
                .param("id", id.value())
                .query(columns::read)
                .optional();
    }

    List<AllocationRecord> find(Collection<AllocationId> ids) {
        return jdbc.sql("SELECT * FROM allocations.allocation WHERE id = ANY (:ids)")
                .param("ids", ids.stream().map(AllocationId::value).distinct().toArray(UUID[]::new))
                .query(columns::read)
                .list();
    }

    /** Locks the row until the transaction ends. */
    Optional<AllocationRecord> lock(AllocationId id) {
        return jdbc.sql("SELECT * FROM allocations.allocation WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(columns::read)
                .optional();
    }

    /**
     * Like {@link #lock}, for rows that are not locked elsewhere. Ordered by tenant, the order in which shared rows are
     * locked everywhere.
     */
    List<AllocationRecord> lockFree(Collection<AllocationId> ids) {
        return jdbc.sql("SELECT * FROM allocations.allocation WHERE id = " + Columns.ANY_OF_IDS
                        + " ORDER BY tenant_id, id FOR UPDATE SKIP LOCKED")
                .param("ids", ids.stream().map(AllocationId::value).toArray(UUID[]::new))
                .query(columns::read)
                .list();
    }

    /** All that can change, under the version that was read. Gives the allocation as it is now. */
    AllocationRecord save(AllocationRecord allocation) {
        saveAll(List.of(allocation));
        return allocation.saved();
    }

    void saveAll(List<AllocationRecord> allocations) {
        SqlParameterSource[] rows = allocations.stream().map(columns::progress).toArray(SqlParameterSource[]::new);
        if (Arrays.stream(batches.batchUpdate(SAVE, rows)).anyMatch(changed -> changed != 1)) {
            throw AllocationErrors.changedMeanwhile();
        }
    }

    record Filter(
            @Nullable TenantId tenant,
            @Nullable ProjectId project,
            @Nullable AllocationState state,
            @Nullable String sku,
            @Nullable String labelKey,
            @Nullable String labelValue,
            @Nullable NodeId node,
            boolean stuck,
            boolean faultReported,
            NameFilter names) {}

    List<AllocationRecord> list(Filter filter, @Nullable UUID before, int limit) {
        return jdbc.sql("SELECT * FROM allocations.allocation WHERE "
                        + (filter.tenant() == null ? "" : "tenant_id = :tenant AND ")
                        + (filter.project() == null ? "" : "project_id = :project AND ")
                        + """
                (:state::text IS NULL OR state = :state)
                  AND (:sku::text IS NULL OR sku = :sku) AND (:node::uuid IS NULL OR node_id = :node)
                  AND (:labelKey::text IS NULL OR jsonb_exists(labels, :labelKey))
                  AND (:labelValue::text IS NULL OR labels ->> :labelKey = :labelValue)
                  AND (NOT :stuck OR stuck_since IS NOT NULL)
                  AND (NOT :faultReported OR degraded_since IS NOT NULL AND degraded_word = 'reported' AND state = 'active'
                      OR release_charged_since IS NOT NULL)
                  AND (:before::uuid IS NULL OR id < :before)
                """ + filter.names().conditions() + " ORDER BY id DESC LIMIT :limit")
                .params(filter.names().parameters())
                .param("tenant", AllocationColumns.uuid(filter.tenant()), java.sql.Types.OTHER)
                .param("project", AllocationColumns.uuid(filter.project()), java.sql.Types.OTHER)
                .param("state", filter.state() == null ? null : filter.state().wire())
                .param("sku", filter.sku())
                .param("node", AllocationColumns.uuid(filter.node()), java.sql.Types.OTHER)
                .param("labelKey", filter.labelKey())
                .param("labelValue", filter.labelValue())
                .param("stuck", filter.stuck())
                .param("faultReported", filter.faultReported())
                .param("before", before, java.sql.Types.OTHER)
                .param("limit", limit)
                .query(columns::read)
                .list();
    }

    List<AllocationId> findByTasks(Collection<TaskId> tasks) {
        return jdbc.sql("""
                SELECT id FROM allocations.allocation WHERE task_id = ANY ((SELECT :tasks)::uuid[])
                UNION SELECT id FROM allocations.allocation WHERE keys_task_id = ANY ((SELECT :tasks)::uuid[])""")
                .param("tasks", tasks.stream().map(TaskId::value).toArray(UUID[]::new))
                .query(AllocationColumns::id)
                .list();
    }

    List<AllocationId> liveOn(NodeId node) {
        return jdbc.sql(
                        "SELECT id FROM allocations.allocation WHERE node_id = :node AND state NOT IN ('released', 'failed')")
                .param("node", node.value())
                .query(AllocationColumns::id)
                .list();
    }

    /** Whether the login of an allocation that is there may become root on that host. */
    boolean isRootOn(NodeId node, @Nullable AllocationId besides) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM allocations.allocation
                    WHERE node_id = :node AND state NOT IN ('released', 'failed')
                      AND coalesce(root, granted AND shape <> 'gpu_slice' AND isolation = 'full_reimage')
                      AND (:besides::uuid IS NULL OR id <> :besides))""")
                .param("node", node.value())
                .param("besides", AllocationColumns.uuid(besides), java.sql.Types.OTHER)
                .query(Boolean.class)
                .single();
    }

    List<AllocationId> liveIn(TenantId tenant, @Nullable ProjectId project) {
        return jdbc.sql("""
                SELECT id FROM allocations.allocation
                WHERE tenant_id = :tenant AND (:project::uuid IS NULL OR project_id = :project)
                  AND state NOT IN ('released', 'failed')""")
                .param("tenant", tenant.value())
                .param("project", AllocationColumns.uuid(project), java.sql.Types.OTHER)
                .query(AllocationColumns::id)
                .list();
    }

    long countLive(ProjectId project) {
        return jdbc.sql("""
                SELECT count(*) FROM allocations.allocation
                WHERE project_id = :project AND state NOT IN ('released', 'failed')""").param("project", project.value()).query(Long.class).single();
    }

    long countStuck() {
        return jdbc.sql("SELECT count(*) FROM allocations.allocation WHERE stuck_since IS NOT NULL")
                .query(Long.class)
                .single();
    }

    /**
     * Allocations that are held now and end by then. Leaves out those whose release failed or has run since before {@code
     * releasingSince}: the time of their end is unknown.
     */
    List<AllocationId> listEndingBy(Instant time, Instant releasingSince) {
        return jdbc.sql("""
                SELECT id FROM allocations.allocation
                WHERE state NOT IN ('released', 'failed', 'release_failed', 'queued') AND expires_at <= :time
                  AND NOT (state = 'releasing' AND state_since < :releasingSince)""")
                .param("time", Columns.time(time))
                .param("releasingSince", Columns.time(releasingSince))
                .query(AllocationColumns::id)
                .list();
    }
}
