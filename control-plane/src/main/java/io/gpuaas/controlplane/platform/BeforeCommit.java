package io.gpuaas.controlplane.platform;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs work that blocks other transactions as the last step before the commit. */
public final class BeforeCommit {

    private BeforeCommit() {}

    /** After everything that was written late. The transaction fails if this does. */
    public static void run(Runnable work) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("there is no transaction to end");
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                work.run();
            }
        });
    }
}
