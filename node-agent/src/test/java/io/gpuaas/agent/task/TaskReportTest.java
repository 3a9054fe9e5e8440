package io.gpuaas.agent.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.wire.ControlPlane.EventsAnswer;
import io.gpuaas.agent.wire.TaskEvent;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TaskReportTest {

    private static final TaskKey KEY = new TaskKey(new TaskId(UUID.randomUUID()), 1);
    private static final Backoff.Limits QUICK = new Backoff.Limits(Duration.ofMillis(1), Duration.ofMillis(2));

    private final List<List<TaskEvent>> posted = new ArrayList<>();

    @Test
    void theSpoolIsBoundedAndTheResultAlwaysHasAPlace() throws Exception {
        TaskReport report = report();
        for (int i = 0; i < 3 * TaskReport.PENDING_MAX; i++) {
            report.log("line " + i);
        }
        report.finished(TaskResult.succeeded(Map.of()));

        assertThat(report.deliver()).isNull();

        List<TaskEvent> all = posted.stream().flatMap(List::stream).toList();
        assertThat(all).hasSize(TaskReport.PENDING_MAX + 2);
        assertThat(all.get(TaskReport.PENDING_MAX).text()).startsWith("2000 events were left out");
        assertThat(all.getLast().outcome()).isEqualTo(TaskResult.Outcome.SUCCEEDED);
        assertThat(posted).allSatisfy(batch -> assertThat(batch.size()).isLessThanOrEqualTo(100));
    }

    @Test
    void aLongLineIsCut() throws Exception {
        TaskReport report = report();
        report.log("x".repeat(100_000));
        report.finished(TaskResult.canceled());
        report.deliver();
        assertThat(posted.getFirst().getFirst().text()).hasSize(4_000);
    }

    @Test
    void aLaterLifeTellsItsResultAboveEveryIndexOfTheFirst() throws Exception {
        TaskReport report = report();
        report.countAsLaterLife();
        report.finished(TaskResult.interrupted());
        report.deliver();
        assertThat(posted.getFirst().getFirst().index()).isEqualTo(TaskReport.LATER_LIFE_INDEX);
        assertThat(TaskReport.EVENTS_MAX).isLessThan(TaskReport.LATER_LIFE_INDEX);
    }

    @Test
    void waitsGrowToTheirBoundAndVary() {
        Backoff backoff = new Backoff(new Backoff.Limits(Duration.ofSeconds(1), Duration.ofSeconds(60)));
        assertThat(backoff.next()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofSeconds(60));
        }
        assertThat(backoff.next()).isGreaterThanOrEqualTo(Duration.ofSeconds(30));
        backoff.succeeded();
        assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofSeconds(1));
    }

    private TaskReport report() {
        return new TaskReport(
                KEY,
                (key, events) -> {
                    posted.add(List.copyOf(events));
                    return new EventsAnswer(events.getLast().index(), false);
                },
                () -> Instant.EPOCH,
                QUICK,
                () -> {});
    }
}
