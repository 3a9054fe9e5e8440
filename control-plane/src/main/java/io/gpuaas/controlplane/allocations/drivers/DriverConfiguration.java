package io.gpuaas.controlplane.allocations.drivers;

import io.gpuaas.controlplane.allocations.Advance;
import io.gpuaas.controlplane.allocations.LifecycleDriver;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DriverConfiguration {

    @Bean
    LifecycleDriver lifecycleDriver(
            Advance advance,
            Timers timers,
            WaitingTokens tokens,
            DataSource dataSource,
            Clock clock,
            GpuaasProperties properties) {
        GpuaasProperties.Lifecycle settings = properties.lifecycle();
        boolean runs = properties.has(GpuaasProperties.Role.LIFECYCLE);
        return switch (settings.driver()) {
            case DATABASE -> new TimerDriver(advance, timers, dataSource, clock, settings.concurrency(), runs);
            case TEMPORAL -> onTemporal(advance, timers, tokens, clock, settings, runs);
        };
    }

    private static LifecycleDriver onTemporal(
            Advance advance,
            Timers timers,
            WaitingTokens tokens,
            Clock clock,
            GpuaasProperties.Lifecycle settings,
            boolean runs) {
        GpuaasProperties.Lifecycle.Temporal temporal = settings.temporal();
        WorkflowServiceStubs service = WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget(temporal.target())
                .build());
        WorkflowClient client = WorkflowClient.newInstance(
                service,
                WorkflowClientOptions.newBuilder()
                        .setNamespace(temporal.namespace())
                        .build());
        return new TemporalDriver(
                advance,
                timers,
                tokens,
                clock,
                client,
                new TemporalDriver.Settings(temporal.taskQueue(), settings.concurrency(), runs),
                service::shutdownNow);
    }
}
