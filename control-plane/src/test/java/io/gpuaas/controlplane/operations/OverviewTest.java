package io.gpuaas.controlplane.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The figures of an installation of its own, in which everything was written by hand and is known exactly. */
@Against("PostgreSQL")
class OverviewTest {

    /** No worker bills, places or publishes what is written here. */
    private static final Map<String, String> ANSWERS_ONLY = Map.of("gpuaas.roles", "api");

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane plane;

    @BeforeAll
    static void start() {
        plane = TestControlPlane.start(ANSWERS_ONLY);
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private final TestDatabase database = plane.database();

    private static JsonNode ask() {
        var reply = plane.client(
                        plane.principals().personOnPlatform(Role.OPERATOR).token())
                .get("/api/v1/overview");
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private String node(String name, String state, String reason) {
        String id = UUID.randomUUID().toString();
        database.execute("""
                INSERT INTO nodes.node (id, name, state, state_reason, state_since, created_at)
                VALUES ('%1$s', '%2$s', '%3$s', '%4$s', now() - interval '1 hour', now());
                INSERT INTO inventory.host (node_id, name, node_state, node_changed_at) VALUES ('%1$s', '%2$s', '%3$s', now())""".formatted(id, name, state, reason));
        return id;
    }

    private void gpu(String node, String model, String state, int taken) {
        database.execute("""
                INSERT INTO inventory.slot (node_id, gpu_uuid, pci_address, model, numa_node, state, reason, taken)
                VALUES ('%s', '%s', '0000:01:00.0', '%s', 0, '%s', %s, %d)""".formatted(
                node, UUID.randomUUID(), model, state, state.equals("in_service") ? "NULL" : "'faulty'", taken));
    }

    private void allocation(String state, String sku, String age, String more) {
        database.execute("""
                INSERT INTO allocations.allocation (id, tenant_id, project_id, version, sku, count, gpus, name, queue, protected,
                    isolation, created_at, created_by, correlation_id, state, state_since, username, uid, stuck_since, degraded_since)
                VALUES ('%1$s', '%1$s', '%1$s', 1, '%3$s', 4, 4, 'a', true, false, 'user_revoke', now() - interval '%4$s', 'p',
                    'c', '%2$s', now(), 'u', 100000, %5$s)""".formatted(UUID.randomUUID(), state, sku, age, more));
    }

    private void charge(String tenant, String when, long nanos) {
        database.execute("""
                SELECT billing.keep_partitions(%2$s);
                INSERT INTO billing.usage (allocation_id, starts_at, kind, ends_at, meter_id, tenant_id, gpus, seconds, currency, amount_nanos)
                VALUES (gen_random_uuid(), %2$s, 'usage', %2$s + interval '1 minute', 1, '%1$s', 1, 60, 'USD', %3$d);
                SELECT ledger.charge(ARRAY[nextval('ledger.transfer_id')], ARRAY[gen_random_uuid()], ARRAY['%1$s'::uuid], ARRAY['USD'],
                    ARRAY[%3$d::bigint], ARRAY[now()], ARRAY[NULL::bigint], now())""".formatted(tenant, when, nanos));
    }

    @Test
    void aReadyNodeIsInTroubleSinceItsGpuFailed() {
        String ready = node("e", "ready", "welcome");
        database.execute("""
                INSERT INTO nodes.gpu (node_id, uuid, pci_address, state, state_since)
                VALUES ('%s', 'GPU-1', '0000:01:00.0', 'faulty', now() - interval '5 min')""".formatted(ready));
        Instant since = ask().at("/fleet/troubled_nodes")
                .valueStream()
                .filter(one -> one.path("node_id").asString().equals(ready))
                .map(one -> Instant.parse(one.path("since").asString()))
                .findFirst()
                .orElseThrow();
        database.execute(
                "DELETE FROM nodes.gpu WHERE node_id = '" + ready + "'; UPDATE nodes.node SET state = 'retired'"
                        + " WHERE id = '" + ready + "'; DELETE FROM inventory.host WHERE node_id = '" + ready + "'");
        assertThat(since).isAfter(Instant.now().minus(Duration.ofMinutes(30)));
    }

    @Test
    void everyPartIsToldInFigures() {
        String ready = node("a", "ready", "welcome");
        String cordoned = node("b", "cordoned", "a look");
        String lost = node("c", "unreachable", "it is silent");
        String retired = node("d", "retired", "old");
        gpu(ready, "H100", "in_service", 0);
        gpu(ready, "H100", "in_service", 255);
        gpu(ready, "H100", "out_of_service", 0);
        gpu(cordoned, "H100", "in_service", 0);
        gpu(lost, "A100", "in_service", 0);
        gpu(retired, "A100", "in_service", 0);
        allocation("queued", "h100", "2 hours", "NULL, NULL");
        allocation("queued", "h100", "1 hour", "NULL, NULL");
        allocation("active", "h100", "1 hour", "NULL, now()");
        allocation("provisioning", "h100", "1 hour", "now(), NULL");
        allocation("released", "h100", "1 hour", "NULL, NULL");
        String tenant = plane.admin().createTenant();
        charge(tenant, "date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'", 2_000_000_000L);
        charge(
                tenant,
                "date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 second'",
                5_000_000_000L);
        database.execute("""
                INSERT INTO billing.watch (tenant_id, currency, level, entered_nanos, entered_at, deadline, burn_nanos, looked_at)
                VALUES ('%1$s', 'USD', 'release_pending', 0, now(), now() + interval '1 hour', 0, now()),
                    (gen_random_uuid(), 'USD', 'sufficient', 0, now(), NULL, 0, now());
                INSERT INTO billing.adjustment (id, tenant_id, kind, currency, amount_nanos, reason, state, requested_by, requested_at)
                VALUES (gen_random_uuid(), '%1$s', 'credit', 'USD', 1, 'r', 'pending', 'p', now()),
                    (gen_random_uuid(), '%1$s', 'credit', 'USD', 1, 'r', 'booked', 'p', now());
                INSERT INTO events.dead_letter (id, stage, partition_no, event_id, event_type, aggregate, sequence, envelope, state,
                    attempts, error)
                VALUES (gen_random_uuid(), 'nobody', 0, gen_random_uuid(), 't', 'a/1', 1, '{}', 'exhausted', 10, 'e'),
                    (gen_random_uuid(), 'nobody', 0, gen_random_uuid(), 't', 'a/1', 2, '{}', 'waiting', 0, 'e')""".formatted(tenant));

        JsonNode fleet = ask().path("fleet");
        assertThat(fleet.path("nodes")).hasSize(3);
        assertThat(fleet.path("gpus").toString())
                .isEqualTo("[{\"model\":\"H100\",\"taken\":1,\"free\":1,\"closed\":1,\"out_of_service\":1},"
                        + "{\"model\":\"A100\",\"taken\":0,\"free\":0,\"closed\":0,\"out_of_service\":1}]");
        assertThat(fleet.path("troubled").asInt()).isEqualTo(1);
        assertThat(fleet.at("/troubled_nodes/0/node_id").asString()).isEqualTo(lost);
        assertThat(fleet.at("/troubled_nodes/0/reason").asString()).isEqualTo("it is silent");

        JsonNode queue = ask().path("queue");
        assertThat(queue.path("waiting")).hasSize(1);
        assertThat(queue.at("/waiting/0/allocations").asInt()).isEqualTo(2);
        assertThat(queue.at("/waiting/0/gpus").asInt()).isEqualTo(8);
        assertThat(queue.path("allocations")).hasSize(3);
        assertThat(queue.path("stuck").asInt()).isEqualTo(1);
        assertThat(queue.path("degraded").asInt()).isEqualTo(1);

        JsonNode money = ask().path("money");
        assertThat(money.at("/currencies/0/today_nanos").asLong()).isEqualTo(2_000_000_000L);
        assertThat(money.at("/currencies/0/open_nanos").asLong()).isEqualTo(7_000_000_000L);
        assertThat(money.path("short_of_credit").asInt()).isEqualTo(1);
        assertThat(money.at("/short_tenants/0/tenant_id").asString()).isEqualTo(tenant);
        assertThat(money.path("pending_adjustments").asInt()).isEqualTo(1);
        assertThat(money.path("in_balance").asBoolean()).isTrue();
        database.execute(
                "UPDATE ledger.balance SET nanos = nanos + 1 WHERE account_id = (SELECT min(account_id) FROM ledger.balance)");
        assertThat(ask().at("/money/in_balance").asBoolean()).isFalse();

        charge(tenant, "now()", 1_000_000_000L);
        JsonNode after = ask().at("/money/currencies/0");
        assertThat(after.path("open_nanos").asLong()).isEqualTo(8_000_000_000L);
        assertThat(after.path("today_nanos").asLong()).as("kept for a minute").isEqualTo(2_000_000_000L);

        JsonNode events = ask().path("events");
        assertThat(events.path("dead_letters").asInt()).isEqualTo(2);
        assertThat(events.path("exhausted").asInt()).isEqualTo(1);
        assertThat(events.at("/backlog/outbox/count").asInt()).isPositive();
    }
}
