package io.gpuaas.controlplane.allocations.drivers;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.LateWrites;
import io.gpuaas.kernel.AllocationId;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** When which allocation is to be looked at, in the table db-scheduler reads. */
public @Component class Timers {

    static final String TABLE = "allocations.timer";
    public static final String TASK = "advance-allocation";

    private static final String SET = """
            INSERT INTO allocations.timer AS t (task_name, task_instance, execution_time, picked, version)
            VALUES (:task, :id, :at, false, 1)
            ON CONFLICT (task_name, task_instance) DO UPDATE SET execution_time = excluded.execution_time
            WHERE NOT t.picked AND t.execution_time > excluded.execution_time""";

    private static final String REMOVE = """
            DELETE FROM allocations.timer WHERE task_name = :task AND task_instance = :id AND NOT picked""";

    private final JdbcClient jdbc;
    private final LateWrites writes;

    Timers(JdbcClient jdbc, LateWrites writes) {
        this.jdbc = jdbc;
        this.writes = writes;
    }

    /** In the caller's transaction. One that runs at the moment looks again by itself when it is done. */
    void set(AllocationId id, Instant at) {
        writes.add(SET, timer(id).addValue("at", Columns.time(at)));
    }

    private static MapSqlParameterSource timer(AllocationId id) {
        return new MapSqlParameterSource("task", TASK).addValue("id", id.toString());
    }

    List<AllocationId> due(Instant now, int limit) {
        return jdbc.sql("""
                SELECT task_instance FROM allocations.timer WHERE task_name = :task AND execution_time <= :now
                ORDER BY execution_time LIMIT :limit""")
                .param("task", TASK)
                .param("now", Columns.time(now))
                .param("limit", limit)
                .query((row, n) -> AllocationId.parse(row.getString(1)))
                .list();
    }

    /**
     * Sets timers for at most {@code limit} live allocations that have none, and returns their number. An allocation
     * whose release failed has no timer until an operator acts.
     */
    int restore(Instant now, int limit) {
        return jdbc.sql("""
                INSERT INTO allocations.timer (task_name, task_instance, execution_time, picked, version)
                SELECT :task, a.id::text, :now, false, 1 FROM allocations.allocation a
                WHERE a.state NOT IN ('released', 'failed') AND a.state <> 'release_failed'
                  AND NOT EXISTS (SELECT 1 FROM allocations.timer t
                      WHERE t.task_name = :task AND t.task_instance = a.id::text)
                LIMIT :limit
                ON CONFLICT (task_name, task_instance) DO NOTHING""")
                .param("task", TASK)
                .param("now", Columns.time(now))
                .param("limit", limit)
                .update();
    }

    /** Called in the transaction that has locked the allocation's row, so the timer cannot be set meanwhile. */
    public void remove(AllocationId id) {
        writes.add(REMOVE, timer(id));
    }

    /** Removes the timer unless it was set for a later time. */
    public void clear(AllocationId id, Instant now) {
        jdbc.sql(
                        "DELETE FROM allocations.timer WHERE task_name = :task AND task_instance = :id AND execution_time <= :now")
                .param("now", Columns.time(now))
                .param("task", TASK)
                .param("id", id.toString())
                .update();
    }
}
