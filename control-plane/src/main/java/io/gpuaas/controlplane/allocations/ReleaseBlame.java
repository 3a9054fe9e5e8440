package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.allocations.AllocationRecord.ReleaseCharge;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Decides who pays for a delayed release. The holder pays for what its own processes and files cause; on a host where
 * the holder is root, the holder also pays for every failure or delay of that host, since root can cause them, until
 * the host is erased from outside. Other delays are not charged. Pure.
 */
final class ReleaseBlame {

    /**
     * Processes of the login outlast every attempt to end them; or its files are more than can be removed in time, or a
     * user's file system is mounted among them. I/O errors and other faults of the host have other codes.
     */
    private static final Set<String> CAUSED_BY_LOGIN = Set.of("login_processes_remain", "login_files_remain");

    /** Most logins are removed in seconds. */
    static final Duration REVOKE_FREE = Duration.ofSeconds(60);

    private static final Reason DELAYED =
            new Reason("revoke_delayed", "Its login was not removed within " + REVOKE_FREE.toSeconds() + " seconds.");

    private ReleaseBlame() {}

    /** Decides whether charging starts or stops; empty when nothing changes or nothing new is known. */
    static Optional<NextStep> settle(
            AllocationRecord allocation, Observed seen, PhasePlan plan, boolean isErasedNext, Optional<Reason> fault) {
        ReleaseCharge charge = allocation.facts().releaseCharge();
        if (charge.waived() || !wasUsable(allocation, seen)) {
            return Optional.empty();
        }
        boolean isDelayed = isDelayed(allocation, seen, plan);
        boolean isOutOfReach = seen.nodeIsAway() && isDoneByTheHost(plan, seen);
        Optional<Reason> trouble = fault.or(() -> isDelayed ? Optional.of(DELAYED) : Optional.empty())
                .or(() -> isOutOfReach
                        ? Optional.of(
                                new Reason("node_away", "Its node is not responding, so the release cannot finish."))
                        : Optional.empty());
        return trouble.flatMap(why -> {
            boolean isHolders = isHolders(seen, plan, why) && (isDelayed || !(isOutOfReach && isErasedNext));
            if (isHolders == charge.runs()) {
                return Optional.empty();
            }
            return Optional.of(isHolders ? new NextStep.ChargeRelease(why) : new NextStep.StopChargingRelease(why));
        });
    }

    /** A holder with root could accept the task and never answer it, and would otherwise keep the host for free. */
    private static boolean isDelayed(AllocationRecord allocation, Observed seen, PhasePlan plan) {
        Instant since = allocation.step().since();
        return plan.task().equals(PhasePlan.REVOKE_USER)
                && seen.roots().holder()
                && seen.taskIsOpen()
                && since != null
                && seen.now().isAfter(since.plus(REVOKE_FREE));
    }

    /** A holder with root could sign in before the host was verified, and prevent the verification. */
    private static boolean wasUsable(AllocationRecord allocation, Observed seen) {
        boolean hadLogin = allocation.place().reach().sshPort() != null;
        return allocation.standing().activeAt() != null || (seen.roots().holder() && hadLogin);
    }

    /**
     * Another tenant with root on the host could blame the holder, so the host's reports against the holder are
     * ignored.
     */
    private static boolean isHolders(Observed seen, PhasePlan plan, Reason why) {
        return seen.roots().holder()
                ? isDoneByTheHost(plan, seen)
                : !seen.roots().others() && CAUSED_BY_LOGIN.contains(why.code());
    }

    /** A host that was erased from outside is ours again. */
    private static boolean isDoneByTheHost(PhasePlan plan, Observed seen) {
        return switch (plan.task()) {
            case PhasePlan.REIMAGE_HOST -> !seen.buildsFromOutside();
            case PhasePlan.VERIFY_GPUS -> !seen.buildsFromOutside() || plan.checksReport();
            default -> true;
        };
    }
}
