package io.gpuaas.controlplane.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.events.TenantCreated;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

@Against("PostgreSQL")
class OutboxTest {

    private final TestControlPlane plane = TestControlPlane.start(Map.of(), RecordingConsumer.class);
    private final ApiClient admin = plane.admin();
    private final RecordingConsumer consumer = plane.bean(RecordingConsumer.class);

    @AfterEach
    void stop() {
        plane.close();
    }

    private void append(TenantId aggregate, String name) {
        Call.system("test", new CorrelationId("test")).run(() -> {
            plane.bean(TransactionTemplate.class)
                    .executeWithoutResult(
                            status -> plane.bean(Outbox.class).append(new TenantCreated(aggregate, "s", name)));
            return true;
        });
    }

    private List<String> handled(TenantId aggregate) {
        return consumer.handled.stream()
                .filter(entry -> entry.startsWith(aggregate.toString()))
                .toList();
    }

    private static List<String> dense(TenantId aggregate, int count) {
        return LongStream.rangeClosed(1, count)
                .mapToObj(n -> aggregate + "#" + n)
                .toList();
    }

    private static TenantId newAggregate() {
        return new TenantId(UUID.randomUUID());
    }

    @Test
    void appendingNeedsATransaction() {
        assertThatThrownBy(() -> plane.bean(Outbox.class).append(new TenantCreated(newAggregate(), "s", "n")))
                .hasMessageContaining("outside a transaction");
    }

