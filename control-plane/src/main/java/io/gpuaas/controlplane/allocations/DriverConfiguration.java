package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DriverConfiguration {

    @Bean
    LifecycleDriver lifecycleDriver(
            Advance advance, Timers timers, DataSource dataSource, Clock clock, GpuaasProperties properties) {
        GpuaasProperties.Lifecycle settings = properties.lifecycle();
        boolean runs = properties.has(GpuaasProperties.Role.LIFECYCLE);
        return switch (settings.driver()) {
            case DATABASE -> new TimerDriver(advance, timers, dataSource, clock, settings.concurrency(), runs);
            case TEMPORAL -> throw new IllegalStateException("not yet");
        };
    }
}
