package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.allocations.ForcedRelease;
import io.gpuaas.controlplane.events.EventConsumer;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.events.ForceReleaseRequested;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Releases allocations that are not paid for, unless they were paid meanwhile. */
@Component
class ForcedReleases implements EventConsumer {

    /** Causes of a request. */
    static final String CREDIT = "credit";

    static final String BUDGET = "budget";

    private static final Logger log = LoggerFactory.getLogger(ForcedReleases.class);

    private final ForcedRelease releases;
    private final Ledger ledger;
    private final Budgets budgets;

    ForcedReleases(ForcedRelease releases, Ledger ledger, Budgets budgets) {
        this.releases = releases;
        this.ledger = ledger;
        this.budgets = budgets;
    }

    @Override
    public String name() {
        return "billing-forced-releases";
    }

    @Override
    public Set<String> types() {
        return Set.of(ForceReleaseRequested.TYPE);
    }

    @Override
    public void handle(Received event) {
        ForceReleaseRequested request = event.event(ForceReleaseRequested.class);
        if (!isStillDue(request)) {
            log.atInfo()
                    .addKeyValue("allocation", request.allocationId())
                    .log("kept an allocation that was paid for before its forced release");
            return;
        }
        event.call().in(request.tenantId(), request.projectId()).run(() -> {
            releases.force(request.allocationId(), request.reason());
            return request;
        });
    }

    private boolean isStillDue(ForceReleaseRequested request) {
        return BUDGET.equals(request.cause())
                ? budgets.releases(request.projectId())
                : ledger.balance(request.tenantId(), request.currency())
                                .spendable()
                                .nanos()
                        <= 0;
    }
}
