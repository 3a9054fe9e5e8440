package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.testkit.Against;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Allocations of tenants that pay before they use: 2.50 a GPU and hour, thirty minutes set aside. */
@Against("PostgreSQL")
class PrepaidTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final AllocationWorld world = new AllocationWorld(PLANE);

    @BeforeEach
    void payFirst() {
        policy("billing.payment_mode", "prepaid");
        policy("billing.hold_minutes", "30");
        world.node(4);
    }

    private void policy(String key, String value) {
        Reply set = world.admin.put(
                "/api/v1/tenants/" + world.tenant + "/policies/" + key, "{\"value\":\"" + value + "\"}");
        assertThat(set.status()).as(set.body()).isEqualTo(200);
    }

    private String pay(long nanos) {
        return world.admin
                .post(
                        "/api/v1/tenants/" + world.tenant + "/payments",
                        "{\"amount\":{\"nanos\":" + nanos + ",\"currency\":\"USD\"}}")
                .text("id");
    }

    private JsonNode balance() {
        return world.admin
                .get("/api/v1/tenants/" + world.tenant + "/balance")
                .json()
                .at("/items/0");
    }

    @Test
    void withoutEnoughCreditNothingBeginsAndNothingIsTaken() {
        pay(2_000_000_000L);
        Reply refused = world.request().count(2).send();
        assertThat(refused.status()).as(refused.body()).isEqualTo(402);
        assertThat(refused.text("code")).isEqualTo("balance_short");
        assertThat(refused.text("detail"))
                .contains("2.50 USD must be available")
                .contains("the available balance is 2.00 USD");
        assertThat(world.liveLeases()).isZero();
        assertThat(balance().path("held_nanos").asLong()).isZero();
        assertThat(world.request().send().status()).isEqualTo(201);
        assertThat(balance().path("held_nanos").asLong()).isEqualTo(1_250_000_000L);
        assertThat(world.request().send().status()).isEqualTo(402);
    }

    @Test
    void nothingIsReservedThatCouldNotBegin() {
        pay(2_000_000_000L);
        Reply refused = reserve(2);
        assertThat(refused.status()).as(refused.body()).isEqualTo(402);
        assertThat(refused.text("code")).isEqualTo("balance_short");
        assertThat(refused.text("detail"))
                .contains("2.50 USD must be available")
                .contains("the available balance is 2.00 USD");
        assertThat(reserve(1).status()).isEqualTo(201);
        assertThat(balance().path("held_nanos").asLong())
                .as("nothing is set aside before it begins")
                .isZero();
    }

    private Reply reserve(int count) {
        Instant now = Instant.now();
        return world.admin.post(
                "/api/v1/projects/" + world.project + "/reservations",
                "{\"sku\":\"%s\",\"count\":%d,\"starts_at\":\"%s\",\"ends_at\":\"%s\"}"
                        .formatted(world.sku, count, now.plusSeconds(3_600), now.plusSeconds(7_200)));
    }

    @Test
    void theHoldIsReturnedWhenTheAllocationEnds() {
        pay(5_000_000_000L);
        AllocationId id = world.active(2);
        assertThat(balance().path("available_nanos").asLong()).isEqualTo(2_500_000_000L);
        assertThat(balance().path("burn_nanos_per_hour").asLong()).isEqualTo(5_000_000_000L);
        assertThat(balance().path("seconds_left").asLong()).isBetween(3_500L, 3_600L);
        world.act(id, "release");
        assertThat(balance().path("held_nanos").asLong()).isZero();
        assertThat(balance().path("burn_nanos_per_hour").asLong()).isZero();
        world.bring(id, "released");
    }

    @Test
    void aBatchBeginsAsAWholeOrNotAtAll() {
        pay(2_000_000_000L);
        Reply refused = world.admin.post(
                "/api/v1/projects/" + world.project + "/allocation-batches",
                "{\"members\":[" + world.request().json() + ","
                        + world.request().json() + "]}");
        assertThat(refused.status()).as(refused.body()).isEqualTo(402);
        assertThat(world.liveLeases()).isZero();
        assertThat(balance().path("held_nanos").asLong()).isZero();
    }

    @Test
    void usedUpCreditReleasesAProtectedAllocationAfterTheGracePeriod() {
        policy("billing.hold_minutes", "0");
        policy("billing.grace", "PT0S");
        String payment = pay(10_000_000_000L);
        AllocationId id = world.request().protectedFromRelease().create();
        world.bring(id, "active");
        refund(payment);
        world.bring(id, "released");
        assertThat(world.get(id).json().toString()).contains("The credit was used up");
        assertThat(balance().path("level").asString()).isEqualTo("released");
    }

    @Test
    void aPaymentBeforeTheForcedReleaseKeepsTheAllocation() throws SQLException {
        policy("billing.hold_minutes", "0");
        policy("billing.grace", "PT0S");
        String payment = pay(10_000_000_000L);
        AllocationId id = world.active(1);
        String progress = "events.consumer_progress WHERE consumer = 'billing-forced-releases' AND aggregate ="
                + " 'forced_release:" + id + "'";
        try (Connection before = PLANE.database().connect();
                Statement statement = before.createStatement()) {
            // The consumer of the request waits for this row, and continues when it was never there.
            before.setAutoCommit(false);
            statement.execute("INSERT INTO events.consumer_progress (consumer, aggregate, last_sequence)"
                    + " VALUES ('billing-forced-releases', 'forced_release:" + id + "', 0)");
            refund(payment);
            AllocationWorld.await(() -> PLANE.database().count("""
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%consumer_progress%'""") > 0);
            pay(20_000_000_000L);
            before.rollback();
        }
        AllocationWorld.await(() -> PLANE.database().count("SELECT count(*) FROM " + progress) == 1);
        assertThat(world.state(id)).isEqualTo("active");
    }

    private void refund(String payment) {
        Reply refunded = world.admin.post(
                "/api/v1/tenants/" + world.tenant + "/payments/" + payment + "/refund",
                "{\"amount\":{\"nanos\":10000000000,\"currency\":\"USD\"},\"reason\":\"all of it\"}");
        assertThat(refunded.status()).as(refunded.body()).isEqualTo(200);
    }
}
