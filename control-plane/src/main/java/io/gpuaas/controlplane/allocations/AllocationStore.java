package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of allocations. Whoever saves names the version read; the queue has statements of its own. */
@Component
class AllocationStore {

    private final JdbcClient jdbc;
    private final AllocationColumns columns;

    AllocationStore(JdbcClient jdbc, AllocationColumns columns) {
        this.jdbc = jdbc;
        this.columns = columns;
    }

    int nextUid() {
        return jdbc.sql("SELECT nextval('allocations.uid')")
                .query(Integer.class)
                .single();
    }

    void add(AllocationRecord allocation) {
        JdbcClient.StatementSpec insert = jdbc.sql("""
                INSERT INTO allocations.allocation (id, tenant_id, project_id, version, sku, count, gpus, name, labels,
                    image, max_duration, queue, protected, isolation, shape, vcpus, memory_bytes, machine_image, cost_nanos, cost_currency, created_at, created_by,
                    correlation_id, state, state_since, code, message, node_id, username, uid)
                VALUES (:id, :tenant, :project, 1, :sku, :count, :gpus, :name, :labels::jsonb, :image, :maxDuration,
                    :queue, :protected, :isolation, :shape, :vcpus, :memoryBytes, :machineImage, :costNanos, :costCurrency, :createdAt, :createdBy, :correlation,
                    :state, :stateSince, :code, :message, :node, :username, :uid)""");
        AllocationRecord.Reason reason = allocation.standing().reason();
        columns.bindWish(insert, allocation)
                .param("id", allocation.id().value())
                .param("tenant", allocation.tenant().value())
                .param("project", allocation.project().value())
                .param("state", allocation.state().wire())
                .param("stateSince", Columns.time(allocation.standing().since()))
                .param("code", reason == null ? null : reason.code())
                .param("message", reason == null ? null : reason.message())
                .param("node", AllocationColumns.uuid(allocation.place().node()), java.sql.Types.OTHER)
                .param("username", allocation.place().username())
                .param("uid", allocation.place().uid())
                .update();
    }

    Optional<AllocationRecord> find(AllocationId id) {
        return jdbc.sql("SELECT * FROM allocations.allocation WHERE id = :id")
                .param("id", id.value())
                .query(columns::read)
                .optional();
    }

    /** Until the transaction ends, nobody else moves it. */
    Optional<AllocationRecord> lock(AllocationId id) {
        return jdbc.sql("SELECT * FROM allocations.allocation WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(columns::read)
                .optional();
    }

    /** All that can change, under the version that was read. Gives the allocation as it is now. */
    AllocationRecord save(AllocationRecord allocation) {
        JdbcClient.StatementSpec update = jdbc.sql("""
                UPDATE allocations.allocation
                SET version = version + 1, name = :name, labels = :labels::jsonb, protected = :protected, state = :state,
                    state_since = :stateSince, active_at = :activeAt::timestamptz, ended_at = :endedAt::timestamptz, outcome = :outcome,
                    code = :code, message = :message, phase = :phase, phase_since = :phaseSince::timestamptz, attempt = :attempt,
                    not_before = :notBefore::timestamptz, task_id = :task::uuid, stuck_since = :stuckSince::timestamptz, forced = :forced,
                    node_id = :node::uuid, granted = :granted, ssh_host = :host, ssh_port = :port,
                    host_keys = :hostKeys, mig_uuid = :migUuid,
                    keys_wanted = :keysWanted, keys_given = :keysGiven, keys_task_id = :keysTask::uuid,
                    degraded_since = :degradedSince::timestamptz, degraded_reason = :degradedReason, expires_at = :expiresAt::timestamptz,
                    warned_at = :warnedAt::timestamptz, idle_since = :idleSince::timestamptz
                WHERE id = :id AND version = :version""");
        int changed = columns.bindProgress(update, allocation)
                .param("name", allocation.wish().name())
                .param("labels", columns.labels(allocation.wish().labels()))
                .param("protected", allocation.wish().isProtected())
                .param("id", allocation.id().value())
                .param("version", allocation.version())
                .update();
        if (changed != 1) {
            throw AllocationErrors.changedMeanwhile();
        }
        return allocation.saved();
    }

    record Filter(
            @Nullable ProjectId project,
            @Nullable AllocationState state,
            @Nullable String sku,
            @Nullable String labelKey,
            @Nullable String labelValue,
            @Nullable NodeId node,
            boolean stuck) {}

    List<AllocationRecord> list(Filter filter, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM allocations.allocation
                WHERE (:project::uuid IS NULL OR project_id = :project) AND (:state::text IS NULL OR state = :state)
                  AND (:sku::text IS NULL OR sku = :sku) AND (:node::uuid IS NULL OR node_id = :node)
                  AND (:labelKey::text IS NULL OR jsonb_exists(labels, :labelKey))
                  AND (:labelValue::text IS NULL OR labels ->> :labelKey = :labelValue)
                  AND (NOT :stuck OR stuck_since IS NOT NULL)
                  AND (:before::uuid IS NULL OR id < :before)
                ORDER BY id DESC LIMIT :limit""")
                .param("project", AllocationColumns.uuid(filter.project()), java.sql.Types.OTHER)
                .param("state", filter.state() == null ? null : filter.state().wire())
                .param("sku", filter.sku())
                .param("node", AllocationColumns.uuid(filter.node()), java.sql.Types.OTHER)
                .param("labelKey", filter.labelKey())
                .param("labelValue", filter.labelValue())
                .param("stuck", filter.stuck())
                .param("before", before, java.sql.Types.OTHER)
                .param("limit", limit)
                .query(columns::read)
                .list();
    }

    Optional<AllocationId> findByTask(TaskId task) {
        return jdbc.sql("SELECT id FROM allocations.allocation WHERE task_id = :task OR keys_task_id = :task")
                .param("task", task.value())
                .query(AllocationColumns::id)
                .optional();
    }

    List<AllocationId> liveOn(NodeId node) {
        return jdbc.sql(
                        "SELECT id FROM allocations.allocation WHERE node_id = :node AND state NOT IN ('released', 'failed')")
                .param("node", node.value())
                .query(AllocationColumns::id)
                .list();
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
}
