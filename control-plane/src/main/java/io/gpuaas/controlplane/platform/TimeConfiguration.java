package io.gpuaas.controlplane.platform;

import io.gpuaas.kernel.IdSource;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The only places time and ids come from. */
@Configuration(proxyBeanMethods = false)
class TimeConfiguration {

    /** Ticks in microseconds, PostgreSQL's resolution, so that a time reads back from the database as it was written. */
    @Bean
    Clock clock(GpuaasProperties properties) {
        Clock system = Clock.tick(Clock.systemUTC(), Duration.of(1, ChronoUnit.MICROS));
        return properties.demo() && properties.demoPast() ? new DemoClock(system) : system;
    }

    @Bean
    IdSource idSource(Clock clock) {
        return IdSource.timeOrdered(clock, new SecureRandom());
    }
}
