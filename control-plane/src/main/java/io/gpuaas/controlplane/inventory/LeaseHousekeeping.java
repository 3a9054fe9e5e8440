package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** Deletes leases that ended long ago. A slot's count of leases stays, so no fencing token is repeated. */
@Component
class LeaseHousekeeping implements BackgroundWork {

    private static final int BATCH = 1_000;

    /** Batches per round; the rest is left to the next round. */
    private static final int BATCHES_MAX = 200;

    private final LeaseStore store;
    private final Policies policies;
    private final Clock clock;

    LeaseHousekeeping(LeaseStore store, Policies policies, Clock clock) {
        this.store = store;
        this.policies = policies;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(10), "inventory.delete-old-leases", this::deleteEnded)
                .firstAfter(Duration.ofMinutes(10));
    }

    int deleteEnded() {
        Instant longAgo = clock.instant().minus(policies.effective(InventoryPolicies.LEASE_RETENTION));
        int all = 0;
        for (int batch = 0; batch < BATCHES_MAX; batch++) {
            int deleted = store.deleteEndedBefore(longAgo, BATCH);
            all += deleted;
            if (deleted < BATCH) {
                break;
            }
        }
        return all;
    }
}
