package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Requests that wait for capacity. */
class AllocationQueueTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);

    @Test
    void aQueuedRequestIsServedAfterAReleaseAndCanLeaveTheQueue() {
        world.node(1);
        AllocationId first = world.active(1);
        AllocationId second = world.request().queued().create();
        AllocationId third = world.request().queued().create();
        assertThat(world.get(second).json().at("/queue/position").asInt()).isEqualTo(1);
        assertThat(world.get(third).json().at("/queue/position").asInt()).isEqualTo(2);
        assertThat(world.get(third).json().at("/queue/reason").asString()).isNotBlank();
        assertThat(world.act(second, "release").text("state")).isEqualTo("released");
        world.act(first, "release");
        world.bring(third, "active");
        assertThat(world.liveLeases()).isEqualTo(1);
        assertThat(codesWhenActive(third)).as("people are told of this one").containsExactly("waited");
        assertThat(codesWhenActive(first)).containsExactly("");
    }

    @Test
    void anOfferShowsTheMedianOfWhatRecentRequestsWaited() {
        world.node(1);
        AllocationId holder = world.active(1);
        for (int served = 1; served <= QueueStore.WAITS_MIN; served++) {
            assertThat(offer().has("typical_wait_seconds"))
                    .as("after " + (served - 1))
                    .isFalse();
            AllocationId next = world.request().queued().create();
            world.act(holder, "release");
            world.bring(next, "active");
            holder = next;
        }
        assertThat(offer().path("typical_wait_seconds").asLong()).isBetween(0L, 600L);
        PLANE.database().execute("""
                UPDATE allocations.queue_wait AS one SET waited_seconds = 60 * 10 ^ ranked.turn
                FROM (SELECT allocation_id, row_number() OVER (ORDER BY placed_at) - 1 AS turn
                    FROM allocations.queue_wait WHERE sku = '%s') AS ranked
                WHERE one.allocation_id = ranked.allocation_id""".formatted(world.sku));
        assertThat(offer().path("typical_wait_seconds").asLong()).isEqualTo(600);
        PLANE.database().execute("""
                UPDATE allocations.queue_wait SET placed_at = placed_at - interval '31 days'
                WHERE sku = '%s' AND waited_seconds = 60""".formatted(world.sku));
        assertThat(offer().has("typical_wait_seconds")).as("one is too old").isFalse();
    }

    private JsonNode offer() {
        return world.admin
                .get("/api/v1/projects/" + world.project + "/skus/" + world.sku)
                .json();
    }

    @Test
    void aProjectThatHoldsLessIsServedBeforeAnEarlierRequest() {
        world.node(2);
        AllocationId first = world.active(1);
        AllocationId second = world.active(1);
        String other = world.admin.createProject(world.tenant);
        AllocationId earlier = world.request().queued().create();
        AllocationId later = world.request().in(other).queued().create();
        assertThat(position(world.project, earlier)).isEqualTo(2);
        assertThat(position(other, later)).isEqualTo(1);
        world.act(first, "release");
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.WORKS);
            return stateIn(other, later).equals("active");
        });
        assertThat(world.state(earlier)).isEqualTo("queued");
        world.act(second, "release");
        world.bring(earlier, "active");
    }

    @Test
    void aProjectWithManyRequestsDoesNotCrowdOutAnother() {
        world.node(2);
        AllocationId holder = world.active(1);
        world.active(1);
        AllocationId earlier = world.request().queued().create();
        PLANE.database().execute("""
                INSERT INTO allocations.allocation
                SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'name', 'more'))).*
                FROM allocations.allocation a, generate_series(1, %d) WHERE a.id = '%s'""".formatted(QueueStore.SERVED_MAX, earlier));
        String other = world.admin.createProject(world.tenant);
        AllocationId later = world.request().in(other).queued().create();
        assertThat(position(other, later)).isEqualTo(1);
        world.act(holder, "release");
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.WORKS);
            return stateIn(other, later).equals("active");
        });
        PLANE.database()
                .execute("DELETE FROM allocations.allocation WHERE name = 'more' AND sku = '" + world.sku + "'");
    }

    @Test
    void aSuspendedTenantInTheQueueBlocksNoOther() {
        world.node(1);
        AllocationId holder = world.active(1);
        AllocationWorld other = new AllocationWorld(PLANE);
        Reply waiting = world.request().in(other.project).queued().send();
        assertThat(waiting.text("state")).isEqualTo("queued");
        world.admin.post("/api/v1/tenants/" + other.tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        world.act(holder, "release");
        world.bring(holder, "released");
        assertThat(world.request().send().status()).isEqualTo(201);
        assertThat(stateIn(other.project, AllocationId.parse(waiting.text("id"))))
                .as("it keeps its place")
                .isEqualTo("queued");
    }

    @Test
    void aRequestThatNoHostCouldEverHoldIsNotQueued() {
        world.node(2);
        Reply refused = world.request().count(4).queued().send();
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("capacity_short");
        assertThat(refused.text("detail")).contains("No host in this fleet can hold 4", "not queued");
    }

    @Test
    void aRequestThatNoHostCanHoldAnyMoreBlocksNoOther() {
        NodeId large = world.node(4);
        world.active(4);
        world.node(2);
        AllocationId hopeless = world.request().count(4).queued().create();
        AllocationId behind = world.request().queued().create();
        assertThat(world.request().send().text("detail")).contains("Other requests are already waiting");
        world.nodes.retire(large);
        world.bring(behind, "active");
        AllocationWorld.await(() -> world.request().send().status() == 201);
        assertThat(world.state(hopeless)).isEqualTo("queued");
    }

    @Test
    void aQueuedCountThatIsNoLongerSoldIsReportedAndBlocksNoOther() {
        world.node(2);
        AllocationId holder = world.active(2);
        AllocationId two = world.request().count(2).queued().create();
        AllocationId behind = world.request().queued().create();
        PLANE.database().execute("UPDATE offerings.sku SET counts = ARRAY[1, 4] WHERE name = '" + world.sku + "'");
        world.act(holder, "release");
        world.bring(behind, "active");
        assertThat(world.state(two)).isEqualTo("queued");
        assertThat(world.get(two).json().at("/queue/reason").asString())
                .startsWith(world.sku + " is no longer sold in counts of 2, only in 1, 4");
        assertThat(world.request().send().status()).as("nor who comes later").isEqualTo(201);
        assertThat(world.act(two, "release").text("state")).isEqualTo("released");
    }

    @Test
    void aQueueThatCannotBeServedLeavesTheOthersServed() {
        AllocationWorld other = new AllocationWorld(PLANE);
        AllocationWorld first = world.sku.compareTo(other.sku) < 0 ? world : other;
        AllocationWorld second = first == world ? other : world;
        first.node(1);
        second.node(1);
        first.active(1);
        AllocationId holder = second.active(1);
        AllocationId broken = first.request().queued().create();
        AllocationId waiting = second.request().queued().create();
        PLANE.database().execute("UPDATE allocations.allocation SET correlation_id = '' WHERE id = '" + broken + "'");
        second.act(holder, "release");
        second.bring(waiting, "active");
        PLANE.database()
                .execute("UPDATE allocations.allocation SET correlation_id = 'repaired' WHERE id = '" + broken + "'");
        assertThat(first.act(broken, "release").text("state")).isEqualTo("released");
    }

    private int position(String project, AllocationId id) {
        return world.admin
                .get("/api/v1/projects/" + project + "/allocations/" + id)
                .json()
                .at("/queue/position")
                .asInt();
    }

    private String stateIn(String project, AllocationId id) {
        return world.admin
                .get("/api/v1/projects/" + project + "/allocations/" + id)
                .text("state");
    }

    private List<String> codesWhenActive(AllocationId id) {
        return world.admin
                .get(world.base() + "/" + id + "/timeline")
                .json()
                .path("items")
                .valueStream()
                .filter(event -> event.path("kind").asString().equals("moved"))
                .filter(event -> event.path("state").asString().equals("active"))
                .map(event -> event.path("code").asString(""))
                .toList();
    }
}
