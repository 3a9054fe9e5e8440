package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.NameFilter;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class NodeStore {

    private final JdbcClient jdbc;

    NodeStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(NodeId id, String name, @Nullable String hostname, Instant now) {
        try {
            jdbc.sql("""
                    INSERT INTO nodes.node (id, name, state, state_since, hostname, created_at)
                    VALUES (:id, :name, 'enrolling', :now, :hostname, :now)""")
                    .param("id", id.value())
                    .param("name", name)
                    .param("hostname", hostname)
                    .param("now", Columns.time(now))
                    .update();
        } catch (DuplicateKeyException e) {
            throw NodeErrors.nameTaken(name);
        }
    }

    boolean nameTaken(String name) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM nodes.node WHERE name = :name)")
                .param("name", name)
                .query(Boolean.class)
                .single();
    }

    Optional<NodeRecord> find(NodeId id) {
        return jdbc.sql("SELECT * FROM nodes.node WHERE id = :id")
                .param("id", id.value())
                .query(NodeRecord::read)
                .optional();
    }

    List<NodeRecord> find(Collection<NodeId> ids) {
        return jdbc.sql("SELECT * FROM nodes.node WHERE id = " + Columns.ANY_OF_IDS)
                .param("ids", ids.stream().map(NodeId::value).toArray(UUID[]::new))
                .query(NodeRecord::read)
                .list();
    }

    void requireExists(NodeId id) {
        if (find(id).isEmpty()) {
            throw NodeErrors.noSuchNode();
        }
    }

    /** Locks the row until this transaction ends; tasks may be added meanwhile. */
    NodeRecord lock(NodeId id) {
        return jdbc.sql("SELECT * FROM nodes.node WHERE id = :id FOR NO KEY UPDATE")
                .param("id", id.value())
                .query(NodeRecord::read)
                .optional()
                .orElseThrow(NodeErrors::noSuchNode);
    }

    List<NodeRecord> list(@Nullable NodeState state, NameFilter names, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM nodes.node
                WHERE (:state::text IS NULL OR state = :state) AND (:before::uuid IS NULL OR id < :before)
                """ + names.conditions() + " ORDER BY id DESC LIMIT :limit")
                .params(names.parameters())
                .param("state", state == null ? null : state.wire())
                .param("before", before)
                .param("limit", limit)
                .query(NodeRecord::read)
                .list();
    }

    void setHostname(NodeId id, String hostname) {
        jdbc.sql("UPDATE nodes.node SET hostname = :hostname, changed_at = clock_timestamp() WHERE id = :id")
                .param("id", id.value())
                .param("hostname", hostname)
                .update();
    }

    /** False when the node was changed since it was read. */
    boolean setState(NodeRecord read, NodeState state, NodeState returnState, @Nullable String reason, Instant now) {
        return jdbc.sql("""
                UPDATE nodes.node
                SET state = :state, return_state = :return, state_reason = :reason, version = version + 1,
                    state_since = CASE WHEN state = :state THEN state_since ELSE :now END,
                    changed_at = clock_timestamp()
                WHERE id = :id AND version = :version""")
                        .param("id", read.id().value())
                        .param("version", read.revision().version())
                        .param("state", state.wire())
                        .param("return", returnState.wire())
                        .param("reason", reason)
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    /** Records that the node reported its running instances. */
    void setInventory(NodeId id, Instant now) {
        jdbc.sql("""
                UPDATE nodes.node SET want_inventory = false, inventory_at = :now, changed_at = clock_timestamp()
                WHERE id = :id""").param("id", id.value()).param("now", Columns.time(now)).update();
    }

    void setWants(NodeId id, boolean topology, boolean inventory) {
        jdbc.sql("""
                UPDATE nodes.node SET want_topology = :topology, want_inventory = :inventory,
                    changed_at = clock_timestamp() WHERE id = :id""")
                .param("id", id.value())
                .param("topology", topology)
                .param("inventory", inventory)
                .update();
    }

    void setDrain(NodeId id, @Nullable Instant deadline, @Nullable Integer remaining) {
        jdbc.sql("""
                UPDATE nodes.node SET drain_deadline = :deadline, drain_remaining = :remaining,
                    changed_at = clock_timestamp() WHERE id = :id""")
                .param("id", id.value())
                .param("deadline", Columns.optionalTime(deadline))
                .param("remaining", remaining)
                .update();
    }

    void setTopology(NodeId id, int version, String digest, boolean simulated) {
        jdbc.sql("""
                UPDATE nodes.node SET topology_version = :version, topology_digest = :digest, want_topology = false,
                    simulated = :simulated, topology_incarnation = incarnation, changed_at = clock_timestamp() WHERE id = :id""")
                .param("id", id.value())
                .param("version", version)
                .param("digest", digest)
                .param("simulated", simulated)
                .update();
    }

    /** No task is sent to the node while tasks are held; afterwards its numbers start again. */
    void holdTasks(NodeId id, boolean held) {
        jdbc.sql("""
                UPDATE nodes.node SET tasks_held = :held,
                    sequence_confirmed = CASE WHEN :held THEN sequence_confirmed ELSE 0 END,
                    changed_at = clock_timestamp()
                WHERE id = :id""").param("id", id.value()).param("held", held).update();
    }

    /** Returns the new number. Reports under a certificate of an earlier one are refused from here on. */
    int nextIncarnation(NodeId id) {
        return jdbc.sql("""
                UPDATE nodes.node SET incarnation = incarnation + 1, changed_at = clock_timestamp() WHERE id = :id
                RETURNING incarnation""").param("id", id.value()).query(Integer.class).single();
    }

    /**
     * A host that is erased forgets the numbers of its tasks, and has to say again what it is and what runs there. Tasks
     * that were held because its numbers went back are for the rebuilt host.
     */
    void setRebuild(NodeId id, TaskId rebuild) {
        jdbc.sql("""
                UPDATE nodes.node SET rebuild_id = :rebuild, sequence_confirmed = 0, tasks_held = false,
                    want_topology = true, want_inventory = true, changed_at = clock_timestamp() WHERE id = :id""").param("id", id.value()).param("rebuild", rebuild.value()).update();
    }

    /** It is back with its join token. */
    void clearRebuild(NodeId id) {
        jdbc.sql("UPDATE nodes.node SET rebuild_id = NULL, changed_at = clock_timestamp() WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    Optional<Integer> findIncarnation(NodeId id) {
        return jdbc.sql("SELECT incarnation FROM nodes.node WHERE id = :id AND state <> 'retired'")
                .param("id", id.value())
                .query(Integer.class)
                .optional();
    }

    /** So that every process looks at the node again. */
    void touch(NodeId id) {
        jdbc.sql("UPDATE nodes.node SET changed_at = clock_timestamp() WHERE id = :id")
                .param("id", id.value())
                .update();
    }
}
