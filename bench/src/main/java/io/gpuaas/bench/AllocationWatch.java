package io.gpuaas.bench;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.AllocationsApi;
import io.gpuaas.sdk.GpuaasClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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

    private final Map<Reached, CompletableFuture<Long>> states = new ConcurrentHashMap<>();
    private final InputStream stream;

    private record Reached(AllocationId allocation, AllocationState state) {}

    AllocationWatch(GpuaasClient client, ProjectId project) {
        stream = client.allocations()
                .streamAllocationEvents(project, AllocationsApi.StreamAllocationEventsFilter.none());
        Thread.ofVirtual().start(this::read);
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (line.startsWith("data:")) {
                    hear(JsonMapper.shared().readTree(line.substring(5)));
                }
            }
        } catch (IOException e) {
            Bench.progress("the stream of events ended: " + e.getMessage());
        }
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
        stream.close();
    }
}
