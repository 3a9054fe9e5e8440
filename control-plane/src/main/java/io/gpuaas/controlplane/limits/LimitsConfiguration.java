package io.gpuaas.controlplane.limits;

import com.zaxxer.hikari.HikariDataSource;
import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.RedisConnection;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LimitsConfiguration {

    /** A request waits for it. */
    private static final Duration REDIS_TIMEOUT = Duration.ofMillis(500);

    @Bean
    SharedStore sharedStore(GpuaasProperties properties, HikariDataSource pool, Clock clock, MeterRegistry metrics)
            throws IOException {
        return new SharedStore(store(properties.limits(), pool, clock), clock, metrics);
    }

    private static @Nullable LimitStore store(GpuaasProperties.Limits settings, HikariDataSource pool, Clock clock)
            throws IOException {
        return switch (settings.store()) {
            case LOCAL -> null;
            case POSTGRES -> new PostgresLimits(pool, clock);
            case REDIS ->
                new RedisLimits(
                        RedisConnection.open(settings.redisUrl(), settings.redisPasswordFile(), REDIS_TIMEOUT), clock);
        };
    }
}
