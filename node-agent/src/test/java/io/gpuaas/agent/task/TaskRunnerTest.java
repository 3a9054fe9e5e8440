package io.gpuaas.agent.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.wire.ControlPlane.EventsAnswer;
import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.ServerClock;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskRunnerTest {

    private static final TaskPayload PAYLOAD = new NodeTaskPayloads.DiscoverTopology();
    private static final TaskKey KEY = new TaskKey(new TaskId(new UUID(0, 1)), 1);

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    TaskRunnerTest() {}

    @Test
    void aTaskBeyondItsTimeLimitIsStopped() throws Exception {
        TaskResult result = new RunningTask(KEY)
                .execute(
                        (_, _) -> {
                            new CountDownLatch(1).await();
                            return Map.of();
                        },
                        PAYLOAD,
                        new Silence(),
                        Duration.ofMillis(50));
        assertThat(result.outcome()).isEqualTo(TaskResult.Outcome.FAILED);
        assertThat(result.code()).isEqualTo("deadline_exceeded");
    }

    @Test
    void anErrorOfOursIsAFailureOfTheTask() throws Exception {
        TaskResult result = new RunningTask(KEY)
                .execute(
                        (_, _) -> {
                            throw new IllegalStateException("a bug");
                        },
                        PAYLOAD,
                        new Silence(),
                        Duration.ofSeconds(5));
        assertThat(result.code()).isEqualTo("internal_error");
    }

    @Test
    void aJournalThatCannotBeWrittenStopsTheAgent() throws Exception {
        CompletableFuture<RuntimeException> broken = new CompletableFuture<>();
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch began = new CountDownLatch(1);
        Journal journal = Journal.open(folder.resolve("journal"));
        try (TaskRunner runner = new TaskRunner(
                journal,
                (_, _) -> {
                    began.countDown();
                    mayEnd.await();
                    return Map.of();
                },
                (_, events) -> new EventsAnswer(events.getLast().index(), false),
                new ServerClock(Clock.systemUTC()),
                Backoff.Limits.DEFAULT,
                new TaskRunner.Troubles() {
                    @Override
                    public void undeliverable(TaskKey key, ServerException refusal) {}

                    @Override
                    public void broken(RuntimeException cause) {
                        broken.complete(cause);
                    }
                })) {
            runner.accept(envelope(), new Admission.Accepted(TaskType.DISCOVER_TOPOLOGY, PAYLOAD));
            assertThat(began.await(60, TimeUnit.SECONDS)).isTrue();
            journal.close();
            mayEnd.countDown();
            assertThat(broken.get(60, TimeUnit.SECONDS)).hasMessageContaining("journal");
        }
    }

    @Test
    void aReleaseStopsWhatIsStillBeingMadeForItsAllocationAndWaitsForIt() throws Exception {
        UUID allocation = new UUID(0, 7);
        List<String> happened = new CopyOnWriteArrayList<>();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (TaskRunner runner = runner((payload, _) -> {
            if (payload instanceof SliceTasks.ReleaseSlice) {
                happened.add("release");
                released.countDown();
                return Map.of();
            }
            began.countDown();
            try {
                return new CountDownLatch(1).await(1, TimeUnit.HOURS);
            } finally {
                // A driver takes a moment to clean up.
                awaitUninterrupted(released, Duration.ofMillis(300));
                happened.add("provision ended");
            }
        })) {
            runner.accept(envelope(1), accepted(TaskType.PROVISION_MIG, mig(allocation)));
            assertThat(began.await(60, TimeUnit.SECONDS)).isTrue();
            runner.accept(
                    envelope(2), accepted(TaskType.RELEASE_SLICE, new SliceTasks.ReleaseSlice(allocation, allocation)));
            assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(happened).containsExactly("provision ended", "release");
        }
    }

    @Test
    void tasksOfOneAllocationRunInTurnAndOtherAllocationsDoNotWait() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(1);
        CountDownLatch both = new CountDownLatch(2);
        AtomicInteger ofOne = new AtomicInteger();
        AtomicInteger ofOneMost = new AtomicInteger();
        UUID one = new UUID(0, 7);
        try (TaskRunner runner = runner((payload, _) -> {
            if (one.equals(((Leased) payload).allocationId())) {
                ofOneMost.accumulateAndGet(ofOne.incrementAndGet(), Math::max);
                mayEnd.await();
                ofOne.decrementAndGet();
                both.countDown();
            } else {
                others.countDown();
            }
            return Map.of();
        })) {
            runner.accept(envelope(1), accepted(TaskType.PROVISION_MIG, mig(one)));
            runner.accept(envelope(2), accepted(TaskType.PROVISION_MIG, mig(one)));
            runner.accept(envelope(3), accepted(TaskType.PROVISION_MIG, mig(new UUID(0, 8))));
            assertThat(others.await(60, TimeUnit.SECONDS)).isTrue();
            mayEnd.countDown();
            assertThat(both.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(ofOneMost).hasValue(1);
        }
    }

    /** The page's table is {@code PhasePlan}'s, which a test of the control plane sees to. */
    @Test
    void noTaskMayTakeLongerHereThanTheControlPlaneWaitsForIt() throws Exception {
        Pattern row = Pattern.compile("\\| `([a-z_]+\\.[a-z_]+)`[^|]*\\| (\\d+) (min|h) \\|");
        List<MatchResult> rows = row.matcher(Files.readString(Path.of("../docs/how-to/allocations.md")))
                .results()
                .toList();
        assertThat(rows).hasSizeGreaterThan(8);
        assertThat(rows).allSatisfy(found -> {
            int count = Integer.parseInt(found.group(2));
            assertThat(TaskType.find(found.group(1)).orElseThrow().limit())
                    .as(found.group())
                    .isLessThanOrEqualTo(
                            found.group(3).equals("h") ? Duration.ofHours(count) : Duration.ofMinutes(count));
        });
    }

    private static void awaitUninterrupted(CountDownLatch latch, Duration atMost) {
        try {
            boolean isThere = latch.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(isThere).isFalse();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted once already", e);
        }
    }

    private static Admission.Accepted accepted(TaskType type, TaskPayload payload) {
        return new Admission.Accepted(type, payload);
    }

    private static MigTasks.ProvisionMig mig(UUID allocation) {
        return new MigTasks.ProvisionMig(allocation, "0000:01:00.0", 19, 0, List.of());
    }

    private TaskRunner runner(TaskExecution execution) throws Exception {
        return new TaskRunner(
                Journal.open(folder.resolve("journal")),
                execution,
                (_, events) -> new EventsAnswer(events.getLast().index(), false),
                new ServerClock(Clock.systemUTC()),
                Backoff.Limits.DEFAULT,
                new TaskRunner.Troubles() {
                    @Override
                    public void undeliverable(TaskKey key, ServerException refusal) {}

                    @Override
                    public void broken(RuntimeException cause) {
                        throw cause;
                    }
                });
    }

    private static Envelope envelope() {
        return envelope(1);
    }

    private static Envelope envelope(int number) {
        return new Envelope(
                new TaskId(new UUID(0, number)),
                new NodeId(new UUID(0, 2)),
                "topology.discover",
                1,
                number,
                Instant.now(),
                Instant.now().plusSeconds(60),
                "e30=",
                "k1",
                "");
    }

    private static final class Silence implements Progress {

        @Override
        public TaskKey key() {
            return KEY;
        }

        @Override
        public void phase(String phase, String message) {}

        @Override
        public void log(String line) {}
    }
}
