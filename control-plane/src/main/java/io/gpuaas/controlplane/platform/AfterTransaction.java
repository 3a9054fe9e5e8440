package io.gpuaas.controlplane.platform;

import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs work in memory once the outcome of the transaction is known. */
public final class AfterTransaction {

    private AfterTransaction() {}

    /** Whether it was committed. There must be a transaction. */
    public static void run(Consumer<Boolean> told) {
        register(status -> told.accept(status == TransactionSynchronization.STATUS_COMMITTED));
    }

    /** Also when the outcome is unknown: dropping a cached value without need is harmless. */
    public static void unlessRolledBack(Runnable work) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            work.run();
            return;
        }
        register(status -> {
            if (status != TransactionSynchronization.STATUS_ROLLED_BACK) {
                work.run();
            }
        });
    }

    private static void register(Consumer<Integer> ended) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                ended.accept(status);
            }
        });
    }
}
