package io.gpuaas.controlplane.inventory;

import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** For what memory is told once it is known how the transaction ended. */
final class AfterTransaction {

    private AfterTransaction() {}

    static void run(Consumer<Boolean> told) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                told.accept(status == STATUS_COMMITTED);
            }
        });
    }
}
