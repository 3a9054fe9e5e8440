package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationPhase;
import io.gpuaas.controlplane.offerings.Isolation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What each phase has the node do, how long that may take and how often it is tried. docs/how-to/allocations.md shows
 * the same table, with what happens when a phase fails.
 */
record PhasePlan(AllocationPhase phase, String task, Duration timeout, int attemptsMax, Duration pause) {

    static final String PROVISION_USER = "user.provision";
    static final String VERIFY_GPUS = "gpu.verify";
    static final String REVOKE_USER = "user.revoke";
    static final String REIMAGE_HOST = "host.reimage";

    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);

    private static final PhasePlan GRANT = new PhasePlan(
            AllocationPhase.GRANTING_ACCESS, PROVISION_USER, Duration.ofMinutes(5), 3, Duration.ofSeconds(5));
    private static final PhasePlan VERIFY =
            new PhasePlan(AllocationPhase.VERIFYING, VERIFY_GPUS, Duration.ofMinutes(5), 3, Duration.ofSeconds(5));
    private static final PhasePlan REVOKE = new PhasePlan(
            AllocationPhase.REVOKING_ACCESS, REVOKE_USER, Duration.ofMinutes(10), 5, Duration.ofSeconds(15));
    private static final PhasePlan CLEAN =
            new PhasePlan(AllocationPhase.CLEANING_HOST, REIMAGE_HOST, Duration.ofHours(1), 3, Duration.ofMinutes(1));
    private static final PhasePlan VERIFY_CLEAN = new PhasePlan(
            AllocationPhase.VERIFYING_CLEAN, VERIFY_GPUS, Duration.ofMinutes(15), 5, Duration.ofSeconds(30));

    private static final List<PhasePlan> PROVISIONING = List.of(GRANT, VERIFY);

    /** A login that is gone, with its processes and files, is confirmed by the task that removed it. */
    private static final List<PhasePlan> REVOKING = List.of(REVOKE);

    private static final List<PhasePlan> REIMAGING = List.of(REVOKE, CLEAN, VERIFY_CLEAN);

    static List<PhasePlan> provisioning() {
        return PROVISIONING;
    }

    static List<PhasePlan> releasing(Isolation isolation) {
        return switch (isolation) {
            case USER_REVOKE -> REVOKING;
            case FULL_REIMAGE -> REIMAGING;
        };
    }

    static PhasePlan require(List<PhasePlan> plans, AllocationPhase phase) {
        return plans.stream()
                .filter(plan -> plan.phase == phase)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(phase + " is no phase of this state"));
    }

    Optional<PhasePlan> after(List<PhasePlan> plans) {
        int next = plans.indexOf(this) + 1;
        return next < plans.size() ? Optional.of(plans.get(next)) : Optional.empty();
    }

    /** Grows with every attempt. */
    Duration pauseAfter(int attempt) {
        Duration grown = pause.multipliedBy(1L << Math.min(attempt - 1, 10));
        return grown.compareTo(PAUSE_MAX) < 0 ? grown : PAUSE_MAX;
    }

    /** Beyond all attempts and pauses something is wrong that nobody foresaw. */
    Duration stuckAfter() {
        return timeout.plus(pause).multipliedBy(2);
    }
}
