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

/** Decides the next step of an allocation from what is true. Pure: the same facts give the same step. */
final class Lifecycle {

    /** A wake-up may be lost with its process; the timer then looks after so long. */
    static final Duration LOOK_AGAIN = Duration.ofSeconds(15);

    /** Somebody newer holds the device: nothing may be done to it any more for this allocation. */
    private static final String SUPERSEDED = "fencing_token_stale";

    /** Trying again cannot help: somebody newer holds the device, or the host cannot do it. */
    private static final Set<String> HOPELESS = Set.of(SUPERSEDED, "not_supported", "host_unfit", "node_retired");

    private Lifecycle() {}

    static Act decide(AllocationRecord allocation, Seen seen) {
        return switch (allocation.state()) {
            case QUEUED -> queued(allocation, seen);
            case REQUESTED -> new Act.Provision();
            case PROVISIONING -> provisioning(allocation, seen);
            case ACTIVE -> ActiveLife.decide(allocation, seen);
            case RELEASING -> releasing(allocation, seen);
            case RELEASE_FAILED -> seen.nodeIsGone() ? retired() : new Act.Rest();
            case RELEASED, FAILED -> new Act.Rest();
        };
    }

    private static Act queued(AllocationRecord allocation, Seen seen) {
        Instant end = allocation.facts().expiresAt();
        return end != null && !seen.now().isBefore(end)
                ? new Act.Leave(new Reason("expired", "Its window was over before there was room for it."))
                : new Act.Wait(seen.now().plus(LOOK_AGAIN));
    }

    private static Act retired() {
        return new Act.Release(AllocationState.RELEASED, new Reason("node_retired", "Its node was retired."));
    }

    private static Act provisioning(AllocationRecord allocation, Seen seen) {
        if (seen.nodeIsGone()) {
            return undo(new Reason("node_retired", "Its node was retired before it was ready."));
        }
        List<PhasePlan> plans =
                PhasePlan.provisioning(allocation.wish().machine().shape());
        AllocationPhase phase = allocation.step().phase();
        if (phase == null) {
            return new Act.Begin(plans.getFirst());
        }
        PhasePlan plan = PhasePlan.require(plans, phase);
        return inPhase(
                plan,
                allocation,
                seen,
                () -> plan.after(plans).<Act>map(Act.Begin::new).orElseGet(Act.Activate::new),
                Lifecycle::undo);
    }

    private static Act undo(Reason why) {
        return new Act.Release(AllocationState.FAILED, why);
    }

    private static Act releasing(AllocationRecord allocation, Seen seen) {
        Step step = allocation.step();
        if (seen.nodeIsGone()) {
            return new Act.Finish();
        }
        List<PhasePlan> plans = PhasePlan.releasing(allocation);
        if (step.phase() == null) {
            // What was begun before must have ended: it could make anew what is being taken away.
            if (seen.taskIsOpen()) {
                return new Act.Wait(seen.now().plus(LOOK_AGAIN));
            }
            return allocation.place().granted() ? new Act.Begin(plans.getFirst()) : new Act.Finish();
        }
        PhasePlan plan = PhasePlan.require(plans, step.phase());
        Optional<PhasePlan> rebuild =
                plan.after(plans).filter(next -> !next.isDoneByTheNode() && seen.buildsFromOutside());
        Optional<Reason> fault =
                step.task() == null || seen.taskIsOpen() ? Optional.empty() : fault(plan, allocation, seen);
        Optional<Act> charge = ReleaseBlame.settle(allocation, seen, plan, rebuild.isPresent(), fault);
        if (charge.isPresent()) {
            return charge.get();
        }
        if (step.task() == null && seen.nodeIsAway() && plan.isDoneByTheNode()) {
            // Its attempts are for when it is back; until then the GPUs stay taken.
            return rebuild.<Act>map(next -> new Act.Begin(
                            next, new Reason("node_away", "Its node is away; the host is erased all the same.")))
                    .orElseGet(() -> waiting(plan, step, seen));
        }
        return inPhase(
                plan,
                allocation,
                seen,
                () -> plan.after(plans).<Act>map(Act.Begin::new).orElseGet(Act.Finish::new),
                why -> rebuild.filter(next -> !why.code().equals(SUPERSEDED))
                        .<Act>map(next -> new Act.Begin(next, why))
                        .orElseGet(() -> plan.checksReport() ? new Act.FinishFaulty(why) : new Act.GiveUp(why)));
    }

    private interface Passed {
        Act next();
    }

    private static Act inPhase(
            PhasePlan plan, AllocationRecord allocation, Seen seen, Passed passed, Function<Reason, Act> failed) {
        Step step = allocation.step();
        if (step.task() == null) {
            Instant notBefore = step.notBefore();
            return notBefore != null && seen.now().isBefore(notBefore)
                    ? new Act.Wait(notBefore)
                    : new Act.StartTask(plan, seen.slots());
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
                ? new Act.TryAgain(seen.now().plus(plan.pauseAfter(step.attempt())), fault.get())
                : failed.apply(fault.get());
    }

    private static Act waiting(PhasePlan plan, Step step, Seen seen) {
        Instant stuckAt = Objects.requireNonNull(step.since()).plus(plan.stuckAfter());
        if (step.stuckSince() == null && !seen.now().isBefore(stuckAt)) {
            return new Act.NoteStuck();
        }
        return new Act.Wait(seen.now().plus(LOOK_AGAIN));
    }

    private static Optional<Reason> fault(PhasePlan plan, AllocationRecord allocation, Seen seen) {
        NodeTasks.Task task = seen.task();
        if (task == null) {
            return Optional.of(new Reason("task_lost", "What the node was told is no longer known."));
        }
        if (task.state() == TaskState.SUCCEEDED) {
            return Proof.fault(plan, allocation, task, seen.slots())
                    .map(sentence -> new Reason("not_proven", sentence));
        }
        String code = task.code() == null ? task.state().wire() : task.code();
        String message = task.message() == null ? "The node could not do it." : task.message();
        return Optional.of(new Reason(code, plan.phase().wire() + ": " + message));
    }
}
