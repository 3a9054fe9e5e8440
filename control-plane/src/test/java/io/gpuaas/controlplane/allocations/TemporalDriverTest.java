package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.drivers.TemporalDriver;
import io.gpuaas.controlplane.allocations.drivers.Timers;
import io.gpuaas.controlplane.allocations.drivers.WaitingTokens;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;

/** On Temporal's own server for tests, in memory. */
class TemporalDriverTest extends LifecycleDriverContract {

    private static final TestWorkflowEnvironment TEMPORAL = TestWorkflowEnvironment.newInstance(
            TestEnvironmentOptions.newBuilder().setUseTimeskipping(false).build());
    private static final TestControlPlane PLANE = TestControlPlane.start(Map.of(), OnTemporal.class);

    @AfterAll
    static void close() {
        PLANE.close();
        TEMPORAL.close();
    }

    @Override
    TestControlPlane plane() {
        return PLANE;
    }

    @Test
    void theEndOfATaskCompletesTheActivityThatWaitsForIt() {
        WorkflowHistories.requireCompletedByTheEndOfATask(PLANE, TEMPORAL.getWorkflowClient());
    }

    static class OnTemporal {

        @Bean
        LifecycleDriver lifecycleDriver(Advance advance, Timers timers, WaitingTokens tokens, Clock clock) {
            return new TemporalDriver(
                    advance,
                    timers,
                    tokens,
                    clock,
                    TEMPORAL.getWorkflowClient(),
                    new TemporalDriver.Settings("allocations", 8, true),
                    () -> {});
        }
    }
}
