package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.allocations.AllocationRecord.Step;
import io.gpuaas.controlplane.nodes.NodeReadings;
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

/** The decisions of the lifecycle, by facts. */
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

    private static NextStep decide(AllocationRecord allocation, NodeTasks.Task task) {
        return Lifecycle.decide(allocation, Samples.seen(NOW, task));
    }

    @Test
    void aVerifiedLoginWithExactlyItsGpusIsActive() {
        NodeTasks.Task proven = Samples.task(
                TaskState.SUCCEEDED,
                null,
                "{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"GPU-1\",\"healthy\":true}]}");
        assertThat(decide(waiting(AllocationState.PROVISIONING, VERIFY, 1), proven))
                .isEqualTo(new NextStep.Activate());
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
                            NextStep.Release.class,
                            act -> assertThat(act.outcome()).isEqualTo(AllocationState.FAILED));
        }
    }

    @Test
    void aLoginNobodyKnowsThePortOfIsNoProof() {
        AllocationRecord waiting = waiting(AllocationState.PROVISIONING, GRANT, GRANT.attemptsMax());
        String name = "\"username\":\"" + waiting.place().username() + "\"";
        assertThat(decide(waiting, Samples.task(TaskState.SUCCEEDED, null, "{" + name + ",\"ssh_port\":22}")))
                .isEqualTo(new NextStep.Begin(VERIFY));
        for (String wrong : List.of("{" + name + "}", "{\"username\":\"another\",\"ssh_port\":22}")) {
            assertThat(decide(waiting, Samples.task(TaskState.SUCCEEDED, null, wrong)))
                    .as(wrong)
                    .isInstanceOf(NextStep.Release.class);
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
                .isEqualTo(new NextStep.Activate());
        for (String output : List.of(
                "{\"gpus\":[{\"uuid\":\"GPU-1\"}]}",
                "{\"ssh_port\":22,\"gpus\":[]}",
                "{\"ssh_port\":22,\"gpus\":[{\"uuid\":\"GPU-2\"}]}",
                "{\"ssh_port\":22,\"gpus\":[{\"uuid\":\"GPU-1\"},{\"uuid\":\"GPU-2\"}]}",
                "{\"ssh_port\":22,\"gpus\":[{\"uuid\":\"GPU-1\"},{\"uuid\":\"GPU-1\"}]}")) {
            assertThat(decide(waiting(Shape.GPU_SLICE, build), Samples.task(TaskState.SUCCEEDED, null, output)))
                    .as(output)
                    .isInstanceOf(NextStep.Release.class);
        }
    }

    private static NextStep decideOfPart(PhasePlan plan, String output) {
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
        assertThat(decideOfPart(make, part.formatted(9, 4, "MIG-1"))).isInstanceOf(NextStep.Begin.class);
        assertThat(decideOfPart(verify, "{" + gpus + ",\"instances\":[" + part.formatted(9, 4, "MIG-1") + "]}"))
                .isEqualTo(new NextStep.Activate());
        for (String wrong :
                List.of(part.formatted(19, 4, "MIG-1"), part.formatted(9, 0, "MIG-1"), part.formatted(9, 4, ""))) {
            assertThat(decideOfPart(make, wrong)).as(wrong).isInstanceOf(NextStep.Release.class);
        }
        for (String wrong : List.of("", ",\"instances\":[" + part.formatted(9, 4, "MIG-2") + "]")) {
            assertThat(decideOfPart(verify, "{" + gpus + wrong + "}")).as(wrong).isInstanceOf(NextStep.Release.class);
        }
    }

    @Test
    void aHostThatCannotHaveSlicesIsNotAskedAgain() {
        PhasePlan build = PhasePlan.provisioning(Shape.GPU_SLICE).getFirst();
        AllocationRecord first = Samples.in(AllocationState.PROVISIONING, Shape.GPU_SLICE)
                .with(new Step(build.phase(), Samples.START, 1, null, new TaskId(UUID.randomUUID()), null));
        assertThat(decide(first, Samples.task(TaskState.FAILED, "host_unfit", null)))
                .isInstanceOf(NextStep.Release.class);
    }

    @Test
    void aFailureIsTriedAgainWithGrowingPausesAndThenUndone() {
        NodeTasks.Task failed = Samples.task(TaskState.FAILED, "host_error", null);
        assertThat(decide(waiting(AllocationState.PROVISIONING, GRANT, 1), failed))
                .isInstanceOfSatisfying(
                        NextStep.TryAgain.class,
                        act -> assertThat(act.notBefore()).isEqualTo(NOW.plus(Duration.ofSeconds(5))));
        assertThat(decide(waiting(AllocationState.PROVISIONING, GRANT, 2), failed))
                .isInstanceOfSatisfying(
                        NextStep.TryAgain.class,
                        act -> assertThat(act.notBefore()).isEqualTo(NOW.plus(Duration.ofSeconds(10))));
        assertThat(decide(waiting(AllocationState.PROVISIONING, GRANT, 3), failed))
                .isInstanceOf(NextStep.Release.class);
    }

    @Test
    void aHopelessTaskIsNotRetried() {
        assertThat(decide(
                        waiting(AllocationState.PROVISIONING, GRANT, 1),
                        Samples.task(TaskState.FAILED, "fencing_token_stale", null)))
                .isInstanceOf(NextStep.Release.class);
    }

    @Test
    void aReleaseThatKeepsFailingStandsAsFailed() {
        PhasePlan revoke =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.USER_REVOKE).getFirst();
        assertThat(decide(
                        waiting(AllocationState.RELEASING, revoke, revoke.attemptsMax()),
                        Samples.task(TaskState.EXPIRED, null, null)))
                .isInstanceOf(NextStep.FailRelease.class);
    }

    @Test
    void nothingIsRevokedWhileWhatWasBegunBeforeMayStillRun() {
        AllocationRecord releasing =
                Samples.in(AllocationState.RELEASING).with(Step.NONE.waitingFor(new TaskId(UUID.randomUUID())));
        assertThat(decide(releasing, Samples.task(TaskState.RUNNING, null, null)))
                .isInstanceOf(NextStep.Wait.class);
        assertThat(decide(releasing, Samples.task(TaskState.CANCELED, "canceled", null)))
                .isInstanceOf(NextStep.Begin.class);
    }

    @Test
    void aPhaseThatTakesTooLongIsNotedOnce() {
        AllocationRecord waiting = waiting(AllocationState.PROVISIONING, GRANT, 1);
        Instant late = Samples.START.plus(GRANT.stuckAfter());
        NodeTasks.Task open = Samples.task(TaskState.RUNNING, null, null);
        assertThat(Lifecycle.decide(waiting, Samples.seen(late, open))).isEqualTo(new NextStep.NoteStuck());
        assertThat(Lifecycle.decide(waiting.with(waiting.step().stuck(late)), Samples.seen(late, open)))
                .isInstanceOf(NextStep.Wait.class);
    }

    @Test
    void itWarnsBeforeTheEndOncePerWarningAndReleasesAtTheEnd() {
        AllocationRecord active = Samples.in(AllocationState.ACTIVE, Duration.ofHours(2), false);
        Instant end = Samples.START.plus(Duration.ofHours(2));
        assertThat(Lifecycle.decide(active, Samples.seen(NOW))).isInstanceOf(NextStep.Wait.class);
        Instant hourBefore = end.minus(Duration.ofHours(1));
        assertThat(Lifecycle.decide(active, Samples.seen(hourBefore))).isEqualTo(new NextStep.Warn(end));
        AllocationRecord warned = active.with(active.facts().warned(hourBefore));
        assertThat(Lifecycle.decide(warned, Samples.seen(hourBefore.plusSeconds(1))))
                .isInstanceOf(NextStep.Wait.class);
        assertThat(Lifecycle.decide(warned, Samples.seen(end.minusSeconds(500))))
                .isEqualTo(new NextStep.Warn(end));
        assertThat(Lifecycle.decide(warned, Samples.seen(end))).isInstanceOf(NextStep.Release.class);
    }

    @Test
    void afterAnExtensionItWarnsAsOfOneThatWasSoLongFromTheStart() {
        AllocationRecord brief = Samples.in(AllocationState.ACTIVE, Duration.ofMinutes(30), false);
        Instant end = Samples.START.plus(Duration.ofHours(3));
        AllocationRecord extended = brief.with(brief.facts().expiring(end));
        assertThat(Lifecycle.decide(extended, Samples.seen(end.minus(Duration.ofMinutes(61)))))
                .isInstanceOf(NextStep.Wait.class);
        assertThat(Lifecycle.decide(extended, Samples.seen(end.minus(Duration.ofHours(1)))))
                .isEqualTo(new NextStep.Warn(end));
    }

    @Test
    void aRequestWhoseWindowEndedLeavesTheQueue() {
        AllocationRecord waiting = Samples.in(AllocationState.QUEUED, Duration.ofHours(1), false);
        Instant end = Samples.START.plus(Duration.ofHours(1));
        assertThat(Lifecycle.decide(waiting, Samples.seen(end.minusSeconds(1)))).isInstanceOf(NextStep.Wait.class);
        assertThat(Lifecycle.decide(waiting, Samples.seen(end))).isInstanceOf(NextStep.Leave.class);
    }

    @Test
    void idleGpusAreToldOfAtHalfTimeAndReleasedAtTheEndUnlessProtected() {
        Observed.Life idle = new Observed.Life(null, false, null, Duration.ofHours(2), Samples.START);
        AllocationRecord active = Samples.in(AllocationState.ACTIVE);
        Instant half = Samples.START.plus(Duration.ofHours(1));
        assertThat(Lifecycle.decide(active, Samples.seen(half, null, idle)))
                .isEqualTo(new NextStep.NoteIdle(Samples.START));
        Instant end = Samples.START.plus(Duration.ofHours(2));
        assertThat(Lifecycle.decide(active, Samples.seen(end, null, idle))).isInstanceOf(NextStep.Release.class);
        AllocationRecord guarded = Samples.in(AllocationState.ACTIVE, null, true);
        assertThat(Lifecycle.decide(guarded, Samples.seen(end, null, idle))).isInstanceOf(NextStep.NoteIdle.class);
        AllocationRecord told = active.with(active.facts().idle(Samples.START));
        assertThat(Lifecycle.decide(
                        told, Samples.seen(end, null, new Observed.Life(null, false, null, Duration.ofHours(2), null))))
                .isEqualTo(new NextStep.NoteIdle(null));
    }

    @Test
    void anAllocationOnALostNodeEndsEvenIfProtectedUnlessThePolicyIsOff() {
        Duration after = Duration.ofDays(7);
        AllocationRecord degraded = degraded(false);
        Instant away = Samples.START.plusSeconds(60);
        Instant end = away.plus(after);
        assertThat(Lifecycle.decide(degraded, Samples.seenAway(end.minusSeconds(1), away, after)))
                .as("a GPU failed it before its node went away")
                .isEqualTo(new NextStep.Wait(end));
        assertThat(Lifecycle.decide(degraded, Samples.seenAway(end, away, after)))
                .isInstanceOfSatisfying(NextStep.Release.class, act -> {
                    assertThat(act.outcome()).isEqualTo(AllocationState.FAILED);
                    assertThat(act.why().code()).isEqualTo("node_lost");
                    assertThat(act.why().message()).contains("not responded since " + away);
                });
        assertThat(Lifecycle.decide(degraded(true), Samples.seenAway(end, away, after)))
                .isInstanceOf(NextStep.Release.class);
        assertThat(Lifecycle.decide(degraded, Samples.seenAway(end, away, null)))
                .isInstanceOf(NextStep.Wait.class);
    }

    private static AllocationRecord degraded(boolean isProtected) {
        AllocationRecord active = Samples.in(AllocationState.ACTIVE, null, isProtected);
        return active.with(active.facts()
                .degraded(Samples.START, "a GPU is missing", AllocationRecord.DegradationSource.SEEN, false));
    }

    @Test
    void aReleaseWaitsForANodeThatIsAwayAndSpendsNoAttempt() {
        PhasePlan revoke =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.USER_REVOKE).getFirst();
        AllocationRecord begun = Samples.in(AllocationState.RELEASING).with(Step.begin(revoke.phase(), Samples.START));
        assertThat(Lifecycle.decide(begun, Samples.seenAway(NOW, Samples.START, null)))
                .isInstanceOf(NextStep.Wait.class);
        assertThat(Lifecycle.decide(
                        begun, Samples.seenAway(Samples.START.plus(revoke.stuckAfter()), Samples.START, null)))
                .as("operators are told")
                .isEqualTo(new NextStep.NoteStuck());
        assertThat(Lifecycle.decide(begun, Samples.seen(NOW))).isInstanceOf(NextStep.StartTask.class);
    }

    @Test
    void aHostThatIsAwayIsBuiltAnewAllTheSame() {
        PhasePlan rebuild =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.FULL_REIMAGE).get(1);
        AllocationRecord revoked =
                rebuilt(Samples.in(AllocationState.RELEASING).with(Step.begin(rebuild.phase(), Samples.START)));
        assertThat(Lifecycle.decide(revoked, Samples.seenAway(NOW, Samples.START, null)))
                .isInstanceOf(NextStep.StartTask.class);
    }

    @Test
    void accessToAHostThatIsAwayIsNotWaitedForWhenTheHostIsErasedFromOutside() {
        List<PhasePlan> plans = PhasePlan.releasing(Shape.BARE_METAL, Isolation.FULL_REIMAGE);
        AllocationRecord begun = rebuilt(Samples.in(AllocationState.RELEASING)
                .with(Step.begin(plans.getFirst().phase(), Samples.START)));
        Observed away = Samples.seenAway(NOW, Samples.START, null);
        assertThat(Lifecycle.decide(begun, Samples.fromOutside(away)))
                .isInstanceOfSatisfying(
                        NextStep.Begin.class, act -> assertThat(act.plan()).isEqualTo(plans.get(1)));
        assertThat(Lifecycle.decide(begun, away)).as("nobody else can erase it").isInstanceOf(NextStep.Wait.class);
        assertThat(Lifecycle.decide(begun, Samples.fromOutside(Samples.seen(NOW))))
                .isInstanceOf(NextStep.StartTask.class);
    }

    @Test
    void accessThatCannotBeTakenAwayEndsWithTheHostUnlessSomebodyElseHasIt() {
        List<PhasePlan> plans = PhasePlan.releasing(Shape.BARE_METAL, Isolation.FULL_REIMAGE);
        PhasePlan revoke = plans.getFirst();
        AllocationRecord last = rebuilt(waiting(AllocationState.RELEASING, revoke, revoke.attemptsMax()));
        Observed failed = Samples.seen(NOW, Samples.task(TaskState.FAILED, "host_error", null));
        assertThat(Lifecycle.decide(last, Samples.fromOutside(failed)))
                .isInstanceOfSatisfying(NextStep.Begin.class, act -> {
                    assertThat(act.plan()).isEqualTo(plans.get(1));
                    assertThat(Objects.requireNonNull(act.why()).code()).isEqualTo("host_error");
                });
        assertThat(Lifecycle.decide(last, failed)).isInstanceOf(NextStep.FailRelease.class);
        Observed superseded = Samples.seen(NOW, Samples.task(TaskState.FAILED, "fencing_token_stale", null));
        assertThat(Lifecycle.decide(last, Samples.fromOutside(superseded))).isInstanceOf(NextStep.FailRelease.class);
    }

    private static Observed.Life broken(NodeReadings.Witness witness) {
        return new Observed.Life(new NodeReadings.GpuFault("GPU-1 is broken", witness), false, null, null, null);
    }

    @Test
    void aFaultIsBelievedUnlessItsWitnessIsATenant() {
        AllocationRecord active = Samples.in(AllocationState.ACTIVE);
        for (Observed.Roots roots :
                List.of(Observed.Roots.NONE, new Observed.Roots(true, false), new Observed.Roots(false, true))) {
            for (NodeReadings.Witness witness : NodeReadings.Witness.values()) {
                boolean isBelieved = witness == NodeReadings.Witness.PLATFORM
                        || (witness == NodeReadings.Witness.AGENT && !roots.any());
                assertThat(Lifecycle.decide(active, Samples.withRoots(Samples.seen(NOW, null, broken(witness)), roots)))
                        .as(witness + " with " + roots)
                        .isEqualTo(new NextStep.Degrade("GPU-1 is broken", false, isBelieved));
            }
            assertThat(Lifecycle.decide(active, Samples.withRoots(Samples.seenAway(NOW, NOW, null), roots)))
                    .as("silence with " + roots)
                    .isEqualTo(new NextStep.Degrade("Its node is unreachable.", true, !roots.any()));
        }
    }

    @Test
    void anOperatorsWordCountsForWhatItWasGivenFor() {
        AllocationRecord active = Samples.in(AllocationState.ACTIVE);
        Observed.Roots root = new Observed.Roots(true, false);
        AllocationRecord silent = active.with(active.facts()
                .degraded(Samples.START, "Its node is unreachable.", AllocationRecord.DegradationSource.REPORTED, true)
                .confirmed());
        assertThat(Lifecycle.decide(silent, Samples.withRoots(Samples.seenAway(NOW, NOW, null), root)))
                .isInstanceOf(NextStep.Wait.class);
        assertThat(Lifecycle.decide(
                        silent, Samples.withRoots(Samples.seen(NOW, null, broken(NodeReadings.Witness.TENANT)), root)))
                .as("back, and now it says that a GPU is broken")
                .isEqualTo(new NextStep.Recover());
    }

    @Test
    void comingBackForAMinuteDoesNotStartTheTimeAnew() {
        Instant gone = Samples.START;
        Instant back = gone.plus(Duration.ofDays(6));
        AllocationRecord.Away away = AllocationRecord.Away.NEVER.again(gone).back(back);
        Instant again = back.plus(Duration.ofMinutes(1));
        assertThat(away.again(again).since())
                .as("six days less the minute it was back")
                .isEqualTo(again.minus(Duration.ofDays(6)).plus(Duration.ofMinutes(1)));
        Instant later = back.plus(Duration.ofDays(6));
        assertThat(away.again(later).since())
                .as("back for as long as it was away")
                .isEqualTo(later);

        AllocationRecord active = Samples.in(AllocationState.ACTIVE);
        AllocationRecord wavering = active.with(active.facts()
                .degraded(gone, "away", AllocationRecord.DegradationSource.SEEN, true)
                .well(back)
                .degraded(again, "away", AllocationRecord.DegradationSource.SEEN, true));
        Duration after = Duration.ofDays(7);
        Instant end = again.plus(Duration.ofDays(1)).plus(Duration.ofMinutes(1));
        assertThat(Lifecycle.decide(wavering, Samples.seenAway(end.minusSeconds(1), again, after)))
                .isEqualTo(new NextStep.Wait(end));
        assertThat(Lifecycle.decide(wavering, Samples.seenAway(end, again, after)))
                .isInstanceOf(NextStep.Release.class);
    }

    private static final Observed.Roots NOBODY = Observed.Roots.NONE;
    private static final Observed.Roots HOLDER = new Observed.Roots(true, false);
    private static final Observed.Roots OTHERS = new Observed.Roots(false, true);

    private static AllocationRecord onceActive(AllocationRecord allocation) {
        AllocationRecord.Standing standing = allocation.standing();
        return allocation.with(new AllocationRecord.Standing(
                standing.state(), standing.since(), Samples.START, null, standing.outcome(), standing.reason()));
    }

    @Test
    void theHolderPaysForAFailedReleaseItCanCause() {
        PhasePlan revoke =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.USER_REVOKE).getFirst();
        AllocationRecord neverActive = waiting(AllocationState.RELEASING, revoke, 1);
        AllocationRecord releasing = onceActive(neverActive);
        for (String code : List.of("login_processes_remain", "login_files_remain", "leftovers_remain", "host_error")) {
            for (Observed.Roots roots : List.of(NOBODY, HOLDER, OTHERS)) {
                Observed failed =
                        Samples.withRoots(Samples.seen(NOW, Samples.task(TaskState.FAILED, code, null)), roots);
                boolean isHolders = roots.holder() || (!roots.any() && code.startsWith("login_"));
                assertThat(Lifecycle.decide(releasing, failed))
                        .as(code + " with " + roots)
                        .isInstanceOf(isHolders ? NextStep.ChargeRelease.class : NextStep.TryAgain.class);
                assertThat(Lifecycle.decide(neverActive, failed))
                        .as("it was never usable")
                        .isInstanceOf(NextStep.TryAgain.class);
                AllocationRecord withLogin = neverActive.with(
                        neverActive.place().with(new AllocationRecord.Reach(null, 22, List.of(), null)));
                assertThat(Lifecycle.decide(withLogin, failed))
                        .as("root could get in before it was verified")
                        .isInstanceOf(roots.holder() ? NextStep.ChargeRelease.class : NextStep.TryAgain.class);
            }
        }
    }

    @Test
    void chargingOfAReleaseStopsAtAFailureTheHolderDidNotCause() {
        PhasePlan revoke =
                PhasePlan.releasing(Shape.BARE_METAL, Isolation.USER_REVOKE).getFirst();
        AllocationRecord releasing = onceActive(waiting(AllocationState.RELEASING, revoke, 1));
        AllocationRecord charged =
                releasing.with(releasing.facts().charging(new AllocationRecord.ReleaseCharge(Samples.START, false)));
        Observed remain = Samples.seen(NOW, Samples.task(TaskState.FAILED, "login_processes_remain", null));
        Observed broken = Samples.seen(NOW, Samples.task(TaskState.FAILED, "host_error", null));
        assertThat(Lifecycle.decide(charged, remain)).isInstanceOf(NextStep.TryAgain.class);
        assertThat(Lifecycle.decide(charged, broken)).isInstanceOf(NextStep.StopChargingRelease.class);
        AllocationRecord away = charged.with(Step.begin(revoke.phase(), Samples.START));
        assertThat(Lifecycle.decide(away, Samples.seenAway(NOW, Samples.START, null)))
                .isInstanceOf(NextStep.StopChargingRelease.class);
        assertThat(Lifecycle.decide(away, Samples.withRoots(Samples.seenAway(NOW, Samples.START, null), HOLDER)))
                .isInstanceOf(NextStep.Wait.class);
        AllocationRecord waived =
                releasing.with(releasing.facts().charging(new AllocationRecord.ReleaseCharge(null, true)));
        assertThat(Lifecycle.decide(waived, remain)).isInstanceOf(NextStep.TryAgain.class);
    }

    @Test
    void aSilentHostThatIsErasedFromOutsideCostsItsHolderNothing() {
        List<PhasePlan> plans = PhasePlan.releasing(Shape.BARE_METAL, Isolation.FULL_REIMAGE);
        AllocationRecord begun = rebuilt(onceActive(Samples.in(AllocationState.RELEASING))
                .with(Step.begin(plans.getFirst().phase(), Samples.START)));
        Observed away = Samples.withRoots(Samples.seenAway(NOW, Samples.START, null), HOLDER);
        assertThat(Lifecycle.decide(begun, Samples.fromOutside(away))).isInstanceOf(NextStep.Begin.class);
        assertThat(Lifecycle.decide(begun, away))
                .as("nobody else can erase it")
                .isInstanceOf(NextStep.ChargeRelease.class);
        AllocationRecord rebuilding = rebuilt(onceActive(Samples.in(AllocationState.RELEASING)))
                .with(new Step(plans.get(1).phase(), Samples.START, 1, null, new TaskId(UUID.randomUUID()), null));
        Observed failed =
                Samples.withRoots(Samples.seen(NOW, Samples.task(TaskState.FAILED, "rebuild_expired", null)), HOLDER);
        assertThat(Lifecycle.decide(rebuilding, Samples.fromOutside(failed))).isInstanceOf(NextStep.TryAgain.class);
        assertThat(Lifecycle.decide(rebuilding, failed)).isInstanceOf(NextStep.ChargeRelease.class);
    }

    private static AllocationRecord rebuilt(AllocationRecord allocation) {
        AllocationRecord.Wish wish = allocation.wish();
        AllocationRecord.Bought bought = wish.bought();
        return allocation.with(new AllocationRecord.Wish(
                new AllocationRecord.Bought(
                        bought.sku(),
                        bought.count(),
                        bought.gpus(),
                        Isolation.FULL_REIMAGE,
                        bought.machine(),
                        bought.hourlyCost()),
                wish.name(),
                wish.labels(),
                wish.image(),
                wish.limits(),
                wish.queue(),
                wish.isProtected(),
                wish.origin()));
    }
}
