package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Idle allocations are released when a policy says so, and only when every GPU was measured as idle. */
class IdleReleaseTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final JdbcClient jdbc = PLANE.bean(JdbcClient.class);
    private final NodeId node = world.node(2);
    private final AllocationId allocation = activeForLong();

    private AllocationId activeForLong() {
        world.policy("allocations.idle_release_after", "PT1H");
        AllocationId id = world.active(2);
        PLANE.database()
                .execute(
                        "UPDATE allocations.allocation SET active_at = now() - interval '2 h' WHERE id = '" + id + "'");
        return id;
    }

    private List<String> gpus() {
        return world.get(allocation)
                .json()
                .at("/lease/gpus")
                .valueStream()
                .map(gpu -> gpu.path("gpu_uuid").asString())
                .toList();
    }

    /** Each minute for longer than the limit. */
    private void measure(String gpu, @Nullable Double percent) {
        measure(gpu, percent, 61, 0);
    }

    /** Each minute, from so many minutes ago until so many minutes ago. */
    private void measure(String gpu, @Nullable Double percent, int from, int until) {
        Instant now = Instant.now();
        jdbc.sql("""
                INSERT INTO nodes.gpu_sample (node_id, gpu_uuid, at, utilization_percent, temperature_celsius)
                SELECT :node, :gpu, at, :percent, 40 FROM generate_series(:from, :until, interval '1 min') at""")
                .param("node", node.value())
                .param("gpu", gpu)
                .param("from", Columns.time(now.minus(Duration.ofMinutes(from))))
                .param("until", Columns.time(now.minus(Duration.ofMinutes(until))))
                .param("percent", percent, Types.DOUBLE)
                .update();
    }

    private String stateAfterALook() {
        PLANE.bean(Advance.class).advance(allocation);
        return world.state(allocation);
    }

    @Test
    void anIdleAllocationIsReleased() {
        gpus().forEach(gpu -> measure(gpu, 0.0));
        assertThat(stateAfterALook()).isEqualTo("releasing");
        assertThat(world.get(allocation).json().at("/failure/code").asString()).isEqualTo("idle");
    }

    @Test
    void anIdleLimitOfItsOwnReleasesEarlierThanTheOperators() {
        limit(1800);
        gpus().forEach(gpu -> measure(gpu, 0.0, 40, 0));
        assertThat(stateAfterALook()).isEqualTo("releasing");
    }

    @Test
    void anIdleLimitOfItsOwnHoldsWithoutThatOfAnOperator() {
        world.policy("allocations.idle_release_after", "PT0S");
        gpus().forEach(gpu -> measure(gpu, 0.0));
        assertThat(stateAfterALook()).isEqualTo("active");
        limit(1800);
        assertThat(stateAfterALook()).isEqualTo("releasing");
    }

    @Test
    void aSnoozePostponesTheReleaseOnceUntilTheGpusAreUsedAgain() {
        gpus().forEach(gpu -> measure(gpu, 0.0, 45, 0));
        assertThat(stateAfterALook()).isEqualTo("active");
        Instant due = Instant.parse(world.get(allocation).text("idle_release_at"));
        assertThat(due).isAfter(Instant.now());
        assertThat(world.timeline(allocation).getLast().path("message").asString())
                .contains("It is released at ");
        Instant snoozed = Instant.parse(world.act(allocation, "snooze").text("idle_release_at"));
        assertThat(snoozed).isEqualTo(due.plus(Duration.ofHours(1)));
        assertThat(world.act(allocation, "snooze").text("code")).isEqualTo("allocation_state_conflict");
        gpus().forEach(gpu -> measure(gpu, 0.0, 61, 46));
        assertThat(stateAfterALook()).as("idle for longer than the limit").isEqualTo("active");
        PLANE.database()
                .execute("UPDATE allocations.allocation SET idle_snoozed_until = now() - interval '1 s' WHERE id = '"
                        + allocation + "'");
        assertThat(stateAfterALook()).isEqualTo("releasing");
    }

    private void limit(int seconds) {
        Reply changed = world.admin.put(world.base() + "/" + allocation, "{\"idle_release_seconds\":" + seconds + "}");
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    }

    /** The node was disconnected for a while: the load of its GPUs is unknown for that time. */
    @Test
    void aTimeWithoutMeasurementsIsNotTakenForIdle() {
        measure(gpus().getFirst(), 0.0);
        measure(gpus().getLast(), 0.0, 61, 40);
        measure(gpus().getLast(), 0.0, 20, 0);
        assertThat(stateAfterALook()).isEqualTo("active");
        assertThat(world.get(allocation).json().path("idle_since").isMissingNode())
                .isTrue();
    }

    /** As after samples that old were deleted. */
    @Test
    void idleTimeStartsWithTheFirstMeasurement() {
        gpus().forEach(gpu -> measure(gpu, 0.0, 10, 0));
        assertThat(stateAfterALook()).isEqualTo("active");
    }

    @Test
    void oneBusyGpuKeepsAll() {
        measure(gpus().getFirst(), 0.0);
        measure(gpus().getLast(), 80.0);
        assertThat(stateAfterALook()).isEqualTo("active");
    }

    /** As nvidia-smi answers for a GPU that is divided. */
    @Test
    void anUnmeasuredGpuDoesNotCountAsIdle() {
        gpus().forEach(gpu -> measure(gpu, null));
        assertThat(stateAfterALook()).isEqualTo("active");
    }

    @Test
    void oneIdleGpuSaysNothingOfAnotherThatIsNotMeasured() {
        measure(gpus().getFirst(), 0.0);
        measure(gpus().getLast(), null);
        assertThat(stateAfterALook()).isEqualTo("active");
    }
}
