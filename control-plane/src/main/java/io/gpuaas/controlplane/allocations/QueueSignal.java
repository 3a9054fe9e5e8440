package io.gpuaas.controlplane.allocations;

import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Wakes the queue of this process when capacity became free. Other processes notice at their next look. */
@Component
class QueueSignal {

    private final AtomicBoolean freed = new AtomicBoolean(true);

    void afterCommit() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                freed.set(true);
            }
        });
    }

    boolean takeFreed() {
        return freed.getAndSet(false);
    }
}
