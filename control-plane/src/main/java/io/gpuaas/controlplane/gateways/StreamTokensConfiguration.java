package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;

@Configuration(proxyBeanMethods = false)
class StreamTokensConfiguration {

    /** Somebody waits in front of a terminal. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final String TLS = "rediss";
    private static final int PORT_USUAL = 6379;

    @Bean
    StreamTokens streamTokens(GpuaasProperties properties, JdbcClient jdbc, Clock clock) throws IOException {
        GpuaasProperties.Gateways settings = properties.gateways();
        return switch (settings.tokens()) {
            case POSTGRES -> new PostgresTokens(jdbc, clock);
            case REDIS -> new RedisTokens(redis(settings), clock);
        };
    }

    static RedisClient redis(GpuaasProperties.Gateways settings) throws IOException {
        URI address = URI.create(settings.redisUrl());
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .timeoutMillis((int) TIMEOUT.toMillis())
                .clientName("gpuaas-control-plane");
        if (TLS.equals(address.getScheme())) {
            config.sslOptions(SslOptions.defaults());
        }
        String passwordFile = settings.redisPasswordFile();
        if (passwordFile != null && !passwordFile.isBlank()) {
            config.password(Files.readString(Path.of(passwordFile)).strip());
        }
        return RedisClient.builder()
                .hostAndPort(address.getHost(), address.getPort() < 0 ? PORT_USUAL : address.getPort())
                .clientConfig(config.build())
                .build();
    }
}
