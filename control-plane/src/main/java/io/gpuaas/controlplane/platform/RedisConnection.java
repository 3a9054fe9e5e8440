package io.gpuaas.controlplane.platform;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.SslOptions;

/** Opens a Redis named by settings: redis:// or rediss:// for TLS, and the password in a file. */
public final class RedisConnection {

    private static final String TLS = "rediss";
    /** Callers that come in greater numbers wait on their own, not for the pool. */
    public static final int CONNECTIONS_MAX = 32;

    private static final int PORT_DEFAULT = 6379;

    private RedisConnection() {}

    public static RedisClient open(String url, @Nullable String passwordFile, Duration timeout) throws IOException {
        URI address = URI.create(url);
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .timeoutMillis((int) timeout.toMillis())
                .clientName("gpuaas-control-plane");
        if (TLS.equals(address.getScheme())) {
            config.sslOptions(SslOptions.defaults());
        }
        if (passwordFile != null && !passwordFile.isBlank()) {
            config.password(Files.readString(Path.of(passwordFile)).strip());
        }
        // Without a longest wait the pool spins while others connect, and spinning virtual threads keep those from it.
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(CONNECTIONS_MAX);
        pool.setMaxIdle(CONNECTIONS_MAX);
        pool.setMaxWait(timeout);
        return RedisClient.builder()
                .poolConfig(pool)
                .hostAndPort(address.getHost(), address.getPort() < 0 ? PORT_DEFAULT : address.getPort())
                .clientConfig(config.build())
                .build();
    }
}
