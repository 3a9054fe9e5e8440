package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.AllocationId;
import java.time.Duration;
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
        AllocationId id = world.create(1, ",\"max_duration_seconds\":3600");
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
}
