package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.Progress;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.ServerUnreachableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Follows the events of a project as its users do, and knows when an allocation reached a state. */
final class AllocationWatch implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 120;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final int FAILURES_MAX = 60;

    private final Map<Reached, CompletableFuture<Long>> states = new ConcurrentHashMap<>();
    private final GpuaasClient client;
    private final ProjectId project;
    private volatile InputStream stream;
    private volatile boolean closed;

    private record Reached(AllocationId allocation, AllocationState state) {}

    AllocationWatch(GpuaasClient client, ProjectId project) {
        this.client = client;
        this.project = project;
        this.stream = open("");
        Thread.ofVirtual().start(this::follow);
    }

    private InputStream open(String after) {
        AllocationsApi.StreamAllocationEventsFilter all = AllocationsApi.StreamAllocationEventsFilter.none();
        return client.allocations().streamAllocationEvents(project, after.isEmpty() ? all : all.after(after));
    }

    /** Servers end a stream after a while: it goes on in the next one, where the last was. */
    private void follow() {
        String position = read("");
        for (int failures = 0; !closed && failures < FAILURES_MAX; ) {
            try {
                Thread.sleep(PAUSE);
                stream = open(position);
                position = read(position);
                failures = 0;
            } catch (InterruptedException e) {
                return;
            } catch (GpuaasException | ServerUnreachableException e) {
                failures++;
                Progress.say("the stream of events did not open: " + e.getMessage());
            }
        }
    }

    /** Until it ends; returns the position of the last event that came as a whole. */
    private String read(String from) {
        String position = from;
        String id = from;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id:")) {
                    id = line.substring(3).strip();
                } else if (line.startsWith("data:")) {
                    hear(JsonMapper.shared().readTree(line.substring(5)));
                    position = id;
                }
            }
        } catch (IOException e) {
            if (!closed) {
                Progress.say("the stream of events ended: " + e.getMessage());
            }
        }
        return position;
    }

    private void hear(JsonNode event) {
        long now = System.nanoTime();
        if (!event.has("allocation_id")) {
            // How far the stream is, while nothing happens.
            return;
        }
        AllocationId allocation = AllocationId.parse(event.path("allocation_id").asString());
        AllocationState state =
                AllocationState.valueOf(event.path("state").asString().toUpperCase(Locale.ROOT));
        reached(allocation, state).complete(now);
        if (state == AllocationState.FAILED || state == AllocationState.RELEASE_FAILED) {
            IllegalStateException failure = new IllegalStateException("an allocation failed: " + event);
            for (AllocationState other : AllocationState.values()) {
                reached(allocation, other).completeExceptionally(failure);
            }
        }
    }

    private CompletableFuture<Long> reached(AllocationId allocation, AllocationState state) {
        return states.computeIfAbsent(new Reached(allocation, state), key -> new CompletableFuture<>());
    }

    /** When the event arrived here, as {@link System#nanoTime}. */
    long await(AllocationId allocation, AllocationState state) throws Exception {
        return reached(allocation, state).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    void forget(AllocationId allocation) {
        for (AllocationState state : AllocationState.values()) {
            states.remove(new Reached(allocation, state));
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        stream.close();
    }
}
