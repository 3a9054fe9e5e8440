package io.gpuaas.controlplane.updates;

import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.api.RolloutState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.RolloutId;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class RolloutStore {

    private static final String SELECT =
            "SELECT r.*, l.version FROM updates.rollout r JOIN updates.release l ON l.id = r.release_id ";

    private final JdbcClient jdbc;

    RolloutStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(RolloutRecord rollout, List<RolloutMember> members) {
        try {
            jdbc.sql("""
                    INSERT INTO updates.rollout (id, release_id, state, waves, bake_seconds, failures_max, on_failure,
                        correlation_id, created_at)
                    VALUES (:id, :release, :state, :waves, :bake, :failures, :policy, :correlation, :created)""")
                    .param("id", rollout.id().value())
                    .param("release", rollout.plan().release().value())
                    .param("state", rollout.state().wire())
                    .param("waves", rollout.plan().waves())
                    .param("bake", rollout.plan().bake().toSeconds())
                    .param("failures", rollout.plan().failuresMax())
                    .param("policy", rollout.plan().onFailure().wire())
                    .param("correlation", rollout.correlation().value())
                    .param("created", Columns.time(rollout.createdAt()))
                    .update();
        } catch (DuplicateKeyException e) {
            throw UpdateErrors.inProgress();
        }
        jdbc.sql("""
                INSERT INTO updates.rollout_node (rollout_id, node_id, wave, state, since)
                SELECT :id, node, wave, 'waiting', :since FROM unnest(:nodes, :waves) AS n (node, wave)""")
                .param("id", rollout.id().value())
                .param("since", Columns.time(rollout.createdAt()))
                .param(
                        "nodes",
                        members.stream().map(member -> member.node().value()).toArray(UUID[]::new))
                .param("waves", members.stream().map(RolloutMember::wave).toArray(Integer[]::new))
                .update();
    }

    Optional<RolloutRecord> find(RolloutId id) {
        return jdbc.sql(SELECT + "WHERE r.id = :id")
                .param("id", id.value())
                .query(RolloutRecord::read)
                .optional();
    }

    Optional<RolloutId> findOpen() {
        return jdbc.sql("SELECT id FROM updates.rollout WHERE ended_at IS NULL")
                .query((row, n) -> new RolloutId(row.getObject(1, UUID.class)))
                .optional();
    }

    RolloutRecord lock(RolloutId id) {
        return jdbc.sql(SELECT + "WHERE r.id = :id FOR UPDATE OF r")
                .param("id", id.value())
                .query(RolloutRecord::read)
                .optional()
                .orElseThrow(UpdateErrors::noSuchRollout);
    }

    /** Empty when another process is at it. */
    Optional<RolloutRecord> lockUnlessBusy(RolloutId id) {
        return jdbc.sql(SELECT + "WHERE r.id = :id FOR UPDATE OF r SKIP LOCKED")
                .param("id", id.value())
                .query(RolloutRecord::read)
                .optional();
    }

    List<RolloutRecord> list(@Nullable UUID before, int limit) {
        return jdbc.sql(SELECT + "WHERE :before::uuid IS NULL OR r.id < :before ORDER BY r.id DESC LIMIT :limit")
                .param("before", before)
                .param("limit", limit)
                .query(RolloutRecord::read)
                .list();
    }

    List<RolloutMember> members(RolloutId id) {
        return jdbc.sql("SELECT * FROM updates.rollout_node WHERE rollout_id = :id ORDER BY wave, node_id")
                .param("id", id.value())
                .query(RolloutMember::read)
                .list();
    }

    List<RolloutMember> listMembers(RolloutId id, @Nullable RolloutNodeState state, @Nullable UUID after, int limit) {
        return jdbc.sql("""
                SELECT * FROM updates.rollout_node
                WHERE rollout_id = :id AND (:state::text IS NULL OR state = :state)
                  AND (:after::uuid IS NULL OR (wave, node_id) > (
                      SELECT wave, node_id FROM updates.rollout_node WHERE rollout_id = :id AND node_id = :after))
                ORDER BY wave, node_id LIMIT :limit""")
                .param("id", id.value())
                .param("state", state == null ? null : state.wire())
                .param("after", after)
                .param("limit", limit)
                .query(RolloutMember::read)
                .list();
    }

    Map<RolloutNodeState, Integer> counts(RolloutId id) {
        Map<RolloutNodeState, Integer> counts = new EnumMap<>(RolloutNodeState.class);
        jdbc.sql("SELECT state, count(*) AS nodes FROM updates.rollout_node WHERE rollout_id = :id GROUP BY state")
                .param("id", id.value())
                .query(row -> {
                    counts.put(RolloutNodeState.fromWire(row.getString("state")), row.getInt("nodes"));
                });
        return counts;
    }

    void update(RolloutId id, RolloutMember member) {
        jdbc.sql("""
                UPDATE updates.rollout_node SET state = :state, since = :since, previous_version = :previous,
                    task_id = :task, reason = :reason
                WHERE rollout_id = :id AND node_id = :node""")
                .param("state", member.state().wire())
                .param("since", Columns.time(member.since()))
                .param("previous", member.previousVersion())
                .param("task", member.task() == null ? null : member.task().value())
                .param("reason", member.reason())
                .param("id", id.value())
                .param("node", member.node().value())
                .update();
    }

    void conclude(RolloutId id, RolloutVerdict verdict, Instant now) {
        jdbc.sql("""
                UPDATE updates.rollout SET state = :state, wave = :wave, reason = :reason, ended_at = :ended
                WHERE id = :id""")
                .param("state", verdict.state().wire())
                .param("wave", verdict.wave())
                .param("reason", verdict.reason())
                .param("ended", verdict.ended() ? Columns.time(now) : null)
                .param("id", id.value())
                .update();
    }

    /** By an operator: whatever is under way is seen to by the next step. */
    void setState(RolloutId id, RolloutState state, @Nullable String reason, int failuresForgiven) {
        try {
            jdbc.sql("""
                    UPDATE updates.rollout SET state = :state, reason = :reason, failures_forgiven = :forgiven,
                        ended_at = NULL
                    WHERE id = :id""")
                    .param("state", state.wire())
                    .param("reason", reason)
                    .param("forgiven", failuresForgiven)
                    .param("id", id.value())
                    .update();
        } catch (DuplicateKeyException e) {
            throw UpdateErrors.inProgress();
        }
    }
}
