package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationPhase;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Defines the task, the timeout and the number of attempts of each phase. docs/how-to/allocations.md shows the same
 * table, with what happens when a phase fails. On hosts, TaskExecutor of the agent carries the tasks out.
 */
record PhasePlan(AllocationPhase phase, String task, Duration timeout, int attemptsMax, Duration pause) {

    static final String PROVISION_USER = "user.provision";
    static final String PROVISION_SLICE = "slice.provision";
    static final String PROVISION_MIG = "mig.provision";
    static final String VERIFY_GPUS = "gpu.verify";
    static final String REVOKE_USER = "user.revoke";
    static final String RELEASE_SLICE = "slice.release";
    static final String RELEASE_MIG = "mig.release";
    static final String REIMAGE_HOST = "host.reimage";

    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);

    private static final PhasePlan BUILD_SLICE = new PhasePlan(
            AllocationPhase.PREPARING_HOST, PROVISION_SLICE, Duration.ofMinutes(30), 3, Duration.ofSeconds(15));
    private static final PhasePlan MAKE_MIG = new PhasePlan(
            AllocationPhase.PREPARING_HOST, PROVISION_MIG, Duration.ofMinutes(10), 3, Duration.ofSeconds(5));
    private static final PhasePlan GRANT = new PhasePlan(
            AllocationPhase.GRANTING_ACCESS, PROVISION_USER, Duration.ofMinutes(5), 3, Duration.ofSeconds(5));
    private static final PhasePlan VERIFY =
            new PhasePlan(AllocationPhase.VERIFYING, VERIFY_GPUS, Duration.ofMinutes(5), 3, Duration.ofSeconds(5));
    private static final PhasePlan REVOKE = new PhasePlan(
            AllocationPhase.REVOKING_ACCESS, REVOKE_USER, Duration.ofMinutes(10), 5, Duration.ofSeconds(15));
    private static final PhasePlan SLICE_RELEASE =
            new PhasePlan(AllocationPhase.CLEANING_HOST, RELEASE_SLICE, Duration.ofHours(1), 5, Duration.ofSeconds(15));
    private static final PhasePlan MIG_RELEASE = new PhasePlan(
            AllocationPhase.CLEANING_HOST, RELEASE_MIG, Duration.ofMinutes(10), 5, Duration.ofSeconds(15));
    private static final PhasePlan REBUILD =
            new PhasePlan(AllocationPhase.CLEANING_HOST, REIMAGE_HOST, Duration.ofHours(1), 3, Duration.ofMinutes(1));
    private static final PhasePlan VERIFY_CLEAN = new PhasePlan(
            AllocationPhase.VERIFYING_CLEAN, VERIFY_GPUS, Duration.ofMinutes(15), 5, Duration.ofSeconds(30));

    private static final PhasePlan CHECK_REPORTED = new PhasePlan(
            AllocationPhase.VERIFYING_CLEAN, VERIFY_GPUS, Duration.ofMinutes(15), 3, Duration.ofSeconds(30));

    private static final List<PhasePlan> HOST = List.of(GRANT, VERIFY);

    /** The host's driver does not see GPUs that were given away: the slice itself proves them, in its one phase. */
    private static final List<PhasePlan> SLICE = List.of(BUILD_SLICE);

    private static final List<PhasePlan> INSTANCE = List.of(MAKE_MIG, GRANT, VERIFY);

    /** A login that is gone, with its processes and files, is confirmed by the task that removed it. */
    private static final List<PhasePlan> RELEASE_OF_HOST = List.of(REVOKE);

    private static final List<PhasePlan> RELEASE_WITH_REBUILD = List.of(REVOKE, REBUILD, VERIFY_CLEAN);

    private static final List<PhasePlan> RELEASE_OF_SLICE = List.of(SLICE_RELEASE);

    /** The driver does not remove an instance in use, so the login is revoked first. */
    private static final List<PhasePlan> RELEASE_OF_INSTANCE = List.of(REVOKE, MIG_RELEASE);

    static List<PhasePlan> provisioning(Shape shape) {
        return switch (shape) {
            case BARE_METAL -> HOST;
            case GPU_SLICE -> SLICE;
            case MIG -> INSTANCE;
        };
    }

    static List<PhasePlan> releasing(Shape shape, Isolation isolation) {
        return switch (shape) {
            case BARE_METAL ->
                switch (isolation) {
                    case USER_REVOKE -> RELEASE_OF_HOST;
                    case FULL_REIMAGE -> RELEASE_WITH_REBUILD;
                };
            case GPU_SLICE -> RELEASE_OF_SLICE;
            case MIG -> RELEASE_OF_INSTANCE;
        };
    }

    /**
     * A GPU that its holder reported is checked by the host's own driver before it is leased again. A divided GPU is
     * not checked: other tenants may use the rest of it, and creating the next instance is proof enough.
     */
    static List<PhasePlan> releasing(AllocationRecord allocation) {
        Shape shape = allocation.wish().bought().machine().shape();
        List<PhasePlan> plans = releasing(shape, allocation.wish().bought().isolation());
        boolean isChecked = plans.contains(VERIFY_CLEAN) || shape == Shape.MIG;
        return isChecked || !allocation.facts().faultReported()
                ? plans
                : Stream.concat(plans.stream(), Stream.of(CHECK_REPORTED)).toList();
    }

    /** Whether it is made only because a GPU was reported: then its failure says that the report was true. */
    boolean checksReport() {
        return equals(CHECK_REPORTED);
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

    /** Whether something is on the node once this was begun, that must be taken away again. */
    boolean leavesSomething() {
        return !task.equals(VERIFY_GPUS);
    }

    /** A host that has no system at the moment may be rebuilt from outside. */
    boolean isDoneByTheNode() {
        return !task.equals(REIMAGE_HOST);
    }

    /** Grows with every attempt. */
    Duration pauseAfter(int attempt) {
        Duration grown = pause.multipliedBy(1L << Math.min(attempt - 1, 10));
        return grown.compareTo(PAUSE_MAX) < 0 ? grown : PAUSE_MAX;
    }

    /** Exceeds all attempts and pauses; a phase that takes longer has an unforeseen fault. */
    Duration stuckAfter() {
        return timeout.plus(pause).multipliedBy(2);
    }
}
