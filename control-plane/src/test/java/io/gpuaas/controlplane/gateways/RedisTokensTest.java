package io.gpuaas.controlplane.gateways;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.GpuaasProperties.Gateways.TokenStore;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.GatewayId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.RedisClient;

/** Against a real Redis that asks for a password. */
@Against("redis-server")
class RedisTokensTest extends StreamTokensContract {

    @TempDir
    static Path folder;

    private static RedisServer server;
    private static RedisClient redis;

    @SuppressWarnings("NullAway.Init")
    RedisTokensTest() {}

    @BeforeAll
    static void start() throws IOException {
        server = new RedisServer("secret-of-redis");
        redis = StreamTokensConfiguration.redis(settings(server, "secret-of-redis"));
    }

    private static GpuaasProperties.Gateways settings(RedisServer server, String password) throws IOException {
        Path file = Files.writeString(folder.resolve(password), password + "\n");
        return new GpuaasProperties.Gateways(
                "127.0.0.1",
                0,
                List.of("localhost"),
                false,
                Duration.ofHours(1),
                TokenStore.REDIS,
                server.url(),
                file.toString());
    }

    @AfterAll
    static void stop() {
        redis.close();
        server.close();
    }

    @Override
    StreamTokens tokens() {
        return new RedisTokens(redis, Clock.systemUTC());
    }

    @Override
    String dump() {
        StringBuilder all = new StringBuilder();
        redis.keys("*")
                .forEach(key ->
                        all.append(key).append(' ').append(redis.get(key)).append('\n'));
        return all.toString();
    }

    private static StreamTokens.Token token() {
        return new StreamTokens.Token(
                Secrets.digest(Secrets.create()),
                new StreamId(UUID.randomUUID()),
                new GatewayId(UUID.randomUUID()),
                Clock.systemUTC().instant().plusSeconds(300));
    }

    @Test
    void aTokenIsForgottenByRedisItselfAlsoWhenItWasUsed() {
        StreamTokens.Token token = token();
        tokens().add(token);
        String key = redis.keys("*" + token.digest()).iterator().next();
        assertThat(redis.ttl(key)).isBetween(290L, 300L);
        tokens().use(token.gateway(), token.digest());
        assertThat(redis.ttl(key)).isBetween(290L, 300L);
    }

    @Test
    void aRedisThatRefusesOrIsGoneIsSaidAndLetsNobodyIn() throws IOException {
        StreamTokens.Token token = token();
        try (RedisServer fleeting = new RedisServer("another");
                RedisTokens stranger = new RedisTokens(
                        StreamTokensConfiguration.redis(settings(fleeting, "wrong")), Clock.systemUTC());
                RedisTokens friend = new RedisTokens(
                        StreamTokensConfiguration.redis(settings(fleeting, "another")), Clock.systemUTC())) {
            assertThatThrownBy(() -> stranger.add(token)).isInstanceOf(ProblemException.class);
            friend.add(token);
            fleeting.close();
            assertThatThrownBy(() -> friend.use(token.gateway(), token.digest()))
                    .isInstanceOf(ProblemException.class);
        }
    }
}
