package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Tokens that open a terminal: single use, limits, and the task of the node. */
class TerminalTokensTest extends TerminalScene {

    @Test
    void theNodeGetsItsTaskWhenTheTokenIsUsedAndStartsTheShellOnce() {
        JsonNode access = open();
        assertThat(Base64.getUrlDecoder().decode(secret(access))).as("256 bits").hasSize(32);
        assertThat(access.path("url").asString()).doesNotContain(secret(access));
        Instant expires = Instant.parse(access.path("expires_at").asString());
        assertThat(Duration.between(Instant.now(), expires)).isBetween(Duration.ofSeconds(280), Duration.ofMinutes(5));
        assertThat(told()).isEmpty();

        assertThat(gateway.consume(secret(access)).json().path("role").asString())
                .isEqualTo("terminal");
        JsonNode task = told().getFirst().payload();
        assertThat(task.path("begins").asBoolean()).isTrue();
        assertThat(task.path("gateway_url").asString())
                .isEqualTo("wss://localhost:2/node/v1/streams/"
                        + access.path("stream_id").asString());
        assertThat(task.path("detached_seconds_max").asInt()).isEqualTo(1_800);
        assertThat(task.toString()).doesNotContain(secret(access));
        assertThat(plane.metrics().body())
                .as("as deploy/dashboards/terminals.json asks for it")
                .containsPattern("gpuaas_stream_mint_to_connect_seconds_bucket\\{[^}]*role=\"terminal\"[^}]*} [1-9]");

        JsonNode again = attach(client, access).json();
        assertThat(gateway.consume(secret(again)).status()).isEqualTo(200);
        JsonNode second = told().getFirst().payload();
        assertThat(second.path("begins").asBoolean()).isFalse();
        assertThat(second.path("session_id")).isEqualTo(task.path("session_id"));
        assertThat(client.get(terminals()).json().at("/items/0/opened_by").asString())
                .isEqualTo(person.id());
    }

