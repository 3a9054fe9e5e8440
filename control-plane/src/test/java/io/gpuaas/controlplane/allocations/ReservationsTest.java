package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is promised for later is not given away before, and is there when its time comes. */
class ReservationsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final String address = "/api/v1/projects/" + world.project + "/reservations";

    private Reply reserve(int count, Duration from, Duration until) {
        Instant now = Instant.now();
        return world.admin.post(
                address,
                "{\"sku\":\"%s\",\"count\":%d,\"starts_at\":\"%s\",\"ends_at\":\"%s\"}"
                        .formatted(world.sku, count, now.plus(from), now.plus(until)));
    }

    @Test
    void promisedCapacityIsHeldBackFromThoseWhoWouldStillHoldIt() {
        world.node(2);
        assertThat(reserve(1, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        Reply endless = world.ask(2, "");
        assertThat(endless.text("code")).isEqualTo("capacity_short");
        assertThat(endless.text("detail")).contains("reserved");
        assertThat(world.ask(2, ",\"max_duration_seconds\":3600").status()).isEqualTo(201);
    }

    @Test
    void noMoreIsPromisedThanThereIs() {
        world.node(2);
        assertThat(reserve(2, Duration.ofHours(2), Duration.ofHours(3)).status())
                .isEqualTo(201);
        Reply second = reserve(1, Duration.ofMinutes(150), Duration.ofHours(4));
        assertThat(second.text("code")).isEqualTo("capacity_short");
        assertThat(second.text("detail")).contains("0 of");
        assertThat(reserve(1, Duration.ofHours(3), Duration.ofHours(4)).status())
                .isEqualTo(201);
        assertThat(reserve(1, Duration.ofHours(-1), Duration.ofHours(4)).status())
                .isEqualTo(400);
        assertThat(reserve(1, Duration.ofHours(4), Duration.ofHours(4)).status())
                .isEqualTo(400);
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
        Instant end = Instant.parse(world.get(made).text("expires_at"));
        assertThat(end)
                .isBetween(Instant.now().plusSeconds(6_000), Instant.now().plusSeconds(7_300));
        assertThat(world.admin.post(address + "/" + id + "/cancel", null).status())
                .isEqualTo(409);
    }

    @Test
    void aCanceledOneHoldsNothingBack() {
        world.node(1);
        String id = reserve(1, Duration.ofHours(1), Duration.ofHours(2)).text("id");
        assertThat(world.ask(1, "").status()).isEqualTo(409);
        assertThat(world.admin.post(address + "/" + id + "/cancel", null).text("state"))
                .isEqualTo("canceled");
        assertThat(world.ask(1, "").status()).isEqualTo(201);
    }
}
