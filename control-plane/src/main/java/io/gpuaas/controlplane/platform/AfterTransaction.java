package io.gpuaas.controlplane.platform;

import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** For what memory is told once it is known how the transaction ended. */
public final class AfterTransaction {

    private AfterTransaction() {}

    /** Whether it was committed. There must be a transaction. */
    public static void run(Consumer<Boolean> told) {
        register(status -> told.accept(status == TransactionSynchronization.STATUS_COMMITTED));
    }

    /** Also when nobody knows how it ended: a cached value dropped in vain does no harm. */
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
