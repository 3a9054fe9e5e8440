package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.access.SshKeySamples;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.NodeId;
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

    private List<String> timeline(AllocationId id) {
        List<String> steps = new ArrayList<>();
        for (JsonNode event :
                world.admin.get(world.base() + "/" + id + "/timeline").json().path("items")) {
            steps.add(event.path("kind").asString() + ":"
                    + event.path(event.path("kind").asString().equals("progressed") ? "phase" : "state")
                            .asString());
        }
        return steps;
    }

    @Test
    void itIsActiveOnlyAfterTheNodeProvedItAndFreeOnlyAfterTheNodeGaveItBack() {
        world.node(4);
        Reply created = world.ask(2, ",\"name\":\"train\",\"labels\":{\"team\":\"vision\"}");
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
        assertThat(timeline(id))
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
    void aHostIsBuiltAnewBetweenHoldersWhenTheSkuSaysSo() {
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
    void aGpuThatIsNotShownByTheDriverFailsItAndWhatWasMadeIsUndone() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.create(1);
        List<String> told = new ArrayList<>();
        FakeNodes.Behaviour oneMissing = task -> {
            told.add(task.type());
            return task.type().equals("gpu.verify")
                    ? Optional.of("{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"%s\",\"healthy\":true}]}"
                            .formatted(task.payload().at("/leases/0/device").asString()))
                    : Optional.of(FakeNodes.output(task));
        };
        AllocationWorld.await(() -> {
            world.nodes.perform(oneMissing);
            skipPauses(id);
            return world.state(id).equals("failed");
        });
        assertThat(told).containsExactly("user.provision", "gpu.verify", "gpu.verify", "gpu.verify", "user.revoke");
        assertThat(world.get(id).json().at("/failure/message").asString())
                .isEqualTo("The driver shows 1 of the 2 GPUs.");
        assertThat(world.get(id).json().at("/access").isMissingNode()).isTrue();
        assertThat(world.liveLeases()).isZero();
    }

    /** The pauses between attempts are seconds to minutes; here they are over at once. */
    private void skipPauses(AllocationId id) {
        PLANE.database()
                .execute("UPDATE allocations.allocation SET not_before = now() - interval '1 s' WHERE id = '" + id
                        + "' AND not_before > now()");
        PLANE.bean(LifecycleDriver.class).wake(id);
    }

    @Test
    void aReleaseThatFailsKeepsTheGpusUntilItIsRetried() {
        world.node(1);
        AllocationId id = world.active(1);
        world.act(id, "release");
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.FAILS);
            skipPauses(id);
            return world.state(id).equals("release_failed");
        });
        assertThat(world.liveLeases()).isEqualTo(1);
        assertThat(world.ask(1, "").text("code")).isEqualTo("capacity_short");
        assertThat(world.act(id, "release").text("code")).isEqualTo("allocation_state_conflict");
        assertThat(world.act(id, "retry-release").text("state")).isEqualTo("releasing");
        world.bring(id, "released");
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aForcedReleaseFreesTheGpusOnceTheNodeIsRetired() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        assertThat(world.force(id).text("state")).isEqualTo("releasing");
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(world.liveLeases()).isEqualTo(1);
        world.nodes.retire(node);
        AllocationWorld.await(() -> world.state(id).equals("released"));
        assertThat(world.liveLeases()).isZero();
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("forced");
    }

    @Test
    void afterTenForcedReleasesTheEleventhIsRefused() {
        world.node(1);
        AllocationId id = world.active(1);
        for (int round = 1; round <= 10; round++) {
            assertThat(world.force(id).status()).as("round " + round).isEqualTo(200);
            PLANE.database()
                    .execute("UPDATE allocations.allocation SET state = 'release_failed', version = version + 1,"
                            + " phase = NULL, task_id = NULL WHERE id = '" + id + "'");
        }
        Reply eleventh = world.force(id);
        assertThat(eleventh.status()).isEqualTo(409);
        assertThat(eleventh.text("code")).isEqualTo("allocation_state_conflict");
        assertThat(eleventh.text("detail")).contains("10 times", "retire it");
        assertThat(world.liveLeases()).isEqualTo(1);
    }

    @Test
    void aStuckAllocationIsListedAndCountedUntilItProgresses() {
        world.node(1);
        AllocationId id = world.create(1);
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(stuck()).doesNotContain(id.toString());
        PLANE.database()
                .execute("UPDATE allocations.allocation SET phase_since = now() - interval '3 h' WHERE id = '" + id
                        + "'");
        PLANE.bean(Advance.class).advance(id);
        assertThat(stuck()).contains(id.toString());
        assertThat(world.get(id).text("stuck_since")).isNotEmpty();
        assertThat(timeline(id)).contains("stuck:provisioning");
        PLANE.bean(AllocationMetrics.class).measure();
        assertThat(PLANE.metrics().body()).containsPattern("gpuaas_allocations_in_trouble\\{kind=\"stuck\"\\} [1-9]");
        world.bring(id, "active");
        assertThat(stuck()).doesNotContain(id.toString());
    }

    private List<String> stuck() {
        return world.admin
                .get("/api/v1/allocations?stuck=true&sku=" + world.sku)
                .json()
                .path("items")
                .valueStream()
                .map(one -> one.path("id").asString())
                .toList();
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

    @Test
    void aNodeThatFallsSilentDegradesWhatItHoldsAndItRecoversWhenTheLoginIsStillThere() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded/reason").isMissingNode());
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(world.ask(1, "").text("code")).isEqualTo("capacity_short");
        world.nodes.comeBack(node, "slice", List.of(id.toString()));
        AllocationWorld.await(() -> world.get(id).json().at("/degraded").isMissingNode());
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(world.ask(1, "").text("code")).as("its GPU is still its own").isEqualTo("capacity_short");
        assertThat(timeline(id)).endsWith("degraded:active", "recovered:active");
    }

    /** The node was never away, so it is not asked again what runs there. */
    @Test
    void aGpuThatGoesMissingDegradesItAndItRecoversWhenTheGpuIsBack() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.loseGpus(node);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded").isMissingNode());
        assertThat(world.get(id).json().at("/degraded/reason").asString()).contains("is missing");
        world.nodes.findGpusAgain(node);
        AllocationWorld.await(() -> world.get(id).json().at("/degraded").isMissingNode());
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(timeline(id)).endsWith("degraded:active", "recovered:active");
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
        secondsPass(id, 2);
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
        secondsPass(id, 2);
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

    /** So that the meter that runs is not empty. */
    private void secondsPass(AllocationId id, int seconds) {
        AllocationWorld.await(() -> meter(id, "now() - max(starts_at) > interval '" + seconds + " s'")
                .equals("true"));
    }

    @Test
    void aNodeThatCameBackWithoutItFailsIt() {
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded").isMissingNode());
        world.nodes.comeBack(node, "slice", List.of());
        world.bring(id, "failed");
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("node_lost_it");
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aQueuedRequestIsServedAfterAReleaseAndCanLeaveTheQueue() {
        world.node(1);
        AllocationId first = world.active(1);
        AllocationId second = world.create(1, ",\"queue\":true");
        AllocationId third = world.create(1, ",\"queue\":true");
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
    void aProjectThatHoldsLessIsServedBeforeAnEarlierRequest() {
        world.node(2);
        AllocationId first = world.active(1);
        AllocationId second = world.active(1);
        String other = world.admin.createProject(world.tenant);
        AllocationId earlier = world.create(1, ",\"queue\":true");
        AllocationId later = AllocationId.parse(world.admin
                .post("/api/v1/projects/" + other + "/allocations", world.wish(1, ",\"queue\":true"))
                .text("id"));
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
        AllocationId earlier = world.create(1, ",\"queue\":true");
        PLANE.database().execute("""
                INSERT INTO allocations.allocation
                SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'name', 'more'))).*
                FROM allocations.allocation a, generate_series(1, %d) WHERE a.id = '%s'""".formatted(QueueStore.SERVED_MAX, earlier));
        String other = world.admin.createProject(world.tenant);
        AllocationId later = AllocationId.parse(world.admin
                .post("/api/v1/projects/" + other + "/allocations", world.wish(1, ",\"queue\":true"))
                .text("id"));
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
    void aSuspendedTenantThatWaitsHoldsNobodyUp() {
        world.node(1);
        AllocationId holder = world.active(1);
        AllocationWorld other = new AllocationWorld(PLANE);
        Reply waiting = world.admin.post(other.base(), world.wish(1, ",\"queue\":true"));
        assertThat(waiting.text("state")).isEqualTo("queued");
        world.admin.post("/api/v1/tenants/" + other.tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        world.act(holder, "release");
        world.bring(holder, "released");
        assertThat(world.ask(1, "").status()).isEqualTo(201);
        assertThat(stateIn(other.project, AllocationId.parse(waiting.text("id"))))
                .as("it keeps its place")
                .isEqualTo("queued");
    }

    @Test
    void aRequestThatNoHostCouldEverHoldIsNotQueued() {
        world.node(2);
        Reply refused = world.ask(4, ",\"queue\":true");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("capacity_short");
        assertThat(refused.text("detail")).contains("No host in this fleet can hold 4", "not queued");
    }

    @Test
    void aRequestThatNoHostCanHoldAnyMoreBlocksNoOther() {
        NodeId large = world.node(4);
        world.active(4);
        world.node(2);
        AllocationId hopeless = world.create(4, ",\"queue\":true");
        AllocationId behind = world.create(1, ",\"queue\":true");
        assertThat(world.ask(1, "").text("detail")).contains("Other requests are already waiting");
        world.nodes.retire(large);
        world.bring(behind, "active");
        AllocationWorld.await(() -> world.ask(1, "").status() == 201);
        assertThat(world.state(hopeless)).isEqualTo("queued");
    }

    @Test
    void aQueuedCountThatIsNoLongerSoldIsReportedAndBlocksNoOther() {
        world.node(2);
        AllocationId holder = world.active(2);
        AllocationId two = world.create(2, ",\"queue\":true");
        AllocationId behind = world.create(1, ",\"queue\":true");
        PLANE.database().execute("UPDATE offerings.sku SET counts = ARRAY[1, 4] WHERE name = '" + world.sku + "'");
        world.act(holder, "release");
        world.bring(behind, "active");
        assertThat(world.state(two)).isEqualTo("queued");
        assertThat(world.get(two).json().at("/queue/reason").asString())
                .startsWith(world.sku + " is no longer sold in counts of 2, only in 1, 4");
        assertThat(world.ask(1, "").status()).as("nor who comes later").isEqualTo(201);
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
        AllocationId broken = first.create(1, ",\"queue\":true");
        AllocationId waiting = second.create(1, ",\"queue\":true");
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

    @Test
    void aBatchIsPlacedWholeOrNotAtAll() {
        world.node(4);
        String batches = "/api/v1/projects/" + world.project + "/allocation-batches";
        String one = world.wish(2, "");
        Reply tooMany = world.admin.post(batches, "{\"members\":[" + one + "," + one + "," + one + "]}");
        assertThat(tooMany.text("code")).isEqualTo("capacity_short");
        assertThat(world.liveLeases()).isZero();
        Reply fits = world.admin.post(batches, "{\"members\":[" + one + "," + one + "]}");
        assertThat(fits.status()).isEqualTo(201);
        assertThat(fits.json().path("items")).hasSize(2);
        assertThat(world.liveLeases()).isEqualTo(2);
        Reply waiting =
                world.admin.post(batches, "{\"members\":[" + one + "," + world.wish(2, ",\"queue\":true") + "]}");
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
        AllocationId id = world.create(1, ",\"protected\":true");
        world.bring(id, "active");
        assertThat(world.act(id, "release").text("code")).isEqualTo("allocation_protected");
        assertThat(world.act(id, "unprotect").json().path("protected").asBoolean())
                .isFalse();
        assertThat(world.act(id, "release").status()).isEqualTo(200);
    }

    @Test
    void itIsReleasedWhenItsTimeIsOverUnlessItWasExtended() {
        world.node(1);
        AllocationId id = world.create(1, ",\"max_duration_seconds\":3600");
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
    void itIsFoundByItsLabelsCarriesANewNameAndShowsHowToAskForAnother() {
        world.node(1);
        AllocationId id = world.create(
                1,
                ",\"labels\":{\"team\":\"vision\"},\"image\":\"debian-13\",\"max_duration_seconds\":7200,\"queue\":true");
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
    void keysOfMembersOpenItAndChangesOfKeysAndMembersReachTheNode() {
        world.node(1);
        TestPrincipals.Person member = PLANE.principals().person(Role.PROJECT_MEMBER, world.tenant, world.project);
        AllocationId id = world.active(1);
        String key = SshKeySamples.ed25519();
        PLANE.client(member.token()).post("/api/v1/me/ssh-keys", "{\"name\":\"k\",\"public_key\":\"" + key + "\"}");
        assertThat(keysToldUntil(1)).hasSize(1);
        world.admin.delete("/api/v1/projects/" + world.project + "/members/" + member.id());
        assertThat(keysToldUntil(0)).isEmpty();
        assertThat(world.state(id)).isEqualTo("active");
    }

    @Test
    void keysThatDoNotArriveAreToldOfAndTriedUntilTheyDo() {
        world.node(1);
        TestPrincipals.Person member = PLANE.principals().person(Role.PROJECT_MEMBER, world.tenant, world.project);
        AllocationId id = world.active(1);
        PLANE.client(member.token())
                .post("/api/v1/me/ssh-keys", "{\"name\":\"k\",\"public_key\":\"" + SshKeySamples.ed25519() + "\"}");
        assertThat(keysToldUntil(1)).hasSize(1);
        world.admin.delete("/api/v1/projects/" + world.project + "/members/" + member.id());
        int[] failures = new int[1];
        AllocationWorld.await(() -> {
            failures[0] += world.nodes.perform(FakeNodes.Behaviour.FAILS);
            skipPauses(id);
            return world.get(id).json().has("stuck_since");
        });
        assertThat(failures[0]).isGreaterThanOrEqualTo(LifecycleSteps.KEYS_FAILURES_MAX);
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(world.admin.get(world.base() + "/" + id + "/timeline").body())
                .contains("who lost access may still have it");
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.WORKS);
            skipPauses(id);
            return !world.get(id).json().has("stuck_since");
        });
    }

    /** The keys that the node last received, once there are that many. */
    private List<String> keysToldUntil(int count) {
        List<String> keys = new ArrayList<>();
        AllocationWorld.await(() -> {
            boolean[] told = new boolean[1];
            world.nodes.perform(task -> {
                if (task.type().equals("ssh_keys.reconcile")) {
                    keys.clear();
                    task.payload().path("ssh_keys").forEach(key -> keys.add(key.asString()));
                    told[0] = keys.size() == count;
                }
                return Optional.of(FakeNodes.output(task));
            });
            return told[0];
        });
        return keys;
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
