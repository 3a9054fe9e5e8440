package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.BatchedCalls;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Takes nodes' reports about tasks. Reports are idempotent; reports after the task has ended are ignored. */
@Component
class TaskReports {

    /** Phases and log text kept of one task; what is beyond is left out, with a mark. */
    static final int EVENT_BYTES_MAX = 256 * 1024;

    static final int EVENTS_MAX = 5_000;
    private static final int REPORTS_AT_ONCE = 50;
    private static final int OUTPUT_CHARACTERS_MAX = 512 * 1024;

    private final TaskStore store;
    private final NodeTasks tasks;
    private final TaskSchemas schemas;
    private final NodeJson json;
    private final Heartbeats heartbeats;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final BatchedCalls<Report, NodeMessages.EventsAnswer> grouped =
            new BatchedCalls<>(REPORTS_AT_ONCE, this::takeAll);

    TaskReports(
            TaskStore store,
            NodeTasks tasks,
            TaskSchemas schemas,
            NodeJson json,
            Heartbeats heartbeats,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.tasks = tasks;
        this.schemas = schemas;
        this.json = json;
        this.heartbeats = heartbeats;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** The incarnation is that of the certificate it came under. */
    private record Report(NodeId node, int incarnation, TaskId task, NodeMessages.TaskEvents told) {

        boolean saysSuccess() {
            return told.events().stream()
                    .anyMatch(event -> event.kind().equals("result") && "succeeded".equals(event.outcome()));
        }
    }

    NodeMessages.EventsAnswer take(NodeTrust.Speaker speaker, TaskId id, NodeMessages.TaskEvents report) {
        if (!speaker.isOutdated()) {
            heartbeats.heard(speaker.node());
        }
        return grouped.ask(new Report(speaker.node(), speaker.incarnation(), id, report));
    }

    /** One that is refused fails all, and each is then taken by itself. */
    private List<NodeMessages.EventsAnswer> takeAll(List<Report> reports) {
        return Objects.requireNonNull(transaction.execute(status -> {
            Map<TaskId, TaskStore.Awaited> held =
                    store.lock(reports.stream().map(Report::task).collect(Collectors.toSet()));
            Set<TaskId> taken = new HashSet<>();
            return reports.stream()
                    .map(report -> {
                        TaskStore.Awaited awaited = requireBelieved(held.get(report.task()), report);
                        // An earlier report about the same task in this transaction must be seen.
                        TaskRecord task = taken.add(report.task())
                                ? awaited.task()
                                : store.find(report.task()).orElseThrow(NodeErrors::noSuchTask);
                        return take(task, report);
                    })
                    .toList();
        }));
    }

    /**
     * Under a certificate from before a rebuild a host may report that it began to erase itself, or failed to. Success,
     * and everything else, is believed only under a certificate issued since.
     */
    private static TaskStore.Awaited requireBelieved(TaskStore.@Nullable Awaited awaited, Report report) {
        if (awaited == null || !awaited.task().node().equals(report.node())) {
            throw NodeErrors.noSuchTask();
        }
        boolean isErasing = report.task().equals(awaited.rebuild()) && !report.saysSuccess();
        if (report.incarnation() != awaited.incarnation() && !isErasing) {
            throw NodeErrors.certificateOutdated();
        }
        return awaited;
    }

    private NodeMessages.EventsAnswer take(TaskRecord task, Report report) {
        boolean isCurrent =
                report.told().attempt() == task.attempt() && !task.state().ended() && task.state() != TaskState.QUEUED;
        return isCurrent ? takeCurrent(task, report.told().events()) : passOver(task, report.told());
    }

    /** Of another attempt, or after the end: confirmed so that it is not sent again, and changing nothing. */
    private static NodeMessages.EventsAnswer passOver(TaskRecord task, NodeMessages.TaskEvents report) {
        int last = report.events().stream()
                .mapToInt(NodeMessages.TaskEvent::index)
                .max()
                .orElse(-1);
        return new NodeMessages.EventsAnswer(last, task.state() != TaskState.SUCCEEDED);
    }

    private NodeMessages.EventsAnswer takeCurrent(TaskRecord task, List<NodeMessages.TaskEvent> events) {
        List<NodeMessages.TaskEvent> fresh = events.stream()
                .filter(event -> event.index() > task.reported().eventIndex())
                .sorted(Comparator.comparingInt(NodeMessages.TaskEvent::index))
                .toList();
        if (fresh.isEmpty()) {
            return new NodeMessages.EventsAnswer(
                    task.reported().eventIndex(), task.times().cancelRequestedAt() != null);
        }
        int last = fresh.getLast().index();
        int bytes = keep(task, fresh);
        String phase = fresh.stream()
                .map(NodeMessages.TaskEvent::phase)
                .filter(Objects::nonNull)
                .reduce((one, other) -> other)
                .orElse(null);
        TaskRecord running = task.running(last, bytes, phase, clock.instant());
        result(fresh).ifPresentOrElse(result -> finish(running, result), () -> store.saveProgress(running));
        return new NodeMessages.EventsAnswer(last, task.times().cancelRequestedAt() != null);
    }

    private static Optional<NodeMessages.TaskEvent> result(List<NodeMessages.TaskEvent> events) {
        return events.stream().filter(event -> event.kind().equals("result")).findFirst();
    }

    /** Stores what fits and gives the bytes kept so far. */
    private int keep(TaskRecord task, List<NodeMessages.TaskEvent> events) {
        int bytes = task.reported().eventBytes();
        List<TaskStore.Kept> kept = new ArrayList<>();
        for (NodeMessages.TaskEvent event : events) {
            String text = event.text() != null ? event.text() : event.message();
            int size = text == null ? 0 : text.getBytes(StandardCharsets.UTF_8).length;
            if (event.index() > EVENTS_MAX || bytes >= EVENT_BYTES_MAX) {
                continue;
            }
            boolean fits = bytes + size <= EVENT_BYTES_MAX;
            kept.add(new TaskStore.Kept(
                    event.index(),
                    event.at().truncatedTo(ChronoUnit.MICROS),
                    event.kind(),
                    event.phase(),
                    fits ? text : "(the rest of the log was left out because it is too long)"));
            bytes = fits ? bytes + size : EVENT_BYTES_MAX;
        }
        store.addEvents(task, kept);
        return bytes;
    }

    private void finish(TaskRecord task, NodeMessages.TaskEvent result) {
        String outcome = result.outcome() == null ? "failed" : result.outcome();
        TaskEnd end = new TaskEnd(result.code(), result.message(), output(result.output()));
        switch (outcome) {
            case "succeeded" -> succeed(task, result);
            case "canceled" -> tasks.end(task, TaskState.CANCELED, end);
            case "interrupted" ->
                tasks.endAttempt(
                        task, task.order().repeatable(), named(end, "interrupted", "The attempt was interrupted."));
            // A refusal proves that nothing ran.
            case "refused" -> tasks.endAttempt(task, true, named(end, "refused", "The node refused the task."));
            default -> tasks.end(task, TaskState.FAILED, named(end, "failed", "The task failed."));
        }
    }

    private void succeed(TaskRecord task, NodeMessages.TaskEvent result) {
        JsonNode output = result.output() == null ? json.tree("{}") : result.output();
        Optional<String> fault = schemas.outputFault(task.type(), output);
        if (fault.isPresent()) {
            tasks.end(
                    task,
                    TaskState.FAILED,
                    TaskEnd.because("output_invalid", "The node's output is invalid: " + fault.get()));
        } else {
            tasks.end(task, TaskState.SUCCEEDED, new TaskEnd(result.code(), result.message(), json.text(output)));
        }
    }

    private @Nullable String output(@Nullable JsonNode output) {
        if (output == null || output.isNull()) {
            return null;
        }
        String text = json.text(output);
        return text.length() > OUTPUT_CHARACTERS_MAX ? null : text;
    }

    private static TaskEnd named(TaskEnd end, String code, String message) {
        return new TaskEnd(
                end.code() == null ? code : end.code(), end.message() == null ? message : end.message(), end.output());
    }
}
