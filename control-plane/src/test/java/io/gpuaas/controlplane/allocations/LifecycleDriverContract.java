package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.kernel.AllocationId;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** The contract of every lifecycle driver. */
abstract class LifecycleDriverContract {

    abstract TestControlPlane plane();

    @Test
    void allocationsAreBroughtToActiveAndBack() {
        AllocationWorld world = new AllocationWorld(plane());
        world.node(4);
        List<AllocationId> made = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            made.add(world.create(1));
        }
        made.forEach(id -> world.bring(id, "active"));
        made.forEach(id -> world.act(id, "release"));
        made.forEach(id -> world.bring(id, "released"));
        assertThat(world.liveLeases()).isZero();
    }

    @Test
    void aFollowedAllocationAdvancesWithoutAWakeUp() {
        AllocationWorld world = new AllocationWorld(plane());
        world.node(1);
        AllocationId id = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(id, "active");
        plane().database()
                .execute("UPDATE allocations.allocation SET expires_at = now() - interval '1 s' WHERE id = '" + id
                        + "'");
        plane().bean(TransactionTemplate.class)
                .executeWithoutResult(status -> plane().bean(LifecycleDriver.class)
                        .follow(id, plane().bean(Clock.class).instant()));
        AllocationWorld.await(() -> !world.state(id).equals("active"));
        world.bring(id, "released");
    }

    @Test
    void aFailedReleaseRestsUntilSomebodyActsAndThenGoesOn() {
        AllocationWorld world = new AllocationWorld(plane());
        world.node(1);
        AllocationId id = world.active(1);
        world.act(id, "release");
        failToRelease(world, id);
        world.act(id, "retry-release");
        world.bring(id, "released");
    }

    void failToRelease(AllocationWorld world, AllocationId id) {
        world.bringWithoutPauses(id, "release_failed", FakeNodes.Behaviour.FAILS);
    }
}
