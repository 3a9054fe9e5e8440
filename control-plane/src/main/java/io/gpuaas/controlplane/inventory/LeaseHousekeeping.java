package io.gpuaas.controlplane.inventory;

import io.gpuaas.controlplane.policy.Policies;
import java.time.Clock;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes leases that ended long ago. A slot's count of leases stays, so no fencing token is repeated. */
@Component
class LeaseHousekeeping {

    private static final Logger log = LoggerFactory.getLogger(LeaseHousekeeping.class);
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

    @Scheduled(initialDelayString = "PT10M", fixedDelayString = "PT10M")
    void deleteOld() {
        try {
            deleteEnded();
        } catch (DataAccessException e) {
            log.warn("old leases could not be deleted; trying again", e);
        }
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
