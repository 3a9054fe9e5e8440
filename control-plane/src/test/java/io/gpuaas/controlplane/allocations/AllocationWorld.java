package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A tenant with a project, a SKU of its own, and nodes that have its GPUs. */
final class AllocationWorld {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final TestControlPlane plane;
    final ApiClient admin;
    final String tenant;
    final String project;
    final String sku;
    final FakeNodes nodes;
    final String model;
    private int gpus;

    /** Of a host that is sold as a whole. */
    static final int HOST_GPUS = 2;

    AllocationWorld(TestControlPlane plane) {
        this(plane, Shape.GPU_SLICE, "user_revoke");
    }

    AllocationWorld(TestControlPlane plane, Shape shape, String isolation) {
        this.plane = plane;
        this.admin = plane.admin();
        this.tenant = admin.createTenant();
        this.project = admin.createProject(tenant);
        // Only these can be divided.
        this.model = (shape == Shape.MIG ? "h100-" : "test-") + UUID.randomUUID();
        this.sku = "sku-" + UUID.randomUUID();
        this.nodes = new FakeNodes(plane);
        plane.database().execute("""
                INSERT INTO offerings.sku (name, title, shape, gpu_model, mig_profile, counts, gpus_per_unit, vcpus,
                    memory_bytes, nvme_bytes, isolation, images, visibility, created_at)
                VALUES ('%s', 'Test', '%s', '%s', %s, ARRAY[%s], %d, 1, 1073741824, 0, '%s', ARRAY['debian-13'], 'all',
                    now())""".formatted(
                        sku,
                        shape.wire(),
                        model,
                        shape == Shape.MIG ? "'3g.40gb'" : "NULL",
                        shape == Shape.GPU_SLICE ? "1, 2, 4" : "1",
                        shape == Shape.BARE_METAL ? HOST_GPUS : 1,
                        isolation));
        plane.database().execute("""
                INSERT INTO offerings.price (id, sku, gpu_hour_nanos, currency, effective_from, added_at, added_by)
                VALUES (gen_random_uuid(), '%s', 2500000000, 'USD', '2026-01-01T00:00:00Z', now(), 'test')""".formatted(sku));
        quota("quota.gpus_max", 1_000);
        quota("quota.allocations_max", 2_000);
    }

    void quota(String key, int value) {
        policy(key, Integer.toString(value));
    }

    void policy(String key, String value) {
        admin.put("/api/v1/tenants/" + tenant + "/policies/" + key, "{\"value\":\"" + value + "\"}");
    }

    /** Its slots are there when this returns. */
    NodeId node(int count) {
        NodeId node = nodes.add(model, count);
        gpus += count;
        await(() -> plane.database()
                        .count("SELECT count(*) FROM inventory.slot WHERE state = 'in_service' AND model = '" + model
                                + "'")
                >= gpus);
        return node;
    }

    /** The GPUs of that node are sold in parts from now on. */
    void divide(NodeId node) {
        List<String> slots = plane.bean(JdbcClient.class)
                .sql("SELECT gpu_uuid FROM inventory.slot WHERE node_id = :node")
                .param("node", node.value())
                .query((row, n) -> row.getString("gpu_uuid"))
                .list();
        for (String gpu : slots) {
            admin.put("/api/v1/nodes/" + node + "/slots/" + gpu + "/mode", "{\"mode\":\"mig\"}");
        }
    }

    String base() {
        return "/api/v1/projects/" + project + "/allocations";
    }

    AllocationRequest request() {
        return new AllocationRequest(this);
    }

    AllocationId create(int count) {
        return request().count(count).create();
    }

    ApiClient.Reply get(AllocationId id) {
        return admin.get(base() + "/" + id);
    }

    String state(AllocationId id) {
        return get(id).text("state");
    }

    ApiClient.Reply act(AllocationId id, String verb) {
        return admin.post(base() + "/" + id + "/" + verb, null);
    }

    ApiClient.Reply act(AllocationId id, String verb, String body) {
        return admin.post(base() + "/" + id + "/" + verb, body);
    }

    ApiClient.Reply force(AllocationId id) {
        return force(id, "{\"reason\":\"test\"}");
    }

    ApiClient.Reply force(AllocationId id, String body) {
        return admin.post("/api/v1/allocations/" + id + "/force-release", body);
    }

    /** The nodes execute their tasks until the allocation has the state. */
    void bring(AllocationId id, String state) {
        bring(id, state, FakeNodes.Behaviour.WORKS);
    }

    void bring(AllocationId id, String state, FakeNodes.Behaviour behaviour) {
        await(() -> {
            nodes.perform(behaviour);
            return state(id).equals(state);
        });
    }

    AllocationId active(int count) {
        return request().count(count).active();
    }

    /**
     * Ends the pause before the next attempt. Moves the row's time instead of the clock: the plane is shared, and its
     * nodes would become unresponsive.
     */
    void skipPauses(AllocationId id) {
        plane.database()
                .execute("UPDATE allocations.allocation SET not_before = now() - interval '1 s' WHERE id = '" + id
                        + "' AND not_before > now()");
        plane.bean(LifecycleDriver.class).wake(id);
    }

    /** The nodes execute their tasks, without pauses between attempts, until the allocation has the state. */
    void bringWithoutPauses(AllocationId id, String state, FakeNodes.Behaviour behaviour) {
        await(() -> {
            nodes.perform(behaviour);
            skipPauses(id);
            return state(id).equals(state);
        });
    }

    List<JsonNode> timeline(AllocationId id) {
        return admin.get(base() + "/" + id + "/timeline")
                .json()
                .path("items")
                .valueStream()
                .toList();
    }

    /** The timeline as kind:state, or progressed:phase. */
    List<String> steps(AllocationId id) {
        return timeline(id).stream()
                .map(event -> {
                    String kind = event.path("kind").asString();
                    return kind + ":"
                            + event.path(kind.equals("progressed") ? "phase" : "state")
                                    .asString();
                })
                .toList();
    }

    long liveLeases() {
        return plane.database()
                .count("SELECT count(*) FROM inventory.lease WHERE ended_at IS NULL AND sku = '" + sku + "'");
    }

    static void await(BooleanSupplier condition) {
        Instant end = Instant.now().plus(PATIENCE);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("it did not come about within " + PATIENCE);
            }
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
    }
}
