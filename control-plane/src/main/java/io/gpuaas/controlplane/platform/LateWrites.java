package io.gpuaas.controlplane.platform;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Gathers rows that are not read before the commit, and sends them together just before it, one batch for each
 * statement. The writes of one statement keep their order; statements have none among each other, so those that touch
 * the same rows send each other's rows first.
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
        gathered().add(sql, new Write(row, () -> {}));
    }

    /** As {@link #add(String, SqlParameterSource)}, and when it changes nothing the transaction fails with this. */
    public void add(String sql, SqlParameterSource row, Supplier<RuntimeException> whenNothingChanged) {
        gathered().add(sql, new Write(row, () -> {
            throw whenNothingChanged.get();
        }));
    }

    private record Write(SqlParameterSource row, Runnable whenNothingChanged) {}

    /** Sends the rows gathered for this statement now, because another statement is about to change the same rows. */
    public void send(String sql) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            gathered().send(sql);
        }
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

        private final Map<String, List<Write>> writes = new LinkedHashMap<>();
        private int count;
        private boolean over;

        boolean isOf(LateWrites owner) {
            return LateWrites.this.equals(owner);
        }

        void add(String sql, Write write) {
            writes.computeIfAbsent(sql, text -> new ArrayList<>()).add(write);
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
            List.copyOf(writes.keySet()).forEach(this::send);
        }

        void send(String sql) {
            List<Write> gathered = writes.remove(sql);
            if (gathered == null) {
                return;
            }
            count -= gathered.size();
            int[] changed =
                    jdbc.batchUpdate(sql, gathered.stream().map(Write::row).toArray(SqlParameterSource[]::new));
            for (int i = 0; i < changed.length; i++) {
                if (changed[i] == 0) {
                    gathered.get(i).whenNothingChanged().run();
                }
            }
        }
    }
}
