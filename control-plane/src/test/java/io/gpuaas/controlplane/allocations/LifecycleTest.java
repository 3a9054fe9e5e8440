package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Step;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskState;
import io.gpuaas.controlplane.offerings.Isolation;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is decided from which facts. */
class LifecycleTest {

    private static final Instant NOW = Samples.START.plusSeconds(10);
    private static final PhasePlan GRANT =
            PhasePlan.provisioning(Shape.BARE_METAL).getFirst();
    private static final PhasePlan VERIFY =
            PhasePlan.provisioning(Shape.BARE_METAL).getLast();

    private static AllocationRecord waiting(AllocationState state, PhasePlan plan, int attempt) {
        return Samples.in(state)
                .with(new Step(plan.phase(), Samples.START, attempt, null, new TaskId(UUID.randomUUID()), null));
    }

    private static Act decide(AllocationRecord allocation, NodeTasks.Task task) {
        return Lifecycle.decide(allocation, Samples.seen(NOW, task));
    }

    @Test
    void aVerifiedLoginWithExactlyItsGpusIsActive() {
        NodeTasks.Task proven = Samples.task(
                TaskState.SUCCEEDED,
                null,
                "{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"GPU-1\",\"healthy\":true}]}");
        assertThat(decide(waiting(AllocationState.PROVISIONING, VERIFY, 1), proven))
                .isEqualTo(new Act.Activate());
    }

    @Test
    void anythingElseIsNoProof() {
        for (String output : List.of(
                "{\"gpus\":[]}",
                "{\"gpus\":[{\"pci_address\":\"0000:02:00.0\",\"healthy\":true}]}",
                "{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"healthy\":false}]}",
                "{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"GPU-2\",\"healthy\":true}]}",
                "{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"healthy\":true}]}",
                "{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"GPU-1\",\"healthy\":true},"
                        + "{\"pci_address\":\"0000:02:00.0\",\"healthy\":true}]}")) {
            assertThat(decide(
                            waiting(AllocationState.PROVISIONING, VERIFY, VERIFY.attemptsMax()),
                            Samples.task(TaskState.SUCCEEDED, null, output)))
                    .as(output)
                    .isInstanceOfSatisfying(
                            Act.Release.class, act -> assertThat(act.outcome()).isEqualTo(AllocationState.FAILED));
        }
    }

    @Test
    void aLoginNobodyKnowsThePortOfIsNoProof() {
        AllocationRecord waiting = waiting(AllocationState.PROVISIONING, GRANT, GRANT.attemptsMax());
        String name = "\"username\":\"" + waiting.place().username() + "\"";
        assertThat(decide(waiting, Samples.task(TaskState.SUCCEEDED, null, "{" + name + ",\"ssh_port\":22}")))
                .isEqualTo(new Act.Begin(VERIFY));
        for (String wrong : List.of("{" + name + "}", "{\"username\":\"another\",\"ssh_port\":22}")) {
            assertThat(decide(waiting, Samples.task(TaskState.SUCCEEDED, null, wrong)))
                    .as(wrong)
                    .isInstanceOf(Act.Release.class);
        }
    }

    private static AllocationRecord waiting(Shape shape, PhasePlan plan) {
        return Samples.in(AllocationState.PROVISIONING, shape)
                .with(new Step(
                        plan.phase(), Samples.START, plan.attemptsMax(), null, new TaskId(UUID.randomUUID()), null));
    }

    @Test
    void aSliceIsActiveWhenItsOwnDriverShowsExactlyTheLeasedGpus() {
        PhasePlan build = PhasePlan.provisioning(Shape.GPU_SLICE).getFirst();
        assertThat(decide(
                        waiting(Shape.GPU_SLICE, build),
                        Samples.task(TaskState.SUCCEEDED, null, "{\"ssh_port\":22,\"gpus\":[{\"uuid\":\"GPU-1\"}]}")))
                .isEqualTo(new Act.Activate());
        for (String output : List.of(
                "{\"gpus\":[{\"uuid\":\"GPU-1\"}]}",
                "{\"ssh_port\":22,\"gpus\":[]}",
                "{\"ssh_port\":22,\"gpus\":[{\"uuid\":\"GPU-2\"}]}",
                "{\"ssh_port\":22,\"gpus\":[{\"uuid\":\"GPU-1\"},{\"uuid\":\"GPU-2\"}]}",
                "{\"ssh_port\":22,\"gpus\":[{\"uuid\":\"GPU-1\"},{\"uuid\":\"GPU-1\"}]}")) {
            assertThat(decide(waiting(Shape.GPU_SLICE, build), Samples.task(TaskState.SUCCEEDED, null, output)))
                    .as(output)
                    .isInstanceOf(Act.Release.class);
        }
    }

