package io.gpuaas.controlplane.traces;

import io.gpuaas.api.Trace;
import io.gpuaas.api.TraceEntry;
import io.gpuaas.controlplane.audit.AuditTraces;
import io.gpuaas.controlplane.events.EventTraces;
import io.gpuaas.controlplane.nodes.TaskTraces;
import io.gpuaas.controlplane.platform.TraceScope;
import io.gpuaas.kernel.CorrelationId;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

@Component
class Traces {

    static final int ENTRIES_OF_A_KIND_MAX = 200;

    /** One more than is shown, to see that there is more. */
    private static final int ASKED = ENTRIES_OF_A_KIND_MAX + 1;

    private final AuditTraces audit;
    private final TaskTraces tasks;
    private final EventTraces events;
    private final Clock clock;

    Traces(AuditTraces audit, TaskTraces tasks, EventTraces events, Clock clock) {
        this.audit = audit;
        this.tasks = tasks;
        this.events = events;
        this.clock = clock;
    }

    /** The whole trace, for platform operators. */
    Trace find(CorrelationId correlation) {
        TraceScope scope = TraceScope.EVERYTHING;
        List<TraceEntry> audited = audit.find(correlation, scope, ASKED);
        List<TraceEntry> done = tasks.find(correlation, scope, ASKED);
        List<EventTraces.Window> windows = SearchWindows.around(moments(audited, done), clock.instant());
        return trace(
                correlation,
                List.of(
                        audited,
                        done,
                        events.findPublished(correlation, scope, windows, ASKED),
                        events.findWaiting(correlation, scope, ASKED),
                        events.findDead(correlation, ASKED)));
    }

    /**
     * A tenant's or project's part. The bus is not searched for an id that is unknown there; reports and names of hosts
     * are visible to operators only.
     */
    Trace find(CorrelationId correlation, TraceScope scope) {
        List<TraceEntry> audited = audit.find(correlation, scope, ASKED);
        List<TraceEntry> done = tasks.find(correlation, scope, ASKED).stream()
                .map(Traces::withoutHost)
                .toList();
        List<Instant> moments = moments(audited, done);
        if (moments.isEmpty()) {
            return trace(correlation, List.of());
        }
        List<EventTraces.Window> windows = SearchWindows.around(moments, clock.instant());
        return trace(
                correlation,
                List.of(
                        audited,
                        done,
                        events.findPublished(correlation, scope, windows, ASKED),
                        events.findWaiting(correlation, scope, ASKED)));
    }

    private static TraceEntry withoutHost(TraceEntry task) {
        return new TraceEntry(
                task.at(),
                task.kind(),
                task.name(),
                task.state(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                task.endedAt());
    }

    private Trace trace(CorrelationId correlation, List<List<TraceEntry>> kinds) {
        return new Trace(
                correlation.value(),
                merge(kinds),
                kinds.stream().anyMatch(kind -> kind.size() > ENTRIES_OF_A_KIND_MAX),
                events.keepsPublished());
    }

    private static List<Instant> moments(List<TraceEntry> audited, List<TraceEntry> done) {
        List<Instant> moments = new ArrayList<>();
        Stream.concat(audited.stream(), done.stream()).forEach(entry -> {
            moments.add(entry.at());
            if (entry.endedAt() != null) {
                moments.add(entry.endedAt());
            }
        });
        return moments;
    }

    private static List<TraceEntry> merge(List<List<TraceEntry>> kinds) {
        return kinds.stream()
                .flatMap(kind -> kind.stream().limit(ENTRIES_OF_A_KIND_MAX))
                .sorted(Comparator.comparing(TraceEntry::at))
                .toList();
    }
}