    @Test
    void aTokenWorksOnceAlsoWhenManyTryAtOnceAndIsKeptAsADigestOnly() throws Exception {
        String token = secret(open());
        List<Callable<Integer>> tries = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tries.add(() -> gateway.consume(token).status());
        }
        List<Integer> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> one : threads.invokeAll(tries)) {
                answers.add(one.get());
            }
        }
        assertThat(answers)
                .containsOnlyOnce(200)
                .filteredOn(status -> status == 403)
                .hasSize(7);
        assertThat(told()).as("one shell").hasSize(1);
        assertThat(plane.bean(MeterRegistry.class)
                        .counter("gpuaas_stream_tokens_refused", "reason", "used")
                        .count())
                .isGreaterThanOrEqualTo(7);
        plane.bean(TerminalMetrics.class).measure();
        String metrics = plane.metrics().body();
        assertThat(metrics).containsPattern("gpuaas_stream_tokens_refused_total\\{[^}]*reason=\"used\"[^}]*} [1-9]");
        assertThat(Pattern.compile("gpuaas_(stream|terminals)[a-z_]*")
                        .matcher(Files.readString(Path.of("../deploy/dashboards/terminals.json")))
                        .results()
                        .map(MatchResult::group))
                .as("what the dashboard shows")
                .contains("gpuaas_terminals")
                .hasSizeGreaterThan(2)
                .allSatisfy(name -> assertThat(metrics).contains("\n" + name + "{"));
        assertThat(plane.database().count("SELECT count(*) FROM gateways.stream_token WHERE digest = '" + token + "'"))
                .isZero();
        assertThat(plane.database()
                        .count("SELECT count(*) FROM pipeline.idempotency WHERE convert_from(body, 'UTF8') LIKE '%"
                                + token + "%'"))
                .as("a repeated answer has no token")
                .isZero();
    }

    @Test
    void aClientOfAnUnreachableNodeIsReleasedAtOnceAndMayRetry() {
        JsonNode access = open();
        gateway.consume(secret(access));
        String stream = access.path("stream_id").asString();
        assertThat(gateway.sync(stream).json().path("unmet")).isEmpty();
        allocation.nodes().perform(FakeNodes.Behaviour.FAILS);
        JsonNode synced = gateway.sync(stream).json();
        assertThat(synced.at("/unmet/0").asString()).isEqualTo(stream);
        assertThat(synced.path("close")).as("that would be for good").isEmpty();
        gateway.consume(secret(attach(client, access).json()));
        assertThat(told().getFirst().payload().path("begins").asBoolean(true))
                .as("the node has heard of it, and may have begun")
                .isFalse();
    }

    @Test
    void aTerminalUnknownToItsNodeStartsWithTheNextConnection() {
        String policies = "/api/v1/projects/" + allocation.project() + "/policies/terminal.recording";
        plane.admin().put(policies, "{\"value\":\"strict\"}");
        try {
            JsonNode access = open();
            gateway.consume(secret(access));
            plane.database()
                    .execute("UPDATE nodes.task SET state = 'expired', finished_at = now()"
                            + " WHERE type = 'terminal.open' AND state = 'queued'");
            gateway.consume(secret(attach(client, access).json()));
            JsonNode second = told().getFirst().payload();
            assertThat(second.path("begins").asBoolean()).isTrue();
            assertThat(second.path("recording").asString()).isEqualTo("strict");
            gateway.consume(secret(attach(client, access).json()));
            assertThat(told().getFirst().payload().path("begins").asBoolean(true))
                    .isFalse();
        } finally {
            plane.admin().delete(policies);
        }
    }

    @Test
    void expiredAndTruncatedTokensOpenNothing() {
        JsonNode access = open();
        assertThat(gateway.consume(secret(access).substring(1)).code()).isEqualTo("stream_refused");
        plane.bean(JdbcClient.class)
                .sql("UPDATE gateways.stream SET expires_at = now() - interval '1 s' WHERE id = :id::uuid")
                .param("id", access.path("stream_id").asString())
                .update();
        assertThat(gateway.consume(secret(access)).code()).isEqualTo("stream_refused");
        assertThat(told()).isEmpty();
    }

    @Test
    void moreThanTenTokensAMinuteAreRefused() {
        JsonNode first = open();
        for (int i = 1; i < 10; i++) {
            open();
        }
        Reply eleventh = client.post(terminals(), null);
        assertThat(eleventh.status()).isEqualTo(429);
        assertThat(attach(client, first).status())
                .as("coming back takes one too")
                .isEqualTo(429);
        assertThat(eleventh.header("Retry-After")).isNotEmpty();
    }

    @Test
    void theTokenLimitHoldsForAllProcessesTogether() {
        try (TestControlPlane twin = plane.startTwin(Map.of())) {
            List<ApiClient> both = List.of(client, twin.client(person.token()));
            long began = System.nanoTime();
            int given = 0;
            for (int i = 0; i < 30; i++) {
                // Starting a process can take longer than a gateway may be silent.
                gateway.sync();
                given += both.get(i % 2).post(terminals(), null).status() == 201 ? 1 : 0;
            }
            // One comes back each six seconds.
            long passed = Duration.ofNanos(System.nanoTime() - began).toSeconds();
            assertThat((long) given).isBetween(10L, 11 + passed / 6);
        }
    }

    @Test
    void aPolicyLimitsTokensPerMinute() {
        String policy =
                "/api/v1/projects/" + allocation.project() + "/policies/rate_limit.terminal_token_requests_per_minute";
        plane.admin().put(policy, "{\"value\":\"2\"}");
        try {
            open();
            open();
            Reply third = client.post(terminals(), null);
            assertThat(third.status()).isEqualTo(429);
            assertThat(third.text("code")).isEqualTo("rate_limited");
        } finally {
            plane.admin().delete(policy);
        }
    }
}