    private static Act decideOfPart(PhasePlan plan, String output) {
        AllocationRecord waiting = waiting(Shape.MIG, plan);
        AllocationRecord made =
                waiting.with(waiting.place().with(new AllocationRecord.Reach(null, null, List.of(), "MIG-1")));
        return Lifecycle.decide(made, Samples.seenWithPart(NOW, Samples.task(TaskState.SUCCEEDED, null, output)));
    }

    @Test
    void aMigInstanceIsActiveWhenTheDriverShowsItsProfilePlaceAndUuid() {
        String gpus = "\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"GPU-1\",\"healthy\":true}]";
        String part = "{\"pci_address\":\"0000:01:00.0\",\"profile_id\":%d,\"start\":%d,\"uuid\":\"%s\"}";
        PhasePlan make = PhasePlan.provisioning(Shape.MIG).getFirst();
        PhasePlan verify = PhasePlan.provisioning(Shape.MIG).getLast();
        assertThat(decideOfPart(make, part.formatted(9, 4, "MIG-1"))).isInstanceOf(Act.Begin.class);
        assertThat(decideOfPart(verify, "{" + gpus + ",\"instances\":[" + part.formatted(9, 4, "MIG-1") + "]}"))
                .isEqualTo(new Act.Activate());
        for (String wrong :
                List.of(part.formatted(19, 4, "MIG-1"), part.formatted(9, 0, "MIG-1"), part.formatted(9, 4, ""))) {
            assertThat(decideOfPart(make, wrong)).as(wrong).isInstanceOf(Act.Release.class);
        }
        for (String wrong : List.of("", ",\"instances\":[" + part.formatted(9, 4, "MIG-2") + "]")) {
            assertThat(decideOfPart(verify, "{" + gpus + wrong + "}")).as(wrong).isInstanceOf(Act.Release.class);
        }
    }

    @Test
    void aHostThatCannotHaveSlicesIsNotAskedAgain() {
        PhasePlan build = PhasePlan.provisioning(Shape.GPU_SLICE).getFirst();
        AllocationRecord first = Samples.in(AllocationState.PROVISIONING, Shape.GPU_SLICE)
                .with(new Step(build.phase(), Samples.START, 1, null, new TaskId(UUID.randomUUID()), null));
        assertThat(decide(first, Samples.task(TaskState.FAILED, "host_unfit", null)))
                .isInstanceOf(Act.Release.class);
    }

    @Test
    void aFailureIsTriedAgainWithGrowingPausesAndThenUndone() {
        NodeTasks.Task failed = Samples.task(TaskState.FAILED, "host_error", null);
        assertThat(decide(waiting(AllocationState.PROVISIONING, GRANT, 1), failed))
                .isInstanceOfSatisfying(
                        Act.TryAgain.class,
                        act -> assertThat(act.notBefore()).isEqualTo(NOW.plus(Duration.ofSeconds(5))));
        assertThat(decide(waiting(AllocationState.PROVISIONING, GRANT, 2), failed))
                .isInstanceOfSatisfying(
                        Act.TryAgain.class,
                        act -> assertThat(act.notBefore()).isEqualTo(NOW.plus(Duration.ofSeconds(10))));
        assertThat(decide(waiting(AllocationState.PROVISIONING, GRANT, 3), failed))
                .isInstanceOf(Act.Release.class);
    }

    @Test
    void whatCannotSucceedIsNotTriedAgain() {
        assertThat(decide(
                        waiting(AllocationState.PROVISIONING, GRANT, 1),
                        Samples.task(TaskState.FAILED, "fencing_token_stale", null)))
                .isInstanceOf(Act.Release.class);
    }

