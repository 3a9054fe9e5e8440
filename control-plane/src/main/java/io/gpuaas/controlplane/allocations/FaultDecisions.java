package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.DegradationSource;
import io.gpuaas.controlplane.allocations.AllocationRecord.Facts;
import io.gpuaas.controlplane.platform.AfterCommit;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides faults that only a tenant reported, when an operator or outside monitoring confirms or denies them. */
@Component
class FaultDecisions {

    private final AllocationStore store;
    private final LifecycleSteps steps;
    private final Timeline timeline;
    private final ReportedGpus reported;
    private final LifecycleDriver driver;
    private final Clock clock;

    FaultDecisions(
            AllocationStore store,
            LifecycleSteps steps,
            Timeline timeline,
            ReportedGpus reported,
            LifecycleDriver driver,
            Clock clock) {
        this.store = store;
        this.steps = steps;
        this.timeline = timeline;
        this.reported = reported;
        this.driver = driver;
        this.clock = clock;
    }

    /** It did not work, or could not be given back, since that moment: what was charged since is given back. */
    AllocationRecord confirm(AllocationId id, String reason, @Nullable Instant asked) {
        AllocationRecord allocation = store.lock(id).orElseThrow(AllocationErrors::noSuchAllocation);
        Facts facts = allocation.facts();
        Instant charged = facts.releaseCharge().since();
        String message = "Confirmed: " + reason.strip();
        if (charged != null) {
            return store.save(steps.waiveRelease(allocation, message, since(asked, charged), clock.instant()));
        }
        Instant degraded = facts.degradation().since();
        if (degraded == null || !isReported(allocation)) {
            throw AllocationErrors.nothingReported();
        }
        reported.confirm(allocation, reason.strip());
        return follow(store.save(steps.confirm(allocation, message, since(asked, degraded), clock.instant())));
    }

    /** The report stays without effect, also when it is repeated. A node that is away stays away, and is charged. */
    AllocationRecord dismiss(AllocationId id, String reason) {
        AllocationRecord allocation = store.lock(id).orElseThrow(AllocationErrors::noSuchAllocation);
        if (!isReported(allocation)) {
            throw AllocationErrors.nothingReported();
        }
        reported.dismiss(allocation);
        timeline.faultDismissed(allocation, "Dismissed: " + reason.strip(), clock.instant());
        return follow(allocation);
    }

    private static boolean isReported(AllocationRecord allocation) {
        return allocation.state() == AllocationState.ACTIVE
                && allocation.facts().degradation().since() != null
                && allocation.facts().degradation().source() == DegradationSource.REPORTED;
    }

    /** The time before the report is never counted, because nothing is known about it. */
    private Instant since(@Nullable Instant asked, Instant reportedAt) {
        if (asked == null) {
            return reportedAt;
        }
        if (asked.isBefore(reportedAt) || asked.isAfter(clock.instant())) {
            throw ProblemException.invalid("/since", "must not be in the future or before the report at " + reportedAt);
        }
        return asked.truncatedTo(ChronoUnit.MICROS);
    }

    private AllocationRecord follow(AllocationRecord allocation) {
        driver.follow(allocation.id(), clock.instant());
        AfterCommit.run(() -> driver.wake(allocation.id()));
        return allocation;
    }
}
