package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationPhase;
import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Reason;
import io.gpuaas.controlplane.allocations.AllocationRecord.Step;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Decides the next step of an allocation from the facts. Pure: the same facts give the same step. */
final class Lifecycle {

    /** A wake-up may be lost with its process; the timer then looks after so long. */
    static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

    /** A newer lease holds the device: this allocation must not touch it any more. */
    private static final String SUPERSEDED = "fencing_token_stale";

    /** Errors that retrying cannot cure: a newer lease holds the device, or the host cannot do the task. */
    private static final Set<String> HOPELESS = Set.of(SUPERSEDED, "not_supported", "host_unfit", "node_retired");

    private Lifecycle() {}

    static NextStep decide(AllocationRecord allocation, Observed seen) {
        return switch (allocation.state()) {
            case QUEUED -> queued(allocation, seen);
            case REQUESTED -> new NextStep.Provision();
            case PROVISIONING -> provisioning(allocation, seen);
            case ACTIVE -> ActiveLifecycle.decide(allocation, seen);
            case RELEASING -> releasing(allocation, seen);
            case RELEASE_FAILED -> seen.nodeIsGone() ? retired() : new NextStep.Rest();
            case RELEASED, FAILED -> new NextStep.Rest();
        };
    }

    private static NextStep queued(AllocationRecord allocation, Observed seen) {
        Instant end = allocation.facts().expiry().at();
        return end != null && !seen.now().isBefore(end)
                ? new NextStep.Leave(new Reason("expired", "Its window ended before there was capacity for it."))
                : new NextStep.Wait(seen.now().plus(LOOK_AGAIN));
    }

    private static NextStep retired() {
        return new NextStep.Release(AllocationState.RELEASED, new Reason("node_retired", "Its node was retired."));
    }

    private static NextStep provisioning(AllocationRecord allocation, Observed seen) {
        if (seen.nodeIsGone()) {
            return undo(new Reason("node_retired", "Its node was retired before it was ready."));
        }
        List<PhasePlan> plans =
                PhasePlan.provisioning(allocation.wish().bought().machine().shape());
        AllocationPhase phase = allocation.step().phase();
        if (phase == null) {
            return new NextStep.Begin(plans.getFirst());
        }
        PhasePlan plan = PhasePlan.require(plans, phase);
        return inPhase(
                plan,
                allocation,
                seen,
                () -> plan.after(plans).<NextStep>map(NextStep.Begin::new).orElseGet(NextStep.Activate::new),
                Lifecycle::undo);
    }

    private static NextStep undo(Reason why) {
        return new NextStep.Release(AllocationState.FAILED, why);
    }

    private static NextStep releasing(AllocationRecord allocation, Observed seen) {
        Step step = allocation.step();
        if (seen.nodeIsGone()) {
            return new NextStep.Finish();
        }
        List<PhasePlan> plans = PhasePlan.releasing(allocation);
        if (step.phase() == null) {
            // The previous task must have ended: otherwise it could recreate what the release removes.
            if (seen.taskIsOpen()) {
                return new NextStep.Wait(seen.now().plus(LOOK_AGAIN));
            }
            return allocation.place().granted() ? new NextStep.Begin(plans.getFirst()) : new NextStep.Finish();
        }
        PhasePlan plan = PhasePlan.require(plans, step.phase());
        Optional<PhasePlan> rebuild =
                plan.after(plans).filter(next -> !next.isDoneByTheNode() && seen.buildsFromOutside());
        Optional<Reason> fault =
                step.task() == null || seen.taskIsOpen() ? Optional.empty() : fault(plan, allocation, seen);
        Optional<NextStep> charge = ReleaseBlame.settle(allocation, seen, plan, rebuild.isPresent(), fault);
        if (charge.isPresent()) {
            return charge.get();
        }
        if (step.task() == null && seen.nodeIsAway() && plan.isDoneByTheNode()) {
            // Its attempts are for when it is back; until then the GPUs stay taken.
            return rebuild.<NextStep>map(next -> new NextStep.Begin(
                            next, new Reason("node_away", "Its node is not responding; the host is erased anyway.")))
                    .orElseGet(() -> waiting(plan, step, seen));
        }
        return inPhase(
                plan,
                allocation,
                seen,
                () -> plan.after(plans).<NextStep>map(NextStep.Begin::new).orElseGet(NextStep.Finish::new),
                why -> rebuild.filter(next -> !why.code().equals(SUPERSEDED))
                        .<NextStep>map(next -> new NextStep.Begin(next, why))
                        .orElseGet(() ->
                                plan.checksReport() ? new NextStep.FinishFaulty(why) : new NextStep.FailRelease(why)));
    }

    private interface Passed {
        NextStep next();
    }

    private static NextStep inPhase(
            PhasePlan plan,
            AllocationRecord allocation,
            Observed seen,
            Passed passed,
            Function<Reason, NextStep> failed) {
        Step step = allocation.step();
        if (step.task() == null) {
            Instant notBefore = step.notBefore();
            return notBefore != null && seen.now().isBefore(notBefore)
                    ? new NextStep.Wait(notBefore)
                    : new NextStep.StartTask(plan, seen.slots());
        }
        if (seen.taskIsOpen()) {
            return waiting(plan, step, seen);
        }
        Optional<Reason> fault = fault(plan, allocation, seen);
        if (fault.isEmpty()) {
            return passed.next();
        }
        boolean mayTry = step.attempt() < plan.attemptsMax()
                && !HOPELESS.contains(fault.get().code());
        return mayTry
                ? new NextStep.TryAgain(seen.now().plus(plan.pauseAfter(step.attempt())), fault.get())
                : failed.apply(fault.get());
    }

    private static NextStep waiting(PhasePlan plan, Step step, Observed seen) {
        Instant stuckAt = Objects.requireNonNull(step.since()).plus(plan.stuckAfter());
        if (step.stuckSince() == null && !seen.now().isBefore(stuckAt)) {
            return new NextStep.NoteStuck();
        }
        return new NextStep.Wait(seen.now().plus(LOOK_AGAIN));
    }

    private static Optional<Reason> fault(PhasePlan plan, AllocationRecord allocation, Observed seen) {
        NodeTasks.Task task = seen.task();
        if (task == null) {
            return Optional.of(new Reason("task_lost", "The node's task no longer exists."));
        }
        if (task.state() == TaskState.SUCCEEDED) {
            return TaskProof.fault(plan, allocation, task, seen.slots())
                    .map(sentence -> new Reason("not_proven", sentence));
        }
        String code = task.code() == null ? task.state().wire() : task.code();
        String message = task.message() == null ? "The node could not complete the task." : task.message();
        return Optional.of(new Reason(code, plan.phase().wire() + ": " + message));
    }
}
