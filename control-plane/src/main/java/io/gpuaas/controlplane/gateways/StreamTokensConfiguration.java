package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.RedisConnection;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import redis.clients.jedis.RedisClient;

@Configuration(proxyBeanMethods = false)
class StreamTokensConfiguration {

    /** A user waits in front of a terminal. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    @Bean
    StreamTokens streamTokens(GpuaasProperties properties, JdbcClient jdbc, Clock clock) throws IOException {
        GpuaasProperties.Gateways settings = properties.gateways();
        return switch (settings.tokens()) {
            case POSTGRES -> new PostgresTokens(jdbc, clock);
            case REDIS -> new RedisTokens(redis(settings), clock);
        };
    }

    static RedisClient redis(GpuaasProperties.Gateways settings) throws IOException {
        return RedisConnection.open(settings.redisUrl(), settings.redisPasswordFile(), TIMEOUT);
    }
}
