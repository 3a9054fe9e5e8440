package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.drivers.TimerDriver;
import io.gpuaas.controlplane.allocations.drivers.Timers;
import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimerDriverTest extends LifecycleDriverContract {

    @Override
    TestControlPlane plane() {
        return TestControlPlane.shared();
    }

    /** Its last sign of life lies four heartbeats back: what is left is to notice. */
    @Test
    void aTimerHeldByADeadProcessIsTakenUpWithinHalfAMinute() {
        assertThat(TimerDriver.HELD_BY_THE_DEAD_MAX).isLessThanOrEqualTo(Duration.ofSeconds(30));
        AllocationWorld world = new AllocationWorld(plane());
        world.node(1);
        AllocationId id = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(id, "active");
        plane().database().execute("""
                UPDATE allocations.timer SET picked = true, picked_by = 'a dead process',
                    execution_time = now() - interval '20 s', last_heartbeat = now() - interval '20 s'
                WHERE task_instance = '%s'""".formatted(id));
        plane().database()
                .execute("UPDATE allocations.allocation SET expires_at = now() - interval '1 s' WHERE id = '" + id
                        + "'");
        world.bring(id, "released");
    }

    /** As after a change from Temporal, which keeps no timer rows. */
    @Test
    void anAllocationOfAnotherDriverGetsATimer() {
        AllocationWorld world = new AllocationWorld(plane());
        world.node(1);
        AllocationId id = world.request().lasting(Duration.ofHours(1)).create();
        world.bring(id, "active");
        plane().bean(Timers.class).clear(id, Instant.now().plus(Duration.ofDays(1)));
        plane().database()
                .execute("UPDATE allocations.allocation SET expires_at = now() - interval '1 s' WHERE id = '" + id
                        + "'");
        driver().restoreTimers();
        world.bring(id, "released");
    }

    /** The timer found the release failed and is removed a moment later; in between the release is retried. */
    @Test
    void aRetryDuringTheRemovalOfTheTimerSetsItAgain() {
        AllocationWorld world = new AllocationWorld(plane());
        world.node(1);
        AllocationId id = world.active(1);
        world.act(id, "release");
        failToRelease(world, id);
        AllocationWorld.await(() -> timers(id) == 0);
        driver().restoreTimers();
        assertThat(timers(id)).as("it rests").isZero();
        plane().database().execute("""
                INSERT INTO allocations.timer (task_name, task_instance, execution_time, picked, picked_by,
                    last_heartbeat, version)
                VALUES ('%s', '%s', now(), true, 'who removes it', now(), 1)""".formatted(Timers.TASK, id));
        assertThat(world.act(id, "retry-release").status()).isEqualTo(200);
        plane().database().execute("DELETE FROM allocations.timer WHERE task_instance = '" + id + "'");
        driver().restoreTimers();
        assertThat(timers(id)).isEqualTo(1);
        world.bring(id, "released");
    }

    private TimerDriver driver() {
        return (TimerDriver) plane().bean(LifecycleDriver.class);
    }

    private long timers(AllocationId id) {
        return plane().database().count("SELECT count(*) FROM allocations.timer WHERE task_instance = '" + id + "'");
    }

    @Test
    void anotherProcessAtOnceAdvancesAnAllocationOfAProcessWithoutThatRole() {
        AllocationWorld world = new AllocationWorld(plane());
        world.node(1);
        try (TestControlPlane api = plane().startTwin(Map.of("gpuaas.roles", "api"))) {
            AllocationId id = AllocationId.parse(
                    api.admin().post(world.base(), world.request().json()).text("id"));
            world.bring(id, "active");
            assertThat(secondsUntilTakenUp(id, "requested", "provisioning")).isLessThan(8);
            api.admin().post(world.base() + "/" + id + "/release", null);
            world.bring(id, "released");
            assertThat(secondsUntilTakenUp(id, "releasing", "releasing")).isLessThan(8);
        }
    }

    /** From the first thing that happened in one state to the next one in the other. */
    private long secondsUntilTakenUp(AllocationId id, String asked, String begun) {
        return plane().database().count("""
                SELECT extract(epoch FROM min(b.at) - min(a.at))::bigint
                FROM allocations.timeline a JOIN allocations.timeline b USING (allocation_id)
                WHERE allocation_id = '%s' AND a.state = '%s' AND a.kind = 'moved' AND b.state = '%s'
                  AND b.sequence > a.sequence""".formatted(id, asked, begun));
    }
}
