package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.json.JsonMapper;

/** A request for an allocation, by default for one unit of its world's SKU in its world's project. */
final class AllocationRequest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final AllocationWorld world;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private final Map<String, String> labels = new LinkedHashMap<>();
    private String project;

    AllocationRequest(AllocationWorld world) {
        this.world = world;
        this.project = world.project;
        fields.put("sku", world.sku);
        fields.put("count", 1);
    }

    AllocationRequest in(String otherProject) {
        this.project = otherProject;
        return this;
    }

    AllocationRequest sku(String sku) {
        return with("sku", sku);
    }

    AllocationRequest count(int count) {
        return with("count", count);
    }

    AllocationRequest named(String name) {
        return with("name", name);
    }

    AllocationRequest image(String image) {
        return with("image", image);
    }

    AllocationRequest label(String key, String value) {
        labels.put(key, value);
        return with("labels", labels);
    }

    AllocationRequest lasting(Duration time) {
        return with("max_duration_seconds", time.toSeconds());
    }

    AllocationRequest queued() {
        return with("queue", true);
    }

    AllocationRequest protectedFromRelease() {
        return with("protected", true);
    }

    private AllocationRequest with(String field, Object value) {
        fields.put(field, value);
        return this;
    }

    String json() {
        return JSON.writeValueAsString(fields);
    }

    ApiClient.Reply send() {
        return world.admin.post("/api/v1/projects/" + project + "/allocations", json());
    }

    AllocationId create() {
        return created(send());
    }

    private static AllocationId created(ApiClient.Reply reply) {
        if (reply.status() != 201) {
            throw new AssertionError(reply.status() + ": " + reply.body());
        }
        return AllocationId.parse(reply.text("id"));
    }

    /**
     * Creates the allocation and has the nodes execute its tasks until it is active. Capacity of a node that was just
     * added is counted a moment after its slots are stored.
     */
    AllocationId active() {
        AtomicReference<ApiClient.Reply> reply = new AtomicReference<>(send());
        if (reply.get().text("code").equals("capacity_short")) {
            AllocationWorld.await(() -> {
                reply.set(send());
                return !reply.get().text("code").equals("capacity_short");
            });
        }
        AllocationId id = created(reply.get());
        world.bring(id, "active");
        return id;
    }
}
