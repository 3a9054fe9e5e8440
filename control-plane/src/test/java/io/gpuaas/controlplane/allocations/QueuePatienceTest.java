package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.kernel.AllocationId;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request for a whole host is served, though its GPUs could be sold one by one forever. */
class QueuePatienceTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final String hosts = "whole-" + world.sku;

    @BeforeEach
    void sellWholeHostsToo() {
        PLANE.database().execute("""
                INSERT INTO offerings.sku (name, title, shape, gpu_model, counts, gpus_per_unit, vcpus, memory_bytes,
                    nvme_bytes, isolation, images, visibility, created_at)
                VALUES ('%s', 'Test', 'bare_metal', '%s', ARRAY[1], 2, 1, 1073741824, 0, 'user_revoke', ARRAY['i'], 'all',
                    now())""".formatted(hosts, world.model));
    }

    private AllocationId waitForAHost() {
        Reply reply = world.request().sku(hosts).queued().send();
        assertThat(reply.text("state")).isEqualTo("queued");
        return AllocationId.parse(reply.text("id"));
    }

    private void waited(AllocationId id, Duration time) {
        PLANE.database()
                .execute("UPDATE allocations.allocation SET created_at = now() - interval '" + time.toSeconds()
                        + " s' WHERE id = '" + id + "'");
    }

    private void giveBack(AllocationId id) {
        world.act(id, "release");
        world.bring(id, "released");
    }

    /** Two on each of two hosts, those of a host beside each other. */
    private List<AllocationId> fill() {
        world.node(2);
        AllocationId first = world.active(1);
        AllocationId second = world.active(1);
        world.node(2);
        return List.of(first, second, world.active(1), world.active(1));
    }

    @Test
    void beforeItsPatienceIsOverNothingIsKeptForIt() {
        List<AllocationId> held = fill();
        AllocationId waiting = waitForAHost();
        giveBack(held.get(0));
        AllocationId small = world.create(1);
        assertThat(world.state(waiting)).isEqualTo("queued");
        assertThat(world.get(waiting).json().at("/queue/reason").asString()).doesNotContain("kept");
        assertThat(world.state(small)).isNotEqualTo("queued");
    }

    @Test
    void afterItWhatComesFreeInOnePlaceIsKeptAndOthersAreServedElsewhere() {
        List<AllocationId> held = fill();
        AllocationId waiting = waitForAHost();
        waited(waiting, Duration.ofMinutes(20));
        giveBack(held.get(0));
        Reply refused = world.request().send();
        assertThat(refused.text("code")).isEqualTo("capacity_short");
        assertThat(refused.text("detail")).contains("held for requests that have waited longer");
        assertThat(available()).isZero();
        // The queue is served by one process at a time: it may be the turn of the periodic look.
        await().untilAsserted(() -> {
            PLANE.bean(AllocationQueue.class).serve();
            assertThat(world.get(waiting).json().at("/queue/reason").asString())
                    .contains("is entirely free", "2 GPUs are held for it");
        });
        assertThat(world.get(waiting).json().at("/queue/position").asInt()).isEqualTo(1);
        giveBack(held.get(2));
        assertThat(available()).isEqualTo(1);
        AllocationId elsewhere = world.create(1);
        world.bring(elsewhere, "active");
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        // Of both hosts as much is held, so either may be the one that is kept.
        giveBack(node(elsewhere).equals(node(held.get(1))) ? held.get(3) : held.get(1));
        world.bring(waiting, "active");
    }

    private String node(AllocationId id) {
        return world.get(id).json().at("/lease/node_id").asString();
    }

    /** Each slice that ends is followed by another at once, as far as there is room. */
    @Test
    void itIsServedThoughSlicesAreAskedForAllTheTime() {
        List<AllocationId> held = new java.util.ArrayList<>(fill());
        AllocationId waiting = waitForAHost();
        waited(waiting, Duration.ofMinutes(20));
        int served = 0;
        Instant end = Instant.now().plusSeconds(60);
        while (world.state(waiting).equals("queued")) {
            assertThat(Instant.now()).as("slices served meanwhile: " + served).isBefore(end);
            giveBack(held.removeFirst());
            Reply another = world.request().send();
            if (another.status() == 201) {
                served++;
                held.add(AllocationId.parse(another.text("id")));
                world.bring(held.getLast(), "active", FakeNodes.Behaviour.WORKS);
            }
        }
        world.bring(waiting, "active");
        assertThat(held).as("others were not shut out").isNotEmpty();
    }

    @Test
    void aLongerWaitKeepsMorePlaces() {
        List<AllocationId> held = fill();
        AllocationId waiting = waitForAHost();
        waited(waiting, Duration.ofMinutes(31));
        giveBack(held.get(0));
        giveBack(held.get(2));
        assertThat(world.request().send().text("detail")).contains("held for requests");
        giveBack(held.get(3));
        world.bring(waiting, "active");
        assertThat(world.request().send().status())
                .as("the other place is free again")
                .isEqualTo(201);
    }

    /** It would need a reserved host: keeping slots would not help. */
    @Test
    void nothingIsKeptForARequestThatReservationsMakeImpossible() {
        world.node(2);
        AllocationId holder = world.active(1);
        AllocationId waiting = waitForAHost();
        waited(waiting, Duration.ofMinutes(20));
        Instant now = Instant.now();
        assertThat(world.admin
                        .post(
                                "/api/v1/projects/" + world.project + "/reservations",
                                "{\"sku\":\"%s\",\"count\":1,\"starts_at\":\"%s\",\"ends_at\":\"%s\"}"
                                        .formatted(world.sku, now.plusSeconds(36_000), now.plusSeconds(72_000)))
                        .status())
                .isEqualTo(201);
        assertThat(world.request().lasting(Duration.ofHours(1)).send().status()).isEqualTo(201);
        assertThat(world.state(waiting)).isEqualTo("queued");
        assertThat(world.state(holder)).isEqualTo("active");
    }

    /** Requests wait for each other only where one is overdue or capacity is reserved. */
    @Test
    void anOverdueRequestForOtherGpusDelaysNoRequestHere() throws Exception {
        world.node(1);
        AllocationWorld other = new AllocationWorld(PLANE);
        other.node(1);
        other.active(1);
        AllocationId waiting = other.request().queued().create();
        waited(waiting, Duration.ofMinutes(20));
        try (Connection taker = PLANE.database().connect();
                Statement statement = taker.createStatement()) {
            taker.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(7308, hashtext('" + world.model + "'))");
            Reply reply =
                    CompletableFuture.supplyAsync(() -> world.request().send()).get(60, TimeUnit.SECONDS);
            assertThat(reply.status()).isEqualTo(201);
        }
        other.act(waiting, "release");
    }

    private int available() {
        return world.admin
                .get("/api/v1/projects/" + world.project + "/skus/" + world.sku)
                .json()
                .at("/available/0/allocations")
                .asInt();
    }
}
