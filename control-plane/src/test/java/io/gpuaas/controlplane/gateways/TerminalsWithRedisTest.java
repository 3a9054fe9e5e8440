package io.gpuaas.controlplane.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.ActiveAllocation;
import io.gpuaas.testkit.Against;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A whole control plane that keeps its tokens in a real Redis. */
@Against({"PostgreSQL", "redis-server"})
class TerminalsWithRedisTest {

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    TerminalsWithRedisTest() {}

    @Test
    void terminalsOpenWithTokensInRedisAndNobodyGetsInWithoutIt() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "secret-of-redis");
        try (RedisServer redis = new RedisServer("secret-of-redis");
                TestControlPlane plane = TestControlPlane.start(Map.of(
                        "gpuaas.gateways.tokens", "redis",
                        "gpuaas.gateways.redis-url", redis.url(),
                        "gpuaas.gateways.redis-password-file", password.toString()))) {
            TestGateway gateway = TestGateway.connected(plane);
            ActiveAllocation allocation = new ActiveAllocation(plane);
            String terminals = allocation.address() + "/terminals";

            JsonNode access = plane.admin().post(terminals, null).json();
            String secret = access.path("secret").asString();
            assertThat(gateway.consume(secret).json().path("role").asString()).isEqualTo("terminal");
            assertThat(gateway.consume(secret).status()).as("used").isEqualTo(403);
            assertThat(plane.database().count("SELECT count(*) FROM gateways.stream_token"))
                    .as("nothing in the database")
                    .isZero();
            JsonNode unused = plane.admin().post(terminals, null).json();

            redis.close();
            gateway.sync();
            Reply refused = plane.admin().post(terminals, null);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("code")).isEqualTo("token_store_unavailable");
            assertThat(refused.body()).doesNotContain("secret");
            TestGateway.Reply notConsumed =
                    gateway.consume(unused.path("secret").asString());
            assertThat(notConsumed.status()).isEqualTo(503);
            assertThat(
                            plane.database()
                                    .count(
                                            "SELECT count(*) FROM gateways.stream WHERE role = 'terminal' AND consumed_at IS NOT NULL"))
                    .as("only the one that was let in before")
                    .isEqualTo(1);
        }
    }
}