    @Test
    void manyWritersOfOneAggregateAreConsumedDenseAndInOrder() {
        TenantId aggregate = newAggregate();
        try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture.allOf(Stream.generate(
                                    () -> CompletableFuture.runAsync(() -> append(aggregate, "n"), writers))
                            .limit(200)
                            .toArray(CompletableFuture<?>[]::new))
                    .join();
        }
        await().untilAsserted(() -> assertThat(handled(aggregate)).isEqualTo(dense(aggregate, 200)));
        assertThat(plane.database().count("SELECT count(*) FROM events.outbox")).isZero();
    }

    @Test
    void aSecondRelayTakesItsShareAndNothingIsLostOrRepeated() {
        try (TestControlPlane other = plane.startTwin(Map.of("gpuaas.roles", "outbox-relay"))) {
            List<TenantId> aggregates = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                aggregates.add(newAggregate());
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> plane.database()
                                    .count(
                                            "SELECT count(DISTINCT owner) FROM events.partition_lease WHERE worker = 'relay' AND expires_at > now()")
                            == 2);
            for (int round = 0; round < 10; round++) {
                aggregates.forEach(aggregate -> append(aggregate, "n"));
            }
            await().untilAsserted(() -> aggregates.forEach(
                    aggregate -> assertThat(handled(aggregate)).isEqualTo(dense(aggregate, 10))));
        }
    }

    @Test
    void aFormerOwnerCannotDelete() {
        plane.bean(OutboxRelay.class).stop();
        TenantId aggregate = newAggregate();
        append(aggregate, "n");
        OutboxStore store = plane.bean(OutboxStore.class);
        int partition = Event.partitionOf("tenant:" + aggregate);
        List<OutboxStore.Row> rows = store.read(Set.of(partition), 10);
        assertThat(store.delete(Map.of(partition, -1L), rows)).isFalse();
        assertThat(store.read(Set.of(partition), 10)).hasSize(rows.size());
    }

    @Test
    void unpublishedEventsAreReportedAsWaiting() {
        await().until(() -> backlog().at("/outbox/count").asInt() == 0);
        plane.bean(OutboxRelay.class).stop();
        assertThat(backlog().at("/outbox").has("oldest_at")).isFalse();
        append(newAggregate(), "one");
        append(newAggregate(), "two");
        assertThat(backlog().at("/outbox/count").asInt()).isEqualTo(2);
        assertThat(Instant.parse(backlog().at("/outbox/oldest_at").asString()))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
        plane.bean(JdbcClient.class).sql("""
                INSERT INTO events.outbox (partition_no, event_id, event_type, aggregate, sequence, envelope)
                SELECT n % 16, gen_random_uuid(), 'identity.tenant_created', 'tenant:' || n, 1, '{}'
                FROM generate_series(1, 10000) n""").update();
        assertThat(backlog().at("/outbox/count").asInt()).isEqualTo(10_000);
        assertThat(backlog().at("/outbox/more").asBoolean()).isTrue();
    }

    @Test
    void aConsumerThatRestsIsToldAsBehind() {
        TenantId before = newAggregate();
        append(before, "before");
        await().until(() ->
                handled(before).size() == 1 && recordingBehind().path("count").asInt() == 0);
        plane.bean(ConsumerRuntime.class).stop();
        append(newAggregate(), "one");
        append(newAggregate(), "two");
        await().until(() -> recordingBehind().path("count").asInt() == 2);
        assertThat(backlog().path("bus_reachable").asBoolean()).isTrue();
        assertThat(recordingBehind().path("more").asBoolean()).isFalse();
        assertThat(recordingBehind().has("oldest_at")).isTrue();
        assertThat(measured("gpuaas_consumer_waiting")).isEqualTo(2);
        assertThat(measured("gpuaas_consumer_age_seconds")).isPositive();
        plane.bean(ConsumerRuntime.class).start();
        await().until(() -> recordingBehind().path("count").asInt() == 0);
        assertThat(measured("gpuaas_consumer_waiting")).isZero();
        assertThat(measured("gpuaas_consumer_age_seconds")).isZero();
    }

    /** Of the consumer of this test, without waiting for the next minute. */
    private double measured(String metric) {
        plane.bean(ConsumerMetrics.class).measure();
        String line = metric + "{consumer=\"" + consumer.name() + "\"} ";
        return plane.metrics()
                .body()
                .lines()
                .filter(one -> one.startsWith(line))
                .mapToDouble(one -> Double.parseDouble(one.substring(line.length())))
                .sum();
    }

    private JsonNode backlog() {
        Reply reply = admin.get("/api/v1/event-backlog");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private JsonNode recordingBehind() {
        return backlog()
                .path("consumers")
                .valueStream()
                .filter(one -> one.path("consumer").asString().equals(consumer.name()))
                .findFirst()
                .orElseThrow()
                .path("waiting");
    }

    @Test
    void aPoisonEventBlocksOnlyItsAggregateAndCanBeDiscarded() {
        TenantId poisoned = newAggregate();
        append(poisoned, "fine");
        append(poisoned, "x".repeat(EventBus.ENVELOPE_BYTES_MAX + 1));
        append(poisoned, "behind");
        TenantId other = newAggregate();
        append(other, "n");
        await().until(() -> handled(other).size() == 1);
        await().until(() -> deadLetters(poisoned).json().path("items").size() == 2);
        assertThat(handled(poisoned)).containsExactly(poisoned + "#1");

        Reply list = deadLetters(poisoned);
        String first = list.json().at("/items/0/id").asString();
        String second = list.json().at("/items/1/id").asString();
        assertThat(list.json().at("/items/0/stage").asString()).isEqualTo("publish");
        assertThat(list.json().at("/items/0/state").asString()).isEqualTo("retrying");
        assertThat(list.json().at("/items/1/state").asString()).isEqualTo("waiting");
        assertThat(admin.get("/api/v1/dead-letters/" + first).text("payload")).contains("xxx");
        assertThat(admin.post("/api/v1/dead-letters/" + second + "/replay", "").text("code"))
                .isEqualTo("dead_letter_not_first");

        append(poisoned, "later");
        Reply discarded = admin.post("/api/v1/dead-letters/" + first + "/discard", "{\"reason\":\"too large\"}");
        assertThat(discarded.status()).as(discarded.body()).isEqualTo(202);
        await().untilAsserted(() ->
                assertThat(handled(poisoned)).containsExactly(poisoned + "#1", poisoned + "#3", poisoned + "#4"));
        await().until(() -> deadLetters(poisoned).json().path("items").size() == 0);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM events.bus_message WHERE aggregate = 'tenant:" + poisoned
                                + "' AND envelope LIKE '%events.event_discarded%'"))
                .isEqualTo(1);
        assertThat(
                        plane.database()
                                .count(
                                        "SELECT count(*) FROM events.bus_message WHERE event_type = 'events.event_dead_lettered'"))
                .isPositive();
    }

    /** Rows that an upgrade finds were written when types were named after streams. */
    @Test
    void rowsThatWaitDuringAnUpgradeAreNotLost() {
        TenantId unpublished = newAggregate();
        TenantId published = newAggregate();
        TenantId stuck = newAggregate();
        TenantId discarded = newAggregate();
        store("outbox", "", "", unpublished, olderEnvelope(unpublished, "platform.tenant_created"));
        store("bus_message", "", "", published, olderEnvelope(published, "platform.tenant_created"));
        String letter = ", id, stage, state, attempts, error";
        store(
                "dead_letter",
                letter,
                ", gen_random_uuid(), 'recording', 'exhausted', 10, 'e'",
                stuck,
                olderEnvelope(stuck, "platform.tenant_created"));
        store(
                "dead_letter",
                letter + ", next_attempt_at",
                ", gen_random_uuid(), 'recording', 'discarded', 0, 'e', now()",
                discarded,
                olderEnvelope(discarded, "platform.event_discarded"));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(handled(unpublished)).isEqualTo(dense(unpublished, 1)));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(handled(published)).isEqualTo(dense(published, 1)));
        assertThat(plane.database()
                        .count("SELECT count(*) FROM events.bus_message WHERE aggregate = 'tenant:" + unpublished
                                + "' AND event_type = 'identity.tenant_created'"
                                + " AND envelope LIKE '%\"event_type\":\"identity.tenant_created\"%'"))
                .isEqualTo(1);

        JsonNode listed = deadLetters(stuck).json().at("/items/0");
        assertThat(listed.path("event_type").asString()).isEqualTo("identity.tenant_created");
        admin.post("/api/v1/dead-letters/" + listed.path("id").asString() + "/replay", "");
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(handled(stuck)).isEqualTo(dense(stuck, 1)));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> deadLetters(discarded).json().path("items").isEmpty());
        assertThat(handled(discarded)).isEmpty();
        assertThat(PublishedEventCheck.FAULTS).noneMatch(fault -> fault.contains("tenant_created"));
    }

    private void store(String table, String columns, String values, TenantId tenant, String envelope) {
        String aggregate = "tenant:" + tenant;
        plane.database()
                .execute("""
                INSERT INTO events.%s (partition_no, event_id, event_type, aggregate, sequence, envelope%s)
                VALUES (%d, gen_random_uuid(), 'platform.tenant_created', '%s', 1, '%s'%s)""".formatted(table, columns, Event.partitionOf(aggregate), aggregate, envelope, values));
    }

    private static String olderEnvelope(TenantId tenant, String type) {
        return """
                {"sequence":1,"event_id":"%s","event_type":"%s","aggregate_type":"tenant","aggregate_id":"%s",\
                "occurred_at":"2026-01-01T00:00:00Z","correlation_id":"c","payload":%s}""".formatted(
                        UUID.randomUUID(),
                        type,
                        tenant,
                        type.endsWith("discarded")
                                ? "{\"discarded_event_type\":\"platform.tenant_created\",\"reason\":\"r\"}"
                                : "{\"tenant_id\":\"" + tenant + "\",\"slug\":\"s\",\"name\":\"n\"}");
    }

    @Test
    void aFailingConsumerBlocksOnlyThatAggregateAndIsRetriedByItself() {
        TenantId stuck = newAggregate();
        consumer.failures.add(event -> event.aggregate().id().equals(stuck.toString()) && event.sequence() == 1);
        append(stuck, "n");
        append(stuck, "n");
        TenantId other = newAggregate();
        append(other, "n");
        await().until(() -> handled(other).size() == 1);
        await().until(() -> deadLetters(stuck).json().path("items").size() == 2);
        assertThat(deadLetters(stuck).json().at("/items/0/stage").asString()).isEqualTo("recording");
        assertThat(deadLetters(stuck).json().at("/items/0/error").asString()).contains("told to fail");
        consumer.failures.clear();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(handled(stuck)).isEqualTo(dense(stuck, 2)));
    }

    @Test
    void retriesAreBoundedAndThenNeedAnOperator() {
        TenantId stuck = newAggregate();
        consumer.failures.add(event -> event.aggregate().id().equals(stuck.toString()));
        append(stuck, "n");
        await().until(() -> deadLetters(stuck).json().path("items").size() == 1);
        plane.database()
                .execute("UPDATE events.dead_letter SET attempts = " + (DeadLetterStore.AUTOMATIC_ATTEMPTS_MAX - 1)
                        + ", next_attempt_at = now()");
        await().until(() ->
                deadLetters(stuck).json().at("/items/0/state").asString().equals("exhausted"));
        String id = deadLetters(stuck).json().at("/items/0/id").asString();
        assertThat(admin.get("/api/v1/dead-letters/" + id).json().has("next_attempt_at"))
                .isFalse();
        consumer.failures.clear();
        assertThat(admin.post("/api/v1/dead-letters/" + id + "/replay", "").status())
                .isEqualTo(202);
        await().untilAsserted(() -> assertThat(handled(stuck)).isEqualTo(dense(stuck, 1)));
        assertThat(admin.get("/api/v1/audit-events?action=dead_letter.replay")
                        .json()
                        .path("items")
                        .size())
                .isEqualTo(1);
    }

    @Test
    void anEventLeftWaitingForNobodyCanBeReplayed() {
        TenantId stuck = newAggregate();
        consumer.failures.add(event -> event.aggregate().id().equals(stuck.toString()) && event.sequence() == 1);
        append(stuck, "n");
        append(stuck, "n");
        await().until(() -> deadLetters(stuck).json().path("items").size() == 2);
        plane.database().execute("DELETE FROM events.dead_letter WHERE sequence = 1");
        String id = deadLetters(stuck).json().at("/items/0/id").asString();
        assertThat(admin.post("/api/v1/dead-letters/" + id + "/replay", "").status())
                .isEqualTo(202);
        await().untilAsserted(() -> assertThat(handled(stuck)).containsExactly(stuck + "#2"));
    }

    @Test
    void afterALongRestTheBusStillHasATableForToday() {
        plane.database()
                .execute(
                        "DO $$ DECLARE t record; BEGIN FOR t IN SELECT inhrelid::regclass n FROM pg_inherits "
                                + "WHERE inhparent = 'events.bus_message'::regclass LOOP EXECUTE 'DROP TABLE ' || t.n; END LOOP; END $$");
        try (TestControlPlane restarted = plane.startTwin(Map.of())) {
            TenantId aggregate = newAggregate();
            append(aggregate, "n");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> handled(aggregate).size() == 1);
        }
    }

    @Test
    void aRepeatedDeliveryChangesNothing() {
        TenantId aggregate = newAggregate();
        append(aggregate, "n");
        await().until(() -> handled(aggregate).size() == 1);
        Event again = plane.bean(JdbcClient.class)
                .sql(
                        "SELECT event_id, event_type, aggregate, sequence, envelope FROM events.bus_message WHERE aggregate = ?")
                .param(aggregate(aggregate))
                .query((row, n) -> new Event(
                        row.getObject(1, UUID.class),
                        row.getString(2),
                        row.getString(3),
                        row.getLong(4),
                        row.getString(5)))
                .single();
        plane.bean(ConsumerRuntime.class).deliver(consumer, again);
        assertThat(handled(aggregate)).hasSize(1);
        assertThat(plane.database().count("SELECT count(*) FROM events.dead_letter"))
                .isZero();
    }

    @Test
    void aConsumerThatCameBackFindsWhatWasPublishedMeanwhile() {
        TenantId aggregate = newAggregate();
        plane.bean(ConsumerRuntime.class).stop();
        append(aggregate, "n");
        plane.bean(ConsumerRuntime.class).start();
        await().until(() -> handled(aggregate).size() == 1);
    }

    private static String aggregate(TenantId id) {
        return "tenant:" + id;
    }

    private Reply deadLetters(TenantId aggregate) {
        return admin.get("/api/v1/dead-letters?aggregate_id=" + aggregate);
    }
}
