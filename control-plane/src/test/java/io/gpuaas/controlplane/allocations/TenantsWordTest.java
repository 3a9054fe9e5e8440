package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Reports that a tenant can fake, by a guest or a host, do not stop the meter and take no GPU out of sale. */
class TenantsWordTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    /** A guest of a slice; no tenant is root on its host. */
    private static AllocationWorld slices() {
        return new AllocationWorld(PLANE);
    }

    /** A host whose tenant is root, though it is not rebuilt from outside here. */
    private static AllocationWorld hosts() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "full_reimage");
        world.admin.put("/api/v1/tenants/" + world.tenant + "/policies/allocations.sudo", "{\"value\":\"always\"}");
        return world;
    }

    private static String meter(AllocationId id, String expression) {
        return PLANE.bean(JdbcClient.class)
                .sql("SELECT (" + expression + ")::text FROM billing.meter WHERE allocation_id = :id")
                .param("id", id.value())
                .query(String.class)
                .single();
    }

    private static boolean isCharged(AllocationId id) {
        return meter(id, "count(*) FILTER (WHERE ends_at IS NULL)").equals("1");
    }

    private static String gpu(AllocationWorld world, AllocationId id) {
        return world.get(id).json().at("/lease/gpus/0/gpu_uuid").asString();
    }

    private static JsonNode awaitDegraded(AllocationWorld world, AllocationId id) {
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded").isMissingNode());
        return world.get(id).json().path("degraded");
    }

    private static void awaitWell(AllocationWorld world, AllocationId id) {
        AllocationWorld.await(() -> world.get(id).json().at("/degraded").isMissingNode());
    }

    private static long slotsForSale(AllocationWorld world) {
        return PLANE.database()
                .count("SELECT count(*) FROM inventory.slot WHERE state = 'in_service' AND model = '" + world.model
                        + "'");
    }

    private static ApiClient.Reply decide(AllocationWorld world, AllocationId id, String verb, String more) {
        return world.admin.post("/api/v1/allocations/" + id + "/" + verb, "{\"reason\":\"looked\"" + more + "}");
    }

    private static void awaitNews(TestPrincipals.Person person, String text) {
        AllocationWorld.await(() ->
                PLANE.client(person.token()).get("/api/v1/notifications").body().contains(text));
    }

    @Test
    void aGuestThatReportsAFaultIsChargedOnAndEverybodyIsTold() {
        AllocationWorld world = slices();
        TestPrincipals.Person member = PLANE.principals().person(Role.PROJECT_MEMBER, world.tenant, world.project);
        TestPrincipals.Person operator = PLANE.principals().personOnPlatform(Role.OPERATOR);
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.guestReportsXid(node, gpu(world, id), 79);
        JsonNode degraded = awaitDegraded(world, id);
        assertThat(degraded.path("confirmed").asBoolean()).isFalse();
        assertThat(degraded.path("reason").asString()).contains("is reported faulty (Xid 79)");
        assertThat(isCharged(id)).isTrue();
        assertThat(world.admin
                        .get("/api/v1/allocations?fault_reported=true&tenant_id=" + world.tenant)
                        .body())
                .contains(id.toString());
        assertThat(world.admin
                        .get("/api/v1/nodes/" + node)
                        .json()
                        .at("/gpus/0/reported_fault")
                        .asString())
                .isEqualTo("Xid 79");
        awaitNews(member, "Not confirmed yet, so billing continues");
        awaitNews(operator, id.toString());
    }

    @Test
    void aHostWhoseTenantIsRootIsChargedOnWhateverItsAgentReports() {
        for (String way : List.of("xid", "fault", "missing")) {
            AllocationWorld world = hosts();
            NodeId node = world.node(AllocationWorld.HOST_GPUS);
            AllocationId id = world.active(1);
            switch (way) {
                case "xid" -> world.nodes.hostReportsXid(node, gpu(world, id), 79);
                case "fault" -> world.nodes.hostReportsFault(node, "gpu_missing:0000:01:00.0");
                default -> world.nodes.loseGpus(node);
            }
            assertThat(awaitDegraded(world, id).path("confirmed").asBoolean())
                    .as(way)
                    .isFalse();
            assertThat(isCharged(id)).as(way).isTrue();
            assertThat(world.admin.get("/api/v1/nodes/" + node).text("state"))
                    .as(way)
                    .isEqualTo("ready");
        }
    }

    @Test
    void aHostWhoseTenantIsRootIsChargedOnAndSoldAgainWhenItsNumbersGoBack() {
        AllocationWorld world = hosts();
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.goBack(node);
        PLANE.bean(Advance.class).advance(id);
        assertThat(isCharged(id)).isTrue();
        world.act(id, "release");
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.WORKS);
            return world.admin.get("/api/v1/nodes/" + node).text("state").equals("enrolling");
        });
        world.nodes.comeBack(node, "user", List.of());
        world.bring(id, "released");
        assertThat(isCharged(id)).isFalse();
        AllocationWorld.await(() -> slotsForSale(world) == AllocationWorld.HOST_GPUS);
    }

    @Test
    void aHostWithoutARootTenantIsBelieved() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.hostReportsXid(node, gpu(world, id), 79);
        assertThat(awaitDegraded(world, id).path("confirmed").asBoolean()).isTrue();
        assertThat(isCharged(id)).isFalse();
    }

    @Test
    void theRightToBecomeRootCountsAsItWasGivenNotAsThePolicyIsNow() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        world.policy("allocations.sudo", "always");
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.policy("allocations.sudo", "never");
        world.nodes.fallSilent(node);
        awaitDegraded(world, id);
        assertThat(isCharged(id)).isTrue();
    }

    @Test
    void theSilenceOfAHostWhoseTenantIsRootIsChargedUntilAnOperatorConfirmsIt() {
        AllocationWorld world = hosts();
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        Instant since = Instant.parse(awaitDegraded(world, id).path("since").asString());
        assertThat(isCharged(id)).isTrue();
        assertThat(decide(world, id, "confirm-fault", ",\"since\":\"" + since.minusSeconds(1) + "\"")
                        .text("code"))
                .isEqualTo("request_invalid");
        assertThat(decide(world, id, "confirm-fault", "").status()).isEqualTo(200);
        assertThat(isCharged(id)).isFalse();
        assertThat(meter(id, "max(ends_at) <= greatest(max(starts_at), '%s'::timestamptz)".formatted(since)))
                .as("not charged since it was silent")
                .isEqualTo("true");
        assertThat(world.get(id).json().at("/degraded/confirmed").asBoolean()).isTrue();
        assertThat(decide(world, id, "confirm-fault", "").text("code")).isEqualTo("allocation_state_conflict");
        world.nodes.comeBack(node, "user", List.of(username(id)));
        awaitWell(world, id);
        assertThat(isCharged(id)).isTrue();
    }

    private static String username(AllocationId id) {
        return PLANE.bean(AllocationStore.class).find(id).orElseThrow().place().username();
    }

    /** The silence and its end are one commit, so that only the event shows it. */
    @Test
    void aHostWhoseTenantIsRootIsChargedForASilenceNobodySaw() {
        AllocationWorld world = hosts();
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        AllocationWorld.await(
                () -> meter(id, "now() - max(starts_at) > interval '2 s'").equals("true"));
        Instant heard = Instant.parse(world.get(id).text("active_at")).plusMillis(1_500);
        world.nodes.blink(node, heard, "user", List.of(username(id)));
        AllocationWorld.await(() ->
                world.admin.get(world.base() + "/" + id + "/timeline").body().contains("recovered"));
        assertThat(meter(id, "count(*)")).isEqualTo("1");
        assertThat(isCharged(id)).isTrue();
    }

    @Test
    void aConfirmedReportIsGivenBackAndTheGpuIsReturnedAlone() {
        AllocationWorld world = slices();
        NodeId node = world.node(2);
        AllocationId id = world.active(1);
        AllocationId other = world.active(1);
        String gpu = gpu(world, id);
        world.nodes.guestReportsXid(node, gpu, 79);
        Instant since = Instant.parse(awaitDegraded(world, id).path("since").asString());
        assertThat(decide(world, id, "confirm-fault", "").status()).isEqualTo(200);
        assertThat(isCharged(id)).isFalse();
        assertThat(meter(id, "max(ends_at) <= greatest(max(starts_at), '%s'::timestamptz)".formatted(since)))
                .isEqualTo("true");
        AllocationWorld.await(() -> slotsForSale(world) == 1);
        assertThat(isCharged(other)).isTrue();
        String back = "/api/v1/nodes/" + node + "/gpus/" + gpu + "/return";
        assertThat(world.admin.post(back, "{\"reason\":\"reseated\"}").status()).isEqualTo(200);
        awaitWell(world, id);
        assertThat(isCharged(id)).isTrue();
        AllocationWorld.await(() -> slotsForSale(world) == 2);
        assertThat(world.admin.get("/api/v1/nodes/" + node).text("state")).isEqualTo("ready");
        assertThat(world.admin.post(back, "{\"reason\":\"again\"}").text("code"))
                .isEqualTo("node_state_conflict");
        assertThat(world.admin
                        .post("/api/v1/nodes/" + node + "/gpus/GPU-none/return", "{\"reason\":\"r\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aDismissedReportChangesNothingHoweverOftenItIsRepeated() {
        AllocationWorld world = slices();
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.guestReportsXid(node, gpu(world, id), 79);
        awaitDegraded(world, id);
        assertThat(decide(world, id, "dismiss-fault", "").status()).isEqualTo(200);
        awaitWell(world, id);
        long version = world.get(id).json().path("version").asLong();
        world.nodes.guestReportsXid(node, gpu(world, id), 79);
        world.nodes.guestReportsXid(node, gpu(world, id), 48);
        PLANE.bean(Advance.class).advance(id);
        assertThat(world.get(id).json().path("version").asLong()).isEqualTo(version);
        assertThat(isCharged(id)).isTrue();
        assertThat(decide(world, id, "dismiss-fault", "").text("code")).isEqualTo("allocation_state_conflict");
    }

    @Test
    void chargingStopsWhenTheHostDetectsTheFaultToo() {
        AllocationWorld world = slices();
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        world.nodes.guestReportsXid(node, gpu(world, id), 79);
        awaitDegraded(world, id);
        assertThat(isCharged(id)).isTrue();
        Instant before = Instant.now().minusSeconds(1);
        world.nodes.hostReportsXid(node, gpu(world, id), 79);
        AllocationWorld.await(() -> !isCharged(id));
        assertThat(meter(id, "max(ends_at) >= '%s'::timestamptz - interval '1 s'".formatted(before)))
                .as("not from when the guest said so")
                .isEqualTo("true");
        assertThat(world.get(id).json().at("/degraded/confirmed").asBoolean()).isTrue();
    }

    @Test
    void protectingItDoesNotKeepItLongerOnANodeThatStaysAway() {
        AllocationWorld world = slices();
        world.policy("allocations.lost_after", "PT1S");
        NodeId node = world.node(1);
        AllocationId id = world.request().protectedFromRelease().create();
        world.bring(id, "active");
        world.nodes.fallSilent(node);
        AllocationWorld.await(() -> world.state(id).equals("releasing"));
    }

    @Test
    void reportingAFaultAndReleasingTakesNoGpuOutOfSale() {
        AllocationWorld world = slices();
        NodeId node = world.node(1);
        for (int i = 0; i < 5; i++) {
            AllocationId id = world.active(1);
            world.nodes.guestReportsXid(node, gpu(world, id), 79);
            awaitDegraded(world, id);
            world.act(id, "release");
            List<String> told = new ArrayList<>();
            world.bring(id, "released", task -> {
                told.add(task.type());
                return Optional.of(FakeNodes.output(task));
            });
            assertThat(told).as("the host looks for itself").containsExactly("slice.release", "gpu.verify");
            assertThat(slotsForSale(world)).isEqualTo(1);
        }
    }

    @Test
    void aReportedGpuThatTheHostFindsFaultyTooIsNotSold() {
        AllocationWorld world = slices();
        NodeId node = world.node(1);
        AllocationId id = world.active(1);
        String gpu = gpu(world, id);
        world.nodes.guestReportsXid(node, gpu, 79);
        awaitDegraded(world, id);
        world.act(id, "release");
        world.bringWithoutPauses(
                id,
                "released",
                task -> task.type().equals("gpu.verify")
                        ? Optional.of("{\"gpus\":[{\"pci_address\":\"0000:01:00.0\",\"uuid\":\"" + gpu
                                + "\",\"healthy\":false,\"detail\":\"fell off the bus\"}]}")
                        : Optional.of(FakeNodes.output(task)));
        AllocationWorld.await(() -> slotsForSale(world) == 0);
        assertThat(world.liveLeases()).isZero();
        assertThat(world.admin
                        .get("/api/v1/nodes/" + node)
                        .json()
                        .at("/gpus/0/state_reason")
                        .asString())
                .contains("Xid 79", "fell off the bus");
    }

    @Test
    void aGpuThatSeveralTenantsReportWaitsForAnOperatorAndOneTenantCountsOnce() {
        AllocationWorld world = slices();
        NodeId node = world.node(1);
        String gpu = "";
        for (int tenant = 0; tenant < 3; tenant++) {
            AllocationWorld.await(() -> slotsForSale(world) == 1);
            AllocationId id = world.active(1);
            gpu = gpu(world, id);
            world.nodes.guestReportsXid(node, gpu, 79);
            awaitDegraded(world, id);
            PLANE.database().execute("""
                    UPDATE allocations.unproven_report SET tenant_id = gen_random_uuid() WHERE gpu_uuid = '%s'""".formatted(gpu));
            world.act(id, "release");
            world.bring(id, "released");
        }
        AllocationWorld.await(() -> slotsForSale(world) == 0);
        assertThat(world.admin
                        .post("/api/v1/nodes/" + node + "/gpus/" + gpu + "/return", "{\"reason\":\"tested\"}")
                        .status())
                .isEqualTo(200);
        AllocationWorld.await(() -> slotsForSale(world) == 1);
    }

    @Test
    void aReleaseThatTheHoldersProcessesKeepFromFinishingIsCharged() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.failureCode = "login_processes_remain";
        world.act(id, "release");
        world.bringWithoutPauses(id, "release_failed", FakeNodes.Behaviour.FAILS);
        assertThat(isCharged(id)).isTrue();
        assertThat(world.get(id).json().has("release_charged_since")).isTrue();
        world.act(id, "retry-release");
        assertThat(isCharged(id)).as("also while it is tried again").isTrue();
        world.bring(id, "released");
        assertThat(isCharged(id)).isFalse();
    }

    @Test
    void aReleaseThatFailsByAnotherFaultIsNotCharged() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.failureCode = "host_error";
        world.act(id, "release");
        world.bringWithoutPauses(id, "release_failed", FakeNodes.Behaviour.FAILS);
        assertThat(isCharged(id)).isFalse();
        assertThat(meter(id, "count(*)")).isEqualTo("1");
    }

    @Test
    void aHostWhoseTenantIsRootPaysForWhateverItFailsAtUntilAnOperatorWaivesIt() {
        AllocationWorld world = hosts();
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.failureCode = "host_error";
        world.act(id, "release");
        world.bringWithoutPauses(id, "release_failed", FakeNodes.Behaviour.FAILS);
        assertThat(isCharged(id)).isTrue();
        assertThat(decide(world, id, "confirm-fault", "").status()).isEqualTo(200);
        assertThat(isCharged(id)).isFalse();
        assertThat(meter(
                        id,
                        "coalesce(sum(extract(epoch FROM ends_at - starts_at)) FILTER (WHERE starts_at >= '%s'), 0)"
                                .formatted(world.get(id).text("state_since"))))
                .as("nothing of the release")
                .startsWith("0");
        world.act(id, "retry-release");
        world.bringWithoutPauses(id, "release_failed", FakeNodes.Behaviour.FAILS);
        assertThat(isCharged(id)).as("waived for good").isFalse();
    }

    @Test
    void aHostWhoseTenantIsRootIsChargedWhenItTakesLongToRemoveTheLogin() {
        for (boolean fallsSilent : List.of(false, true)) {
            AllocationWorld world = hosts();
            NodeId node = world.node(AllocationWorld.HOST_GPUS);
            AllocationId id = world.active(1);
            world.act(id, "release");
            AllocationWorld.await(() -> world.nodes.open() == 1);
            PLANE.bean(Advance.class).advance(id);
            assertThat(isCharged(id)).as("a minute is free").isFalse();
            if (fallsSilent) {
                world.nodes.fallSilent(node);
            }
            PLANE.database()
                    .execute(
                            "UPDATE allocations.allocation SET phase_since = phase_since - interval '61 s' WHERE id = '"
                                    + id + "'");
            PLANE.bean(Advance.class).advance(id);
            assertThat(isCharged(id)).isTrue();
            assertThat(world.get(id).json().has("release_charged_since")).isTrue();
            assertThat(decide(world, id, "confirm-fault", "").status()).isEqualTo(200);
            PLANE.bean(Advance.class).advance(id);
            assertThat(isCharged(id)).as("waived for good").isFalse();
        }
    }

    @Test
    void aHostWithoutARootTenantIsNotChargedHoweverLongItTakesToRemoveTheLogin() {
        AllocationWorld world = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
        world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.act(id, "release");
        AllocationWorld.await(() -> world.nodes.open() == 1);
        PLANE.database()
                .execute("UPDATE allocations.allocation SET phase_since = phase_since - interval '61 s' WHERE id = '"
                        + id + "'");
        PLANE.bean(Advance.class).advance(id);
        assertThat(isCharged(id)).isFalse();
    }

    @Test
    void givingBackAHostThatIsSilentDoesNotEndItsCharge() {
        AllocationWorld world = hosts();
        NodeId node = world.node(AllocationWorld.HOST_GPUS);
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        awaitDegraded(world, id);
        world.act(id, "release");
        AllocationWorld.await(() -> world.get(id).json().has("release_charged_since"));
        assertThat(isCharged(id)).isTrue();
        world.nodes.retire(node);
        AllocationWorld.await(() -> world.state(id).equals("released"));
        assertThat(isCharged(id)).isFalse();
    }
}
