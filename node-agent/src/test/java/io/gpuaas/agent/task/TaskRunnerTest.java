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
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskRunnerTest {

    private static final TaskPayload PAYLOAD = new NodeTasks.DiscoverTopology();
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
                Backoff.Limits.USUAL,
                new TaskRunner.Troubles() {
                    @Override
                    public void undeliverable(TaskKey key, ServerException refusal) {}

                    @Override
                    public void broken(RuntimeException cause) {
                        broken.complete(cause);
                    }
                })) {
            runner.take(envelope(), new Admission.Taken(TaskType.DISCOVER_TOPOLOGY, PAYLOAD));
            assertThat(began.await(10, TimeUnit.SECONDS)).isTrue();
            journal.close();
            mayEnd.countDown();
            assertThat(broken.get(10, TimeUnit.SECONDS)).hasMessageContaining("journal");
        }
    }

    private static Envelope envelope() {
        return new Envelope(
                KEY.task(),
                new NodeId(new UUID(0, 2)),
                "topology.discover",
                1,
                1,
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