    @Test
    void aReleaseThatKeepsFailingStandsAsFailed() {
        PhasePlan revoke =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.USER_REVOKE).getFirst();
        assertThat(decide(
                        waiting(AllocationState.RELEASING, revoke, revoke.attemptsMax()),
                        Samples.task(TaskState.EXPIRED, null, null)))
                .isInstanceOf(Act.GiveUp.class);
    }

    @Test
    void nothingIsRevokedWhileWhatWasBegunBeforeMayStillRun() {
        AllocationRecord releasing =
                Samples.in(AllocationState.RELEASING).with(Step.NONE.waitingFor(new TaskId(UUID.randomUUID())));
        assertThat(decide(releasing, Samples.task(TaskState.RUNNING, null, null)))
                .isInstanceOf(Act.Wait.class);
        assertThat(decide(releasing, Samples.task(TaskState.CANCELED, "canceled", null)))
                .isInstanceOf(Act.Begin.class);
    }

    @Test
    void aPhaseThatTakesTooLongIsNotedOnce() {
        AllocationRecord waiting = waiting(AllocationState.PROVISIONING, GRANT, 1);
        Instant late = Samples.START.plus(GRANT.stuckAfter());
        NodeTasks.Task open = Samples.task(TaskState.RUNNING, null, null);
        assertThat(Lifecycle.decide(waiting, Samples.seen(late, open))).isEqualTo(new Act.NoteStuck());
        assertThat(Lifecycle.decide(waiting.with(waiting.step().stuck(late)), Samples.seen(late, open)))
                .isInstanceOf(Act.Wait.class);
    }

    @Test
    void itWarnsBeforeTheEndOncePerWarningAndReleasesAtTheEnd() {
        AllocationRecord active = Samples.in(AllocationState.ACTIVE, Duration.ofHours(2), false);
        Instant end = Samples.START.plus(Duration.ofHours(2));
        assertThat(Lifecycle.decide(active, Samples.seen(NOW))).isInstanceOf(Act.Wait.class);
        Instant hourBefore = end.minus(Duration.ofHours(1));
        assertThat(Lifecycle.decide(active, Samples.seen(hourBefore))).isEqualTo(new Act.Warn(end));
        AllocationRecord warned = active.with(active.facts().warned(hourBefore));
        assertThat(Lifecycle.decide(warned, Samples.seen(hourBefore.plusSeconds(1))))
                .isInstanceOf(Act.Wait.class);
        assertThat(Lifecycle.decide(warned, Samples.seen(end.minusSeconds(500))))
                .isEqualTo(new Act.Warn(end));
        assertThat(Lifecycle.decide(warned, Samples.seen(end))).isInstanceOf(Act.Release.class);
    }

    @Test
    void afterAnExtensionItWarnsAsOfOneThatWasSoLongFromTheStart() {
        AllocationRecord brief = Samples.in(AllocationState.ACTIVE, Duration.ofMinutes(30), false);
        Instant end = Samples.START.plus(Duration.ofHours(3));
        AllocationRecord extended = brief.with(brief.facts().expiring(end));
        assertThat(Lifecycle.decide(extended, Samples.seen(end.minus(Duration.ofMinutes(61)))))
                .isInstanceOf(Act.Wait.class);
        assertThat(Lifecycle.decide(extended, Samples.seen(end.minus(Duration.ofHours(1)))))
                .isEqualTo(new Act.Warn(end));
    }

    @Test
    void whoWaitsPastTheEndOfItsWindowLeavesTheQueue() {
        AllocationRecord waiting = Samples.in(AllocationState.QUEUED, Duration.ofHours(1), false);
        Instant end = Samples.START.plus(Duration.ofHours(1));
        assertThat(Lifecycle.decide(waiting, Samples.seen(end.minusSeconds(1)))).isInstanceOf(Act.Wait.class);
        assertThat(Lifecycle.decide(waiting, Samples.seen(end))).isInstanceOf(Act.Leave.class);
    }

    @Test
    void idleGpusAreToldOfAtHalfTimeAndReleasedAtTheEndUnlessProtected() {
        Seen.Life idle = new Seen.Life(null, false, null, Duration.ofHours(2), Samples.START);
        AllocationRecord active = Samples.in(AllocationState.ACTIVE);
        Instant half = Samples.START.plus(Duration.ofHours(1));
        assertThat(Lifecycle.decide(active, Samples.seen(half, null, idle))).isEqualTo(new Act.NoteIdle(Samples.START));
        Instant end = Samples.START.plus(Duration.ofHours(2));
        assertThat(Lifecycle.decide(active, Samples.seen(end, null, idle))).isInstanceOf(Act.Release.class);
        AllocationRecord guarded = Samples.in(AllocationState.ACTIVE, null, true);
        assertThat(Lifecycle.decide(guarded, Samples.seen(end, null, idle))).isInstanceOf(Act.NoteIdle.class);
        AllocationRecord told = active.with(active.facts().idle(Samples.START));
        assertThat(Lifecycle.decide(
                        told, Samples.seen(end, null, new Seen.Life(null, false, null, Duration.ofHours(2), null))))
                .isEqualTo(new Act.NoteIdle(null));
    }

    @Test
    void whatIsOnANodeThatStaysAwayIsGivenUpUnlessItIsProtectedOrThePolicyIsOff() {
        Duration after = Duration.ofDays(7);
        AllocationRecord degraded = degraded(false);
        Instant away = Samples.START.plusSeconds(60);
        Instant end = away.plus(after);
        assertThat(Lifecycle.decide(degraded, Samples.seenAway(end.minusSeconds(1), away, after)))
                .as("a GPU failed it before its node went away")
                .isEqualTo(new Act.Wait(end));
        assertThat(Lifecycle.decide(degraded, Samples.seenAway(end, away, after)))
                .isInstanceOfSatisfying(Act.Release.class, act -> {
                    assertThat(act.outcome()).isEqualTo(AllocationState.FAILED);
                    assertThat(act.why().code()).isEqualTo("node_lost");
                    assertThat(act.why().message()).contains("away since " + away);
                });
        assertThat(Lifecycle.decide(degraded(true), Samples.seenAway(end, away, after)))
                .isInstanceOf(Act.Wait.class);
        assertThat(Lifecycle.decide(degraded, Samples.seenAway(end, away, null)))
                .isInstanceOf(Act.Wait.class);
    }

    private static AllocationRecord degraded(boolean isProtected) {
        AllocationRecord active = Samples.in(AllocationState.ACTIVE, null, isProtected);
        return active.with(active.facts().degraded(Samples.START, "a GPU is missing"));
    }

    @Test
    void aReleaseWaitsForANodeThatIsAwayAndSpendsNoAttempt() {
        PhasePlan revoke =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.USER_REVOKE).getFirst();
        AllocationRecord begun = Samples.in(AllocationState.RELEASING).with(Step.begin(revoke.phase(), Samples.START));
        assertThat(Lifecycle.decide(begun, Samples.seenAway(NOW, Samples.START, null)))
                .isInstanceOf(Act.Wait.class);
        assertThat(Lifecycle.decide(
                        begun, Samples.seenAway(Samples.START.plus(revoke.stuckAfter()), Samples.START, null)))
                .as("operators are told")
                .isEqualTo(new Act.NoteStuck());
        assertThat(Lifecycle.decide(begun, Samples.seen(NOW))).isInstanceOf(Act.StartTask.class);
    }

    @Test
    void aHostThatIsAwayIsBuiltAnewAllTheSame() {
        PhasePlan rebuild =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.FULL_REIMAGE).get(1);
        AllocationRecord revoked =
                rebuilt(Samples.in(AllocationState.RELEASING).with(Step.begin(rebuild.phase(), Samples.START)));
        assertThat(Lifecycle.decide(revoked, Samples.seenAway(NOW, Samples.START, null)))
                .isInstanceOf(Act.StartTask.class);
    }

    @Test
    void accessToAHostThatIsAwayIsNotWaitedForWhenTheHostIsErasedFromOutside() {
        List<PhasePlan> plans = PhasePlan.releasing(Shape.BARE_METAL, Isolation.FULL_REIMAGE);
        AllocationRecord begun = rebuilt(Samples.in(AllocationState.RELEASING)
                .with(Step.begin(plans.getFirst().phase(), Samples.START)));
        Seen away = Samples.seenAway(NOW, Samples.START, null);
        assertThat(Lifecycle.decide(begun, Samples.fromOutside(away)))
                .isInstanceOfSatisfying(
                        Act.Begin.class, act -> assertThat(act.plan()).isEqualTo(plans.get(1)));
        assertThat(Lifecycle.decide(begun, away)).as("nobody else can erase it").isInstanceOf(Act.Wait.class);
        assertThat(Lifecycle.decide(begun, Samples.fromOutside(Samples.seen(NOW))))
                .isInstanceOf(Act.StartTask.class);
    }

    @Test
    void accessThatCannotBeTakenAwayEndsWithTheHostUnlessSomebodyElseHasIt() {
        List<PhasePlan> plans = PhasePlan.releasing(Shape.BARE_METAL, Isolation.FULL_REIMAGE);
        PhasePlan revoke = plans.getFirst();
        AllocationRecord last = rebuilt(waiting(AllocationState.RELEASING, revoke, revoke.attemptsMax()));
        Seen failed = Samples.seen(NOW, Samples.task(TaskState.FAILED, "host_error", null));
        assertThat(Lifecycle.decide(last, Samples.fromOutside(failed))).isInstanceOfSatisfying(Act.Begin.class, act -> {
            assertThat(act.plan()).isEqualTo(plans.get(1));
            assertThat(Objects.requireNonNull(act.why()).code()).isEqualTo("host_error");
        });
        assertThat(Lifecycle.decide(last, failed)).isInstanceOf(Act.GiveUp.class);
        Seen superseded = Samples.seen(NOW, Samples.task(TaskState.FAILED, "fencing_token_stale", null));
        assertThat(Lifecycle.decide(last, Samples.fromOutside(superseded))).isInstanceOf(Act.GiveUp.class);
    }

    private static AllocationRecord rebuilt(AllocationRecord allocation) {
        AllocationRecord.Wish wish = allocation.wish();
        return allocation.with(new AllocationRecord.Wish(
                wish.sku(),
                wish.count(),
                wish.gpus(),
                wish.name(),
                wish.labels(),
                wish.image(),
                wish.maxDuration(),
                wish.queue(),
                wish.isProtected(),
                Isolation.FULL_REIMAGE,
                wish.machine(),
                wish.hourlyCost(),
                wish.createdAt(),
                wish.createdBy(),
                wish.correlation()));
    }
}
