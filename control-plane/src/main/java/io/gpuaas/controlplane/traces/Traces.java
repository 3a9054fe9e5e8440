package io.gpuaas.controlplane.traces;

import io.gpuaas.api.Trace;
import io.gpuaas.api.TraceEntry;
import io.gpuaas.controlplane.audit.AuditTraces;
import io.gpuaas.controlplane.events.EventTraces;
import io.gpuaas.controlplane.nodes.TaskTraces;
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

    Trace find(CorrelationId correlation) {
        int asked = ENTRIES_OF_A_KIND_MAX + 1;
        List<TraceEntry> audited = audit.find(correlation, asked);
        List<TraceEntry> done = tasks.find(correlation, asked);
        List<TraceEntry> published = events.findPublished(correlation, windows(audited, done), asked);
        List<List<TraceEntry>> kinds = List.of(
                audited, done, published, events.findWaiting(correlation, asked), events.findDead(correlation, asked));
        return new Trace(
                correlation.value(),
                merge(kinds),
                kinds.stream().anyMatch(kind -> kind.size() > ENTRIES_OF_A_KIND_MAX),
                events.keepsPublished());
    }

    private List<EventTraces.Window> windows(List<TraceEntry> audited, List<TraceEntry> done) {
        List<Instant> moments = new ArrayList<>();
        Stream.concat(audited.stream(), done.stream()).forEach(entry -> {
            moments.add(entry.at());
            if (entry.endedAt() != null) {
                moments.add(entry.endedAt());
            }
        });
        return SearchWindows.around(moments, clock.instant());
    }

    private static List<TraceEntry> merge(List<List<TraceEntry>> kinds) {
        return kinds.stream()
                .flatMap(kind -> kind.stream().limit(ENTRIES_OF_A_KIND_MAX))
                .sorted(Comparator.comparing(TraceEntry::at))
                .toList();
    }
}
