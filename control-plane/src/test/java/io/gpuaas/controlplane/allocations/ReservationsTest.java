package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.kernel.AllocationId;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Reserved capacity is not given away before its window, and is there when the window starts. */
class ReservationsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final String address = "/api/v1/projects/" + world.project + "/reservations";

    private Reply reserve(int count, Duration from, Duration until) {
        return reserve(world.sku, count, from, until);
    }

    private Reply reserve(String sku, int count, Duration from, Duration until) {
        Instant now = Instant.now();
        return world.admin.post(
                address,
                "{\"sku\":\"%s\",\"count\":%d,\"starts_at\":\"%s\",\"ends_at\":\"%s\"}"
                        .formatted(sku, count, now.plus(from), now.plus(until)));
    }

    @Test
    void promisedCapacityIsHeldBackFromThoseWhoWouldStillHoldIt() {
        world.node(2);
        assertThat(reserve(1, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        Reply endless = world.request().count(2).send();
        assertThat(endless.text("code")).isEqualTo("capacity_short");
        assertThat(endless.text("detail")).contains("reserved");
        assertThat(world.request().count(2).lasting(Duration.ofHours(1)).send().status())
                .isEqualTo(201);
    }

    @Test
    void aRefusalAdvisesOnlyWhatWouldHelp() {
        world.node(2);
        assertThat(reserve(1, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        assertThat(world.request().count(2).send().text("detail"))
                .endsWith("are reserved within that time. Request fewer, or set a shorter time limit.");
        world.request().create();
        assertThat(world.request().send().text("detail"))
                .endsWith("are reserved within that time. Set a shorter time limit.");
        world.request().lasting(Duration.ofHours(1)).create();
        assertThat(world.request().send().text("detail"))
                .isEqualTo("No free GPUs can hold 1 of " + world.sku + " now, and 1 of " + world.model
                        + " are reserved within that time.");
    }

    /** Two hosts of two: spreading requests would leave no host whole. */
    @Test
    void promisedGpusStayTogetherHoweverOthersWouldBePlaced() {
        world.policy("placement.strategy", "spread");
        world.node(2);
        world.node(2);
        String id = reserve(2, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        assertThat(world.request().send().status()).isEqualTo(201);
        assertThat(world.request().send().status()).isEqualTo(201);
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        PLANE.database().execute("UPDATE allocations.reservation SET starts_at = now() WHERE id = '" + id + "'");
        AllocationWorld.await(
                () -> world.admin.get(address + "/" + id).text("state").equals("fulfilled"));
        AllocationId made =
                AllocationId.parse(world.admin.get(address + "/" + id).text("allocation_id"));
        assertThat(world.get(made).json().at("/lease/gpus")).hasSize(2);
    }

    @Test
    void anotherSkuOfTheSameGpusCannotTakeReservedGpus() {
        world.node(2);
        assertThat(reserve(2, Duration.ofHours(1), Duration.ofHours(2)).status())
                .isEqualTo(201);
        String host = "whole-" + world.sku;
        PLANE.database().execute("""
                INSERT INTO offerings.sku (name, title, shape, gpu_model, counts, gpus_per_unit, vcpus, memory_bytes,
                    nvme_bytes, isolation, images, visibility, created_at)
                VALUES ('%s', 'Test', 'bare_metal', '%s', ARRAY[1], 2, 1, 1073741824, 0, 'user_revoke', ARRAY['i'], 'all',
                    now())""".formatted(host, world.model));
        String wish = "{\"sku\":\"" + host + "\",\"count\":1%s}";
        assertThat(world.admin.post(world.base(), wish.formatted("")).text("code"))
                .isEqualTo("capacity_short");
        assertThat(world.admin
                        .post(world.base(), wish.formatted(",\"max_duration_seconds\":1800"))
                        .status())
                .isEqualTo(201);
    }

    @Test
    void capacityThatIsReleasedByThenCanBeReserved() {
        world.node(2);
        assertThat(world.request()
                        .count(2)
                        .lasting(Duration.ofMinutes(30))
                        .send()
                        .status())
                .isEqualTo(201);
        assertThat(reserve(2, Duration.ofMinutes(10), Duration.ofHours(2)).text("code"))
                .isEqualTo("capacity_short");
        PLANE.database()
                .execute("UPDATE allocations.allocation SET expires_at = now() + interval '30 min' WHERE sku = '"
                        + world.sku + "'");
        assertThat(reserve(2, Duration.ofHours(1), Duration.ofHours(2)).status())
                .isEqualTo(201);
    }

    /** It is active a while after it was asked for, runs from then on, and is given back a while after its end. */
    @Test
    void aTimeLimitIsNotTakenForTheTimeUntilItsGpusAreFree() {
        world.node(1);
        assertThat(reserve(1, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        assertThat(world.request().lasting(Duration.ofMinutes(105)).send().text("code"))
                .as("105 minutes, and ten for each")
                .isEqualTo("capacity_short");
        assertThat(world.request().lasting(Duration.ofMinutes(95)).send().status())
                .as("95 minutes, and ten for each")
                .isEqualTo(201);
    }

    @Test
    void aTurnaroundIsCountedAfterTheEndOfAnAllocation() {
        world.node(1);
        AllocationId holder = world.request().lasting(Duration.ofHours(1)).create();
        assertThat(reserve(1, Duration.ofHours(9), Duration.ofHours(10)).text("code"))
                .as("its end is not known before it is active")
                .isEqualTo("capacity_short");
        world.bring(holder, "active");
        assertThat(reserve(1, Duration.ofMinutes(65), Duration.ofHours(2)).text("code"))
                .isEqualTo("capacity_short");
        assertThat(reserve(1, Duration.ofMinutes(75), Duration.ofHours(2)).status())
                .isEqualTo(201);
    }

    @Test
    void aFailedReleaseDoesNotCountAsReleasedInTime() {
        world.node(2);
        AllocationId holder = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(holder, "active");
        assertThat(reserve(1, Duration.ofHours(3), Duration.ofHours(4)).status())
                .isEqualTo(201);
        assertThat(available()).as("the promise has the GPU that comes back").containsExactly(1, 0, 0);
        world.act(holder, "release");
        PLANE.database()
                .execute("UPDATE allocations.allocation SET state_since = now() - interval '11 min' WHERE id = '"
                        + holder + "'");
        assertThat(available()).as("nobody knows any more when it comes back").containsExactly(0, 0, 0);
        world.bringWithoutPauses(holder, "release_failed", io.gpuaas.controlplane.nodes.FakeNodes.Behaviour.FAILS);
        assertThat(available()).containsExactly(0, 0, 0);
        assertThat(world.request().send().text("detail")).contains("reserved");
        assertThat(reserve(1, Duration.ofHours(3), Duration.ofHours(4)).text("code"))
                .as("nor is it promised again")
                .isEqualTo("capacity_short");
        world.act(holder, "retry-release");
        world.bring(holder, "released");
        assertThat(available()).containsExactly(1, 0, 0);
    }

    @Test
    void anAllocationIsNotExtendedIntoAReservation() {
        world.node(2);
        AllocationId holder = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(holder, "active");
        assertThat(reserve(2, Duration.ofHours(3), Duration.ofHours(4)).status())
                .isEqualTo(201);
        Reply refused = world.act(holder, "extend", "{\"seconds\":10800}");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("capacity_short");
        assertThat(refused.text("detail")).contains("cannot be extended", "2 of " + world.model + " are reserved");
        assertThat(world.act(holder, "extend", "{\"seconds\":6900}").text("code"))
                .as("it ends before the promise begins and is not given back by then")
                .isEqualTo("capacity_short");
        assertThat(world.act(holder, "extend", "{\"seconds\":3600}").status())
                .as("it is gone before the promise begins")
                .isEqualTo(200);
    }

    @Test
    void anAllocationIsExtendedWhenTheReservationStillFits() {
        world.node(2);
        AllocationId holder = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(holder, "active");
        assertThat(reserve(1, Duration.ofHours(3), Duration.ofHours(4)).status())
                .isEqualTo(201);
        assertThat(world.act(holder, "extend", "{\"seconds\":10800}").status()).isEqualTo(200);
    }

    @Test
    void anEstimateSaysWhatARequestWouldBeAnswered() {
        world.node(2);
        assertThat(estimate(2).path("available").asBoolean()).isTrue();
        assertThat(estimate(2).at("/hourly_cost/amount").asString()).isEqualTo("5");
        assertThat(estimate(1).at("/hourly_cost/amount").asString()).isEqualTo("2.5");
        assertThat(estimate(1).at("/hourly_cost/currency").asString()).isEqualTo("USD");
        String id = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        JsonNode promised = estimate(2);
        assertThat(promised.path("available").asBoolean()).isFalse();
        assertThat(promised.path("reason").asString())
                .contains("reserved")
                .isEqualTo(world.request().count(2).send().text("detail"));
        assertThat(estimate(1).path("available").asBoolean()).isTrue();
        world.admin.post(address + "/" + id + "/cancel", null);
        assertThat(estimate(2).path("available").asBoolean()).isTrue();

        AllocationId taken = world.create(1);
        AllocationId waiting = world.request().count(2).queued().create();
        JsonNode waited = estimate(1);
        assertThat(waited.path("available").asBoolean()).isFalse();
        assertThat(waited.path("reason").asString())
                .contains("wait")
                .isEqualTo(world.request().send().text("detail"));
        world.act(waiting, "release");
        assertThat(estimate(1).path("available").asBoolean()).isTrue();
        assertThat(world.state(taken)).isNotEqualTo("queued");
    }

    private JsonNode estimate(int count) {
        return world.admin
                .get("/api/v1/projects/" + world.project + "/allocation-estimate?sku=" + world.sku + "&count=" + count)
                .json();
    }

    /** Two hosts of two, and for each count as many as are shown, and not one more. */
    @Test
    void theShownAvailabilityCanBeAllocated() {
        world.node(2);
        world.node(2);
        assertThat(available()).containsExactly(4, 2, 0);
        String id = reserve(2, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        assertThat(available()).as("one host is promised").containsExactly(2, 1, 0);
        world.create(1);
        assertThat(available()).containsExactly(1, 0, 0);
        world.create(1);
        assertThat(available()).containsExactly(0, 0, 0);
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        world.admin.post(address + "/" + id + "/cancel", null);
        assertThat(available()).containsExactly(2, 1, 0);
    }

    @Test
    void aReleaseBeforeAReservationRaisesTheAvailability() {
        world.node(2);
        world.node(2);
        AllocationId whole =
                world.request().count(2).lasting(Duration.ofHours(1)).create();
        PLANE.database()
                .execute("UPDATE allocations.allocation SET expires_at = now() + interval '1 hour' WHERE id = '" + whole
                        + "'");
        assertThat(reserve(2, Duration.ofHours(3), Duration.ofHours(4)).status())
                .isEqualTo(201);
        assertThat(available()).containsExactly(2, 1, 0);
    }

    /** One GPU of the first host comes back in time, and the promise needs the second host whole. */
    @Test
    void aRequestNowDoesNotUseSlotsThatAreReleasedLater() {
        world.node(2);
        world.bring(world.create(1), "active");
        world.bring(world.request().lasting(Duration.ofHours(1)).create(), "active");
        world.node(2);
        assertThat(reserve(2, Duration.ofHours(3), Duration.ofHours(4)).status())
                .isEqualTo(201);
        assertThat(available()).containsExactly(0, 0, 0);
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        assertThat(world.request().lasting(Duration.ofHours(1)).send().status()).isEqualTo(201);
    }

    @Test
    void nothingIsShownAsAvailableOfWhatOthersWaitFor() {
        world.node(2);
        AllocationId taken = world.create(1);
        assertThat(available()).containsExactly(1, 0, 0);
        AllocationId waiting = world.request().count(2).queued().create();
        assertThat(available()).containsExactly(0, 0, 0);
        world.act(waiting, "release");
        assertThat(available()).containsExactly(1, 0, 0);
        assertThat(world.state(taken)).isNotEqualTo("queued");
    }

    /** How many allocations of 1, 2 and 4 GPUs. */
    private List<Integer> available() {
        return world.admin
                .get("/api/v1/projects/" + world.project + "/skus/" + world.sku)
                .json()
                .path("available")
                .valueStream()
                .map(count -> count.path("allocations").asInt())
                .toList();
    }

    @Test
    void noMoreIsPromisedThanThereIs() {
        world.node(2);
        assertThat(reserve(2, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        Reply second = reserve(1, Duration.ofMinutes(150), Duration.ofHours(4));
        assertThat(second.text("code")).isEqualTo("capacity_short");
        assertThat(second.text("detail")).contains("0 of");
        assertThat(reserve(1, Duration.ofHours(3), Duration.ofHours(4)).text("code"))
                .as("what ends then is not given back yet")
                .isEqualTo("capacity_short");
        assertThat(reserve(1, Duration.ofMinutes(60), Duration.ofMinutes(115)).text("code"))
                .as("nor would this be when the other begins")
                .isEqualTo("capacity_short");
        assertThat(reserve(1, Duration.ofMinutes(191), Duration.ofHours(4)).status())
                .isEqualTo(201);
        assertThat(reserve(1, Duration.ofHours(-1), Duration.ofHours(4)).status())
                .isEqualTo(400);
        assertThat(reserve(1, Duration.ofHours(4), Duration.ofHours(4)).status())
                .isEqualTo(400);
    }

    @Test
    void noMoreIsReservedForOneTimeThanMayBeHeld() {
        world.node(4);
        world.node(4);
        world.quota("quota.gpus_max", 3);
        assertThat(reserve(2, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        assertThat(reserve(2, Duration.ofHours(4), Duration.ofHours(5)).status())
                .as("at another time")
                .isEqualTo(201);
        Reply refused = reserve(2, Duration.ofMinutes(150), Duration.ofMinutes(200));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("quota_exceeded");
        assertThat(refused.text("detail"))
                .isEqualTo("The project reserved 2 GPUs for that time; with 2 more it would exceed its limit of 3.");
        assertThat(reserve(1, Duration.ofHours(1), Duration.ofHours(6)).status())
                .as("beside both, of which one begins after the other has ended")
                .isEqualTo(201);
        assertThat(reserve(1, Duration.ofHours(1), Duration.ofHours(6)).text("code"))
                .isEqualTo("quota_exceeded");
    }

    @Test
    void reservationsOfOtherProjectsOfTheTenantCount() {
        world.node(4);
        world.quota("quota.gpus_max", 3);
        assertThat(reserve(2, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        String other = world.admin.createProject(world.tenant);
        Instant now = Instant.now();
        Reply refused = world.admin.post(
                "/api/v1/projects/" + other + "/reservations",
                "{\"sku\":\"%s\",\"count\":2,\"starts_at\":\"%s\",\"ends_at\":\"%s\"}"
                        .formatted(world.sku, now.plusSeconds(7_200), now.plusSeconds(9_000)));
        assertThat(refused.text("code")).isEqualTo("quota_exceeded");
        assertThat(refused.text("detail"))
                .isEqualTo("The tenant reserved 2 GPUs for that time; with 2 more it would exceed its limit of 3.");
    }

    @Test
    void whenItsTimeComesItIsAnAllocationThatEndsWithTheWindow() {
        world.node(1);
        String id = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        PLANE.database().execute("UPDATE allocations.reservation SET starts_at = now() WHERE id = '" + id + "'");
        AllocationWorld.await(
                () -> world.admin.get(address + "/" + id).text("state").equals("fulfilled"));
        AllocationId made =
                AllocationId.parse(world.admin.get(address + "/" + id).text("allocation_id"));
        world.bring(made, "active");
        assertThat(world.get(made).text("expires_at"))
                .as("however long it took until it was active")
                .isEqualTo(world.admin.get(address + "/" + id).text("ends_at"));
        assertThat(world.admin.post(address + "/" + id + "/cancel", null).status())
                .isEqualTo(409);
        awaitTold(id, "planned", "fulfilled");
    }

    @Test
    void aSuspendedTenantMissesItsTimeAndItsPeopleAreTold() {
        world.node(1);
        TestPrincipals.Person member = PLANE.principals().person(Role.PROJECT_MEMBER, world.tenant, world.project);
        String id = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        world.admin.post("/api/v1/tenants/" + world.tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        PLANE.database().execute("UPDATE allocations.reservation SET starts_at = now() WHERE id = '" + id + "'");
        AllocationWorld.await(
                () -> world.admin.get(address + "/" + id).text("state").equals("missed"));
        Reply missed = world.admin.get(address + "/" + id);
        assertThat(missed.text("message")).isEqualTo("The tenant was suspended when the reservation was due to start.");
        assertThat(missed.json().path("allocation_id").isMissingNode()).isTrue();
        assertThat(world.liveLeases()).isZero();
        awaitTold(id, "planned", "missed");
        AllocationWorld.await(() -> PLANE.client(member.token())
                .get("/api/v1/notifications")
                .body()
                .contains("Reservation " + id + " of 1 " + world.sku + " could not start: The tenant was suspended"));
    }

    /** Otherwise two batches that name two models in another order could wait for each other. */
    @Test
    void aBatchLocksGpuModelsInTheOrderOfTheirNames() throws Exception {
        AllocationWorld other = new AllocationWorld(PLANE);
        for (AllocationWorld one : List.of(world, other)) {
            one.node(2);
            assertThat(reserve(one.sku, 1, Duration.ofHours(2), Duration.ofHours(3))
                            .status())
                    .isEqualTo(201);
        }
        AllocationWorld low = world.model.compareTo(other.model) < 0 ? world : other;
        AllocationWorld high = low == world ? other : world;
        CompletableFuture<Reply> batch;
        try (Connection taker = PLANE.database().connect();
                Statement statement = taker.createStatement()) {
            taker.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(7308, hashtext('" + low.model + "'))");
            batch = CompletableFuture.supplyAsync(() -> world.admin.post(
                    "/api/v1/projects/" + world.project + "/allocation-batches",
                    "{\"members\":[" + high.request().json() + ","
                            + low.request().json() + "]}"));
            AllocationWorld.await(() -> takers(low.model, false) == 1);
            assertThat(takers(high.model, true)).isZero();
        }
        Reply made = batch.get(60, TimeUnit.SECONDS);
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        assertThat(made.json().findValuesAsString("sku")).containsExactly(high.sku, low.sku);
    }

    private static long takers(String model, boolean granted) {
        return PLANE.database().count("""
                SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 7308 AND objsubid = 2
                  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                  AND objid::bigint = (hashtext('%s')::bigint & 4294967295) AND granted = %s""".formatted(model, granted));
    }

    private void begin(String id) {
        PLANE.database().execute("UPDATE allocations.reservation SET starts_at = now() WHERE id = '" + id + "'");
    }

    private String state(String id) {
        return world.admin.get(address + "/" + id).text("state");
    }

    @Test
    void aCountThatIsNoLongerSoldIsMissedAndOthersStart() {
        world.node(2);
        world.node(2);
        String two = reserve(2, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        String one = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        PLANE.database().execute("UPDATE offerings.sku SET counts = ARRAY[1] WHERE name = '" + world.sku + "'");
        begin(two);
        begin(one);
        AllocationWorld.await(() -> state(one).equals("fulfilled") && state(two).equals("missed"));
        assertThat(world.admin.get(address + "/" + two).text("message"))
                .isEqualTo(world.sku + " is sold in counts of 1, not in 2.");
        awaitTold(two, "planned", "missed");
    }

    @Test
    void oneThatCannotBeReadKeepsNoOtherFromItsStart() {
        world.node(2);
        String broken = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        String sound = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        PLANE.database().execute("UPDATE allocations.reservation SET correlation_id = '' WHERE id = '" + broken + "'");
        begin(broken);
        begin(sound);
        AllocationWorld.await(() -> state(sound).equals("fulfilled"));
        assertThat(state(broken)).isEqualTo("planned");
        PLANE.database()
                .execute("UPDATE allocations.reservation SET correlation_id = 'repaired' WHERE id = '" + broken + "'");
        AllocationWorld.await(() -> state(broken).equals("fulfilled"));
    }

    private static void awaitTold(String id, String... states) {
        AllocationWorld.await(() -> PLANE.bean(JdbcClient.class)
                .sql("""
                        SELECT envelope::jsonb #>> '{payload,state}' AS state FROM events.bus_message
                        WHERE aggregate = :aggregate ORDER BY sequence""")
                .param("aggregate", "reservation:" + id)
                .query((row, n) -> row.getString("state"))
                .list()
                .equals(List.of(states)));
    }

    /** The promise was made of a host that has failed since. */
    @Test
    void whenItsWindowIsOverBeforeThereIsRoomItLeavesTheQueue() {
        world.node(1);
        AllocationId holder = world.request().lasting(Duration.ofMinutes(30)).create();
        world.bring(holder, "active");
        String id = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        PLANE.database().execute("UPDATE allocations.reservation SET starts_at = now() WHERE id = '" + id + "'");
        AllocationWorld.await(
                () -> world.admin.get(address + "/" + id).text("state").equals("fulfilled"));
        AllocationId made =
                AllocationId.parse(world.admin.get(address + "/" + id).text("allocation_id"));
        assertThat(world.state(made)).isEqualTo("queued");
        PLANE.database().execute("UPDATE allocations.allocation SET expires_at = now() WHERE id = '" + made + "'");
        PLANE.bean(Advance.class).advance(made);
        assertThat(world.state(made)).isEqualTo("released");
        assertThat(world.get(made).json().at("/failure/code").asString()).isEqualTo("expired");
    }

    @Test
    void aCanceledOneHoldsNothingBack() {
        world.node(1);
        String id = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        assertThat(world.request().send().status()).isEqualTo(409);
        assertThat(world.admin.post(address + "/" + id + "/cancel", null).text("state"))
                .isEqualTo("canceled");
        awaitTold(id, "planned", "canceled");
        assertThat(world.request().send().status()).isEqualTo(201);
    }
}
