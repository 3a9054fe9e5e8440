package io.gpuaas.controlplane.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.gateways.RedisServer;
import io.gpuaas.controlplane.platform.RedisConnection;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

@Against("redis-server")
class RedisLimitsTest extends LimitStoreContract {

    @TempDir
    static Path folder;

    private static RedisServer server;
    private static Path password;

    @SuppressWarnings("NullAway.Init")
    RedisLimitsTest() {}

    @BeforeAll
    static void start() throws IOException {
        server = new RedisServer("secret-of-limits");
        password = Files.writeString(folder.resolve("password"), "secret-of-limits\n");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static RedisClient client() {
        try {
            return RedisConnection.open(server.url(), password.toString(), Duration.ofSeconds(5));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    LimitStore store(Clock read) {
        return new RedisLimits(client(), read);
    }

    @Test
    void redisForgetsByItself() {
        try (LimitStore store = store(Clock.systemUTC());
                RedisClient redis = client()) {
            store.take(new LimitStore.Ask("brief", Limit.perMinute(5), 0, 1));
            store.take(new LimitStore.Ask("brief", Limit.perMinute(5), 0, 1));
            store.attempt("brief", new Throttling(1));
            assertThat(redis.pttl("gpuaas:bucket:brief")).isBetween(1L, 70_000L);
            assertThat(redis.pttl("gpuaas:throttle:brief"))
                    .isBetween(1L, Duration.ofMinutes(30).toMillis());
        }
    }
}
