package io.gpuaas.controlplane.audit;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Adds to the trail. */
@Component
public class AuditTrail {

    private final AuditStore store;
    private final Clock clock;

    AuditTrail(AuditStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Within the transaction of the change: both are there afterwards, or neither. */
    public void record(AuditEntry entry) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(entry.action() + " was audited outside the transaction of its change");
        }
        store.add(entry, clock.instant());
    }

    /** For attempts that changed nothing: there is no transaction to belong to. */
    public void recordAlone(AuditEntry entry) {
        store.add(entry, clock.instant());
    }
}
