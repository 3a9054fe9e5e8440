package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The life of an allocation, from its request to its end, over the API and with nodes that execute their tasks. */
class AllocationsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);

    @Test
    void itIsActiveOnlyAfterTheNodeProvedItAndFreeOnlyAfterTheNodeGaveItBack() {
        world.node(4);
        Reply created =
                world.request().count(2).named("train").label("team", "vision").send();
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.text("state")).isEqualTo("requested");
        assertThat(created.json().at("/hourly_cost/amount").asString()).isEqualTo("5");
        assertThat(created.json().at("/lease/gpus")).hasSize(2);
        AllocationId id = AllocationId.parse(created.text("id"));
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(world.state(id)).isEqualTo("provisioning");
        assertThat(world.get(id).text("phase")).isEqualTo("preparing_host");
        world.bring(id, "active");
        JsonNode active = world.get(id).json();
        assertThat(active.at("/access/command").asString()).startsWith("ssh a").endsWith("@fake-host");
        assertThat(world.act(id, "release").text("state")).isEqualTo("releasing");
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(world.liveLeases()).isEqualTo(1);
        world.bring(id, "released");
        assertThat(world.liveLeases()).isZero();
        assertThat(world.steps(id))
                .containsExactly(
                        "moved:requested",
                        "moved:provisioning",
                        "progressed:preparing_host",
                        "moved:active",
                        "moved:releasing",
                        "progressed:cleaning_host",
                        "moved:released");
        List<Instant> times = world.admin
                .get(world.base() + "/" + id + "/timeline")
                .json()
                .path("items")
                .valueStream()
                .map(event -> Instant.parse(event.path("at").asString()))
                .toList();
        assertThat(times).hasSize(7).isSorted();
    }

    @Test
    void listingsTellTheNodeOfAHolderAndThePlaceOfOneThatWaits() {
        NodeId node = world.node(1);
        AllocationId holder = world.active(1);
        AllocationId waiting = world.request().queued().create();
        for (String listing : List.of("/api/v1/allocations?sku=" + world.sku, world.base())) {
            JsonNode items = world.admin.get(listing).json().path("items");
            JsonNode active = one(items, holder);
            assertThat(active.at("/lease/node_id").asString()).as(listing).isEqualTo(node.toString());
            assertThat(active.at("/lease/gpus")).as(listing).hasSize(1);
            JsonNode queued = one(items, waiting);
            assertThat(queued.at("/queue/position").asInt()).as(listing).isEqualTo(1);
            assertThat(queued.at("/queue/reason").asString()).as(listing).isNotEmpty();
            assertThat(active.has("queue")).as(listing).isFalse();
        }
    }

    private static JsonNode one(JsonNode items, AllocationId id) {
        return items.valueStream()
                .filter(item -> item.path("id").asString().equals(id.toString()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theTasksCarryTheFencingTokensOfTheLease() {
        world.node(1);
        AllocationId first = world.active(1);
        world.act(first, "release");
        world.bring(first, "released");
        AllocationId second = world.create(1);
        List<Long> tokens = new ArrayList<>();
        world.bring(second, "active", told -> {
            told.payload()
                    .path("leases")
                    .forEach(lease -> tokens.add(lease.path("fencing_token").asLong()));
            return Optional.of(FakeNodes.output(told));
        });
        assertThat(tokens).containsExactly(2L);
    }

    @Test
    void aHostIsRebuiltBetweenHoldersWhenTheSkuSaysSo() {
        AllocationWorld reimaged = new AllocationWorld(PLANE, Shape.BARE_METAL, "full_reimage");
        reimaged.node(AllocationWorld.HOST_GPUS);
        AllocationId id = reimaged.active(1);
        reimaged.act(id, "release");
        List<String> told = new ArrayList<>();
        reimaged.bring(id, "released", task -> {
            told.add(task.type());
            return Optional.of(FakeNodes.output(task));
        });
        assertThat(told).containsExactly("user.revoke", "host.reimage", "gpu.verify");
    }

    @Test
    void releasedWhileItIsProvisionedWhatWasMadeIsRemoved() {
        world.node(1);
        AllocationId id = world.create(1);
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(world.act(id, "release").status()).isEqualTo(200);
        List<String> told = new ArrayList<>();
        world.bring(id, "released", task -> {
            told.add(task.type());
            return Optional.of(FakeNodes.output(task));
        });
        assertThat(told).endsWith("slice.release");
        assertThat(world.liveLeases()).isZero();
    }

    private String meter(AllocationId id, String expression) {
        return PLANE.bean(JdbcClient.class)
                .sql("SELECT (" + expression + ")::text FROM billing.meter WHERE allocation_id = :id")
                .param("id", id.value())
                .query(String.class)
                .single();
    }

    /** When the timeline says that the step was reached, in whole seconds. */
    private Instant reached(AllocationId id, String kind, String state) {
        for (JsonNode event :
                world.admin.get(world.base() + "/" + id + "/timeline").json().path("items")) {
            if (event.path("kind").asString().equals(kind)
                    && event.path("state").asString().equals(state)) {
                return Instant.parse(event.path("at").asString());
            }
        }
        throw new AssertionError(kind + " " + state + " was not reached");
    }

    @Test
    void itIsMeteredFromTheProofToTheReleaseAndNotWhileItDoesNotWork() {
        NodeId node = world.node(1);
        AllocationId id = world.create(1);
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(meter(id, "count(*)")).as("before it was proven").isEqualTo("0");
        world.bring(id, "active");
        assertThat(meter(id, "count(*) FILTER (WHERE ends_at IS NULL)")).isEqualTo("1");
        assertThat(meter(id, "min(gpus)")).isEqualTo("1");
        awaitMetered(id, Duration.ofSeconds(2));
        Instant heard = wholeSecondFrom(reached(id, "moved", "active")).plusMillis(1_500);
        world.nodes.fallSilent(node, heard);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded").isMissingNode());
        assertThat(meter(id, "count(*) FILTER (WHERE ends_at IS NULL)"))
                .as("while it does not work")
                .isEqualTo("0");
        world.nodes.comeBack(node, "slice", List.of(id.toString()));
        AllocationWorld.await(() -> world.get(id).json().at("/degraded").isMissingNode());
        assertThat(meter(id, "count(*) FILTER (WHERE ends_at IS NULL)")).isEqualTo("1");
        assertThat(meter(id, "count(*)")).isEqualTo("2");
        awaitMetered(id, Duration.ofSeconds(2));
        world.act(id, "release");
        assertThat(meter(id, "count(*) FILTER (WHERE ends_at IS NULL)"))
                .as("from the wish to release on")
                .isEqualTo("0");
        world.bring(id, "released");
        assertThat(meter(id, "min(starts_at) = '%s'".formatted(wholeSecondFrom(reached(id, "moved", "active")))))
                .isEqualTo("true");
        assertThat(meter(
                        id,
                        "max(ends_at) = '%s'"
                                .formatted(reached(id, "moved", "releasing").truncatedTo(ChronoUnit.SECONDS))))
                .isEqualTo("true");
        assertThat(meter(id, "min(ends_at) = '%s'".formatted(heard.truncatedTo(ChronoUnit.SECONDS))))
                .as("until its node was last heard, though that was found out later")
                .isEqualTo("true");
        assertThat(meter(id, "max(starts_at) = '%s'".formatted(wholeSecondFrom(reached(id, "recovered", "active")))))
                .isEqualTo("true");
    }

    private static Instant wholeSecondFrom(Instant instant) {
        Instant whole = instant.truncatedTo(ChronoUnit.SECONDS);
        return whole.equals(instant) ? whole : whole.plusSeconds(1);
    }

    /** Meters run in whole seconds of the clock of all tests here, which must not be moved. */
    private void awaitMetered(AllocationId id, Duration atLeast) {
        AllocationWorld.await(() ->
                meter(id, "now() - max(starts_at) > interval '" + atLeast + "'").equals("true"));
    }

    @Test
    void aBatchIsPlacedWholeOrNotAtAll() {
        world.node(4);
        String batches = "/api/v1/projects/" + world.project + "/allocation-batches";
        String one = world.request().count(2).json();
        Reply tooMany = world.admin.post(batches, "{\"members\":[" + one + "," + one + "," + one + "]}");
        assertThat(tooMany.text("code")).isEqualTo("capacity_short");
        assertThat(world.liveLeases()).isZero();
        Reply fits = world.admin.post(batches, "{\"members\":[" + one + "," + one + "]}");
        assertThat(fits.status()).isEqualTo(201);
        assertThat(fits.json().path("items")).hasSize(2);
        assertThat(world.liveLeases()).isEqualTo(2);
        Reply waiting = world.admin.post(
                batches,
                "{\"members\":[" + one + "," + world.request().count(2).queued().json() + "]}");
        assertThat(waiting.status()).as("some would be placed and others not").isEqualTo(400);
        assertThat(waiting.body()).contains("/members/1/queue");
    }

    @Test
    void aChangeOfAnOlderVersionIsRefused() {
        world.node(1);
        AllocationStore store = PLANE.bean(AllocationStore.class);
        AllocationRecord read = store.find(world.active(1)).orElseThrow();
        assertThat(store.save(read).version()).isEqualTo(read.version() + 1);
        assertThatThrownBy(() -> store.save(read))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.ALLOCATION_STATE_CONFLICT))
                .hasMessageContaining("The allocation was changed by another request");
    }

    @Test
    void aProtectedOneIsNotReleasedBeforeItIsUnprotected() {
        world.node(1);
        AllocationId id = world.request().protectedFromRelease().create();
        world.bring(id, "active");
        assertThat(world.act(id, "release").text("code")).isEqualTo("allocation_protected");
        assertThat(world.act(id, "unprotect").json().path("protected").asBoolean())
                .isFalse();
        assertThat(world.act(id, "release").status()).isEqualTo(200);
    }

    @Test
    void itIsReleasedWhenItsTimeIsOverUnlessItWasExtended() {
        world.node(1);
        AllocationId id = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(id, "active");
        String end = world.get(id).text("expires_at");
        String moved = world.act(id, "extend", "{\"seconds\":3600}").text("expires_at");
        assertThat(Instant.parse(moved)).isEqualTo(Instant.parse(end).plusSeconds(3600));
        PLANE.database()
                .execute("UPDATE allocations.allocation SET expires_at = now() - interval '1 s' WHERE id = '" + id
                        + "'");
        PLANE.bean(LifecycleDriver.class).wake(id);
        world.bring(id, "released");
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("expired");
    }

    @Test
    void itIsFoundByItsLabelsCanBeRenamedAndCloned() {
        world.node(1);
        AllocationId id = world.request()
                .label("team", "vision")
                .image("debian-13")
                .lasting(Duration.ofHours(2))
                .queued()
                .create();
        assertThat(world.admin.get(world.base() + "?label=team=vision").json().path("items"))
                .hasSize(1);
        assertThat(world.admin.get(world.base() + "?label=team=speech").json().path("items"))
                .isEmpty();
        assertThat(world.admin.get(world.base() + "?state=released").json().path("items"))
                .isEmpty();
        Reply renamed = world.admin.put(world.base() + "/" + id, "{\"name\":\"other\",\"labels\":{\"a\":\"b\"}}");
        assertThat(renamed.text("name")).isEqualTo("other");
        JsonNode request =
                world.admin.get(world.base() + "/" + id + "/clone-request").json();
        assertThat(request.path("sku").asString()).isEqualTo(world.sku);
        assertThat(request.at("/labels/a").asString()).isEqualTo("b");
        world.act(id, "release");
        world.bring(id, "released");
        Reply another = world.admin.post(world.base(), request.toString());
        assertThat(another.status()).as(another.body()).isEqualTo(201);
        assertThat(another.text("id")).isNotEqualTo(id.toString());
        assertThat(world.admin
                        .get(world.base() + "/" + another.text("id") + "/clone-request")
                        .json())
                .isEqualTo(request);
        JsonNode everywhere =
                world.admin.get("/api/v1/allocations?sku=" + world.sku).json().path("items");
        assertThat(StreamSupport.stream(everywhere.spliterator(), false)
                        .map(item -> item.path("id").asString()))
                .containsExactlyInAnyOrder(id.toString(), another.text("id"));
    }

    @Test
    void anAllocationOnASimulatedHostIsMarkedAloneAndInLists() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        assertThat(world.get(id).json().path("simulated").asBoolean(true)).isFalse();
        world.plane.database().execute("UPDATE nodes.node SET simulated = true WHERE id = '" + node + "'");
        assertThat(world.get(id).json().path("simulated").asBoolean()).isTrue();
        assertThat(world.admin.get(world.base()).json().at("/items/0/simulated").asBoolean())
                .isTrue();
        world.request().count(1).queued().create();
        assertThat(world.admin.get(world.base()).json().at("/items/0").has("simulated"))
                .as("one without a host says nothing")
                .isFalse();
    }

    @Test
    void aProjectThatHoldsSomethingIsNotDeleted() {
        world.node(1);
        AllocationId id = world.create(1);
        Reply refused = world.admin.delete("/api/v1/projects/" + world.project);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.body()).contains("an allocation");
        world.act(id, "release");
        world.bring(id, "released");
        assertThat(world.admin.delete("/api/v1/projects/" + world.project).status())
                .isEqualTo(200);
    }

    @Test
    void anotherProjectsAllocationLooksAbsent() {
        world.node(1);
        AllocationId id = world.create(1);
        String other = world.admin.createProject(world.tenant);
        String address = "/api/v1/projects/" + other + "/allocations/" + id;
        assertThat(world.admin.get(address).status()).isEqualTo(404);
        assertThat(world.admin.post(address + "/release", null).status()).isEqualTo(404);
        assertThat(world.admin
                        .get("/api/v1/projects/" + other + "/allocations/" + UUID.randomUUID())
                        .status())
                .isEqualTo(404);
    }
}
