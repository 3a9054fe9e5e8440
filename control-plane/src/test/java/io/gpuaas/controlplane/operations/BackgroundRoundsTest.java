package io.gpuaas.controlplane.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.RoundStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Operators see the background work of every process. */
class BackgroundRoundsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final BackgroundRounds background = PLANE.bean(BackgroundRounds.class);
    private final BackgroundRoundStore store = PLANE.bean(BackgroundRoundStore.class);
    private final Instant now = PLANE.bean(Clock.class).instant();
    private final String other = "other-" + UUID.randomUUID();

    private List<JsonNode> listed(String process) {
        ApiClient.Reply answer = PLANE.admin().get("/api/v1/background-rounds");
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return StreamSupport.stream(answer.json().path("rounds").spliterator(), false)
                .filter(round -> round.path("process").asString().equals(process))
                .toList();
    }

    private static JsonNode named(List<JsonNode> rounds, String name) {
        return rounds.stream()
                .filter(round -> round.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private RoundStatus round(String name, Instant dueAt, @Nullable String failure) {
        return new RoundStatus(
                name,
                Role.NODE_API,
                Duration.ofSeconds(2),
                false,
                dueAt,
                now.minusSeconds(3),
                Duration.ofMillis(7),
                failure == null ? null : now.minusSeconds(2),
                failure,
                12,
                failure == null ? 0 : 1);
    }

    @Test
    void theRoundsOfTheAnsweringProcessAreListedWithRoleAndInterval() {
        List<JsonNode> own = listed(background.process());
        JsonNode queue = named(own, "allocations.queue");
        assertThat(queue.path("role").asString()).isEqualTo("lifecycle");
        assertThat(queue.path("interval_milliseconds").asLong()).isEqualTo(200);
        assertThat(queue.path("overdue").asBoolean()).isFalse();
        assertThat(named(own, "audit.partitions").has("role")).isFalse();
        assertThat(own).hasSizeGreaterThan(40);
    }

    @Test
    void theRoundsOfAnotherProcessAreListedAsItReportedThem() {
        store.write(
                other,
                List.of(
                        round("a.fine", now.plusSeconds(1), null),
                        round("b.late", now.minusSeconds(600), "no connection")));
        List<JsonNode> rounds = listed(other);
        assertThat(rounds).hasSize(2);
        JsonNode fine = named(rounds, "a.fine");
        assertThat(fine.path("role").asString()).isEqualTo("node-api");
        assertThat(fine.path("runs").asLong()).isEqualTo(12);
        assertThat(fine.path("last_duration_milliseconds").asLong()).isEqualTo(7);
        assertThat(fine.has("last_failure")).isFalse();
        assertThat(fine.path("overdue").asBoolean()).isFalse();
        JsonNode late = named(rounds, "b.late");
        assertThat(late.path("last_failure").asString()).isEqualTo("no connection");
        assertThat(late.path("failures").asLong()).isEqualTo(1);
        assertThat(late.path("overdue").asBoolean()).isTrue();
        assertThat(listed(background.process())).isNotEmpty();
    }

    @Test
    void aReportReplacesTheOneBefore() {
        store.write(other, List.of(round("a.fine", now, "no connection")));
        store.write(other, List.of(round("a.fine", now.plusSeconds(1), null)));
        assertThat(listed(other)).hasSize(1);
        assertThat(named(listed(other), "a.fine").has("last_failure")).isFalse();
    }

    @Test
    void aProcessThatNoLongerReportsDisappears() {
        store.write(other, List.of(round("a.fine", now, null)));
        PLANE.database()
                .execute(
                        "UPDATE operations.background_round SET reported_at = now() - interval '61 s' WHERE process = '"
                                + other + "'");
        assertThat(listed(other)).isEmpty();
        background.report();
        assertThat(rows(other)).isZero();
        assertThat(rows(background.process())).isGreaterThan(40);
    }

    private static long rows(String process) {
        return PLANE.database()
                .count("SELECT count(*) FROM operations.background_round WHERE process = '" + process + "'");
    }
}
