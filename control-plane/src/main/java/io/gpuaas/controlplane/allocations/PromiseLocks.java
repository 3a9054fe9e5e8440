package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.Columns;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Advisory locks that keep promises and placements of the same GPU model apart. */
@Component
class PromiseLocks {

    private final JdbcClient jdbc;

    PromiseLocks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Until the transaction ends, nobody else promises these GPUs and nobody takes any: what was tried stays true. */
    void lockPromises(String gpuModel) {
        lock("pg_advisory_xact_lock(7307, hashtext(:model))", gpuModel);
    }

    /** Until the transaction ends, nobody promises these GPUs; any number may take some. */
    void lockAgainstPromises(String gpuModel) {
        lock("pg_advisory_xact_lock_shared(7307, hashtext(:model))", gpuModel);
    }

    /** The same, and for which SKUs somebody waits since before that time, whatever GPUs they are of. */
    List<String> lockAgainstPromises(String gpuModel, Instant overdueBefore) {
        return jdbc.sql("""
                SELECT pg_advisory_xact_lock_shared(7307, hashtext(:model)), ARRAY(
                    SELECT DISTINCT sku FROM allocations.allocation
                    WHERE state = 'queued' AND created_at < :before) AS overdue""")
                .param("model", gpuModel)
                .param("before", Columns.time(overdueBefore))
                .query((row, n) -> Columns.texts(row, "overdue"))
                .single();
    }

    /** Where there are promises, one at a time takes. */
    void lockTakers(String gpuModel) {
        lock("pg_advisory_xact_lock(7308, hashtext(:model))", gpuModel);
    }

    private void lock(String call, String gpuModel) {
        jdbc.sql("SELECT " + call).param("model", gpuModel).query().singleRow();
    }
}
