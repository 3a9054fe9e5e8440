package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Allocations whose node stays away for too long, or was away unnoticed. */
class NodeTroubleTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final NodeId node = world.node(1);

    /** Its node was last seen shortly after the allocation became active, and the allocation was ended since. */
    private AllocationId givenUp() {
        world.policy("allocations.lost_after", "PT1S");
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        AllocationWorld.await(() -> world.state(id).equals("releasing"));
        return id;
    }

    @Test
    void anAllocationOnALostNodeEndsAndItsPeopleAreNotified() {
        TestPrincipals.Person member = PLANE.principals().person(Role.PROJECT_MEMBER, world.tenant, world.project);
        TestPrincipals.Person operator = PLANE.principals().personOnPlatform(Role.OPERATOR);
        AllocationId id = givenUp();
        JsonNode failure = world.get(id).json().path("failure");
        assertThat(failure.path("code").asString()).isEqualTo("node_lost");
        assertThat(failure.path("message").asString()).contains("Its node has not responded since", "was ended");
        assertThat(meter(id, "count(*) FILTER (WHERE ends_at IS NULL)")).isEqualTo("0");
        for (TestPrincipals.Person one : List.of(member, operator)) {
            AllocationWorld.await(() -> PLANE.client(one.token())
                    .get("/api/v1/notifications")
                    .body()
                    .contains("Allocation " + id + ": Its node has not responded since"));
        }
    }

    @Test
    void itsGpusAreSoldAgainOnlyWhenItsNodeIsBackAndClean() {
        AllocationId id = givenUp();
        assertThat(world.nodes.open()).as("told to a node that does not hear").isZero();
        assertThat(world.liveLeases()).isEqualTo(1);
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        world.nodes.comeBack(node, "slice", List.of(id.toString()));
        AllocationWorld.await(() -> world.nodes.open() == 1);
        assertThat(world.liveLeases()).as("back, and not yet clean").isEqualTo(1);
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
        List<String> told = new ArrayList<>();
        world.bring(id, "failed", task -> {
            told.add(task.type());
            return Optional.of(FakeNodes.output(task));
        });
        assertThat(told).containsExactly("slice.release");
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("node_lost");
        assertThat(world.liveLeases()).isZero();
        AllocationId next = world.create(1);
        world.bring(next, "active");
        assertThat(PLANE.database()
                        .count("SELECT max(fencing_token) FROM inventory.lease_slot p JOIN inventory.lease l ON"
                                + " l.id = p.lease_id WHERE l.allocation_id = '" + next + "'"))
                .isEqualTo(2);
    }

    @Test
    void whenItsNodeIsRetiredInsteadItHasFailedAndHoldsNothing() {
        AllocationId id = givenUp();
        world.nodes.retire(node);
        AllocationWorld.await(() -> world.state(id).equals("failed"));
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("node_lost");
        assertThat(world.liveLeases()).isZero();
        assertThat(world.request().send().text("code")).isEqualTo("capacity_short");
    }

    @Test
    void aReleaseDuringAnAbsenceFinishesWhenTheNodeIsBack() {
        AllocationId id = world.active(1);
        world.nodes.fallSilent(node);
        AllocationWorld.await(() -> !world.get(id).json().at("/degraded").isMissingNode());
        world.act(id, "release");
        AllocationWorld.await(() -> world.get(id).text("phase").equals("cleaning_host"));
        assertThat(world.nodes.open()).isZero();
        assertThat(world.liveLeases()).isEqualTo(1);
        world.nodes.comeBack(node, "slice", List.of(id.toString()));
        world.bring(id, "released");
        assertThat(world.liveLeases()).isZero();
    }

    /** The silence and its end are one commit: a consumer of the first event sees a node that is back. */
    @Test
    void aNodeThatCameBackBeforeAnybodyLookedIsNotChargedForItsSilence() {
        AllocationId id = world.active(1);
        Instant heard = lastHeard(id);
        world.nodes.blink(node, heard, "slice", List.of(id.toString()));
        AllocationWorld.await(() -> kinds(id).endsWith("degraded,recovered"));
        assertThat(world.state(id)).isEqualTo("active");
        assertThat(meter(id, "count(*)")).isEqualTo("2");
        assertThat(meter(id, "min(ends_at) = '%s'".formatted(heard.truncatedTo(ChronoUnit.SECONDS))))
                .as("until its node was last heard")
                .isEqualTo("true");
        assertThat(meter(id, "count(*) FILTER (WHERE ends_at IS NULL)"))
                .as("and again since it is known to be there")
                .isEqualTo("1");
    }

    @Test
    void aNodeThatCameBackWithoutItBeforeAnybodyLookedFailsIt() {
        AllocationId id = world.active(1);
        world.nodes.blink(node, lastHeard(id), "slice", List.of());
        world.bring(id, "failed");
        assertThat(world.get(id).json().at("/failure/code").asString()).isEqualTo("node_lost_it");
        assertThat(world.liveLeases()).isZero();
    }

    /** Long enough after it was active that something was charged. */
    private Instant lastHeard(AllocationId id) {
        AllocationWorld.await(
                () -> meter(id, "now() - max(starts_at) > interval '2 s'").equals("true"));
        return Instant.parse(world.get(id).text("active_at")).plusMillis(1_500);
    }

    private String kinds(AllocationId id) {
        return String.join(
                ",",
                world.admin
                        .get(world.base() + "/" + id + "/timeline")
                        .json()
                        .path("items")
                        .valueStream()
                        .map(event -> event.path("kind").asString())
                        .toList());
    }

    private String meter(AllocationId id, String expression) {
        return PLANE.bean(JdbcClient.class)
                .sql("SELECT (" + expression + ")::text FROM billing.meter WHERE allocation_id = :id")
                .param("id", id.value())
                .query(String.class)
                .single();
    }
}
