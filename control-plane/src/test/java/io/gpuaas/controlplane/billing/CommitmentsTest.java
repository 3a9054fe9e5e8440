package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Use that was agreed on at a discount. */
@Against("PostgreSQL")
class CommitmentsTest {

    private static final long HOURLY = 36 * BillingPlane.DOLLAR;
    private static final long MINUTE = HOURLY / 60;

    private final BillingPlane billing = BillingPlane.shared();
    private final TenantId tenant = billing.tenant();
    private final String sku = billing.sku(HOURLY);
    private Instant hour = Instant.EPOCH;

    @BeforeEach
    void quiet() {
        hour = billing.nextHour();
        billing.clock.set(hour.plus(Duration.ofMinutes(10)));
    }

    private void commit(int gpus, int discount, Instant from, Instant to) {
        billing.database.execute("""
                INSERT INTO billing.commitment (id, tenant_id, sku, gpus, discount_percent, starts_at, ends_at, created_by, created_at)
                VALUES (gen_random_uuid(), '%s', '%s', %d, %d, '%s', '%s', 'test', now())""".formatted(tenant, sku, gpus, discount, from, to));
    }

    /** Through the API, by finance; `change` replaces a part of a wish that would be granted. */
    private Reply agree(String owner, String part, String change) {
        String wish = """
                {"sku":"%s","gpus":8,"discount_percent":30,"starts_at":"%s","ends_at":"%s"}""".formatted(sku, hour.plus(Duration.ofHours(1)), hour.plus(Duration.ofDays(30)));
        assertThat(wish).contains(part);
        return billing.admin.post("/api/v1/tenants/" + owner + "/commitments", wish.replace(part, change));
    }

    @Test
    void anInvalidCommitmentIsRefusedAndNotStored() {
        String owner = billing.admin.createTenant();
        String starts = hour.plus(Duration.ofHours(1)).toString();
        String ends = hour.plus(Duration.ofDays(30)).toString();
        Map<String, List<String>> refused = Map.of(
                "\"gpus\":8",
                List.of("\"gpus\":0", "\"gpus\":-8", "\"gpus\":100001", "\"gpus\":1.5", "\"gpus\":\"many\""),
                "\"discount_percent\":30",
                List.of("\"discount_percent\":0", "\"discount_percent\":101"),
                starts,
                List.of(
                        hour.minus(Duration.ofHours(1)).toString(),
                        ends,
                        hour.plusSeconds(3_601).toString(),
                        "tomorrow"),
                ends,
                List.of(
                        starts,
                        hour.plus(Duration.ofHours(48)).plusSeconds(60).toString(),
                        "2999-01-01T00:00:00Z",
                        "2026-13-01T00:00:00Z"),
                "\"sku\":\"" + sku + "\",",
                List.of("", "\"sku\":\"\","));
        refused.forEach((part, changes) -> changes.forEach(change -> {
            Reply reply = agree(owner, part, change);
            assertThat(reply.status()).as(change + ": " + reply.body()).isEqualTo(400);
        }));
        assertThat(agree(owner, sku, "no-such-sku").status()).isEqualTo(404);
        assertThat(billing.database.count("SELECT count(*) FROM billing.commitment WHERE tenant_id = '" + owner + "'"))
                .isZero();
        Reply agreed = agree(owner, sku, sku);
        assertThat(agreed.status()).as(agreed.body()).isEqualTo(201);
        assertThat(agree(owner, "\"gpus\":8", "\"gpus\":4").status())
                .as("two at once")
                .isEqualTo(409);
    }

    @Test
    void committedGpusAreCheaperAndOthersAreNot() {
        commit(3, 50, hour, hour.plus(Duration.ofDays(90)));
        Metered first = billing.begin(tenant, sku, 2);
        Metered second = billing.begin(tenant, sku, 2);
        billing.pass(Duration.ofSeconds(125));
        long both = billing.usage(first, "sum(amount_nanos)") + billing.usage(second, "sum(amount_nanos)");
        assertThat(both).as("three GPUs at half, one whole, for two minutes").isEqualTo(2 * (3 * MINUTE / 2 + MINUTE));
        assertThat(billing.usage(first, "sum(committed_gpu_seconds)")
                        + billing.usage(second, "sum(committed_gpu_seconds)"))
                .isEqualTo(2 * 3 * 60);
    }

    @Test
    void lateUsageGetsOnlyTheRemainingDiscount() {
        commit(3, 50, hour, hour.plus(Duration.ofDays(90)));
        Instant began = billing.clock.instant();
        Metered first = billing.begin(tenant, sku, 2);
        billing.pass(Duration.ofSeconds(65));
        Metered late = billing.metered(tenant, sku, 2);
        billing.doing(() -> billing.plane.bean(AllocationMetering.class).works(billing.at(late, began)));
        billing.pass(Duration.ofSeconds(60));
        String firstWindow = "sum(committed_gpu_seconds) FILTER (WHERE starts_at = '" + began + "')";
        assertThat(billing.usage(first, firstWindow)).isEqualTo(2 * 60);
        assertThat(billing.usage(late, firstWindow)).isEqualTo(60);
        assertThat(billing.usage(first, "sum(committed_gpu_seconds)")
                        + billing.usage(late, "sum(committed_gpu_seconds)"))
                .isEqualTo(2 * 3 * 60);
    }

    @Test
    void outsideOfTheTermNothingIsCheaper() {
        commit(8, 50, hour.minus(Duration.ofDays(1)), hour);
        Metered running = billing.begin(tenant, sku, 1);
        billing.pass(Duration.ofSeconds(65));
        assertThat(billing.usage(running, "sum(amount_nanos)")).isEqualTo(MINUTE);
    }

    @Test
    void anEndThatIsToldLateTakesTheDiscountBackToo() {
        commit(1, 50, hour, hour.plus(Duration.ofDays(90)));
        Instant began = billing.clock.instant();
        Metered running = billing.begin(tenant, sku, 2);
        billing.pass(Duration.ofSeconds(65));
        billing.doing(
                () -> billing.plane.bean(AllocationMetering.class).ends(billing.at(running, began.plusSeconds(20))));
        billing.pass(Duration.ofSeconds(60));
        // 40 GPU-seconds were had, and the cheaper ones are had first.
        assertThat(billing.usage(running, "sum(amount_nanos)")).isEqualTo(HOURLY * 40 / 3600 / 2);
        assertThat(billing.usage(running, "sum(committed_gpu_seconds)")).isEqualTo(40);
    }

    @Test
    void anUnusedCommitmentIsChargedWithTheMonth() {
        commit(2, 50, hour.plus(Duration.ofHours(1)), hour.plus(Duration.ofHours(3)));
        billing.clock.set(hour.plus(Duration.ofHours(1)));
        billing.tick();
        Metered running = billing.begin(tenant, sku, 1);
        billing.pass(Duration.ofHours(1));
        billing.end(running);
        billing.pass(Duration.ofMinutes(2));
        billing.doing(() -> {
            Commitments commitments = billing.plane.bean(Commitments.class);
            commitments.chargeShortfall(YearMonth.from(hour.atOffset(ZoneOffset.UTC)), tenant);
            commitments.chargeShortfall(YearMonth.from(hour.atOffset(ZoneOffset.UTC)), tenant);
        });
        // Two GPUs for two hours were agreed on, one was used for one.
        assertThat(billing.database.count(
                        "SELECT sum(amount_nanos) FROM ledger.transfer WHERE kind = 'commitment_shortfall' AND tenant_id = '"
                                + tenant + "'"))
                .isEqualTo(3 * HOURLY / 2);
    }
}
