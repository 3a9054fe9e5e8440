package io.gpuaas.controlplane.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Rows that nobody reads before the commit: gathered, and sent together just before it, each statement in one go. The
 * writes of one statement keep their order; between statements there is none, so they must not touch the same rows.
 */
@Component
public class LateWrites {

    private static final int GATHERED_MAX = 1_000;

    private final NamedParameterJdbcTemplate jdbc;

    LateWrites(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** In the caller's transaction, which fails if this does. */
    public void add(String sql, SqlParameterSource row) {
        gathered().add(sql, row);
    }

    private Gathered gathered() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("there is no transaction to write in");
        }
        for (TransactionSynchronization one : TransactionSynchronizationManager.getSynchronizations()) {
            if (one instanceof Gathered open && open.isOf(this)) {
                return open;
            }
        }
        Gathered fresh = new Gathered();
        TransactionSynchronizationManager.registerSynchronization(fresh);
        return fresh;
    }

    private final class Gathered implements TransactionSynchronization {

        private final Map<String, List<SqlParameterSource>> writes = new LinkedHashMap<>();
        private int count;
        private boolean over;

        boolean isOf(LateWrites owner) {
            return LateWrites.this.equals(owner);
        }

        void add(String sql, SqlParameterSource row) {
            writes.computeIfAbsent(sql, text -> new ArrayList<>()).add(row);
            if (++count >= GATHERED_MAX || over) {
                send();
            }
        }

        /** Before what only waits for the commit. */
        @Override
        public int getOrder() {
            return 0;
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            over = true;
            send();
        }

        private void send() {
            writes.forEach((sql, rows) -> jdbc.batchUpdate(sql, rows.toArray(SqlParameterSource[]::new)));
            writes.clear();
            count = 0;
        }
    }
}
