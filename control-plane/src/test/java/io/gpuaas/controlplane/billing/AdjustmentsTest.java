package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.billing.statements.StatementStore;
import io.gpuaas.controlplane.billing.statements.Statements;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.controlplane.ledger.Account;
import io.gpuaas.controlplane.ledger.AccountKind;
import io.gpuaas.controlplane.ledger.Booking;
import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Corrections by finance, over the API. */
@Against("PostgreSQL")
class AdjustmentsTest {

    private final BillingPlane billing = BillingPlane.shared();
    private final String tenant = billing.admin.createTenant();
    private final TestPrincipals.Person person = billing.plane.principals().personOnPlatform(Role.FINANCE);
    private final ApiClient finance = billing.plane.client(person.token());
    private final ApiClient second = billing.plane.client(
            billing.plane.principals().personOnPlatform(Role.FINANCE).token());

    private Reply adjust(String kind, long dollars) {
        return finance.post(path(), """
                {"kind":"%s","amount":{"nanos":%d,"currency":"USD"},"reason":"outage"}""".formatted(kind, dollars * BillingPlane.DOLLAR));
    }

    private String path() {
        return "/api/v1/tenants/" + tenant + "/adjustments";
    }

    private long credit() {
        return billing.credit(TenantId.parse(tenant)) / BillingPlane.DOLLAR;
    }

    @Test
    void aSmallCorrectionIsBookedAtOnce() {
        Reply booked = adjust("credit", 20);
        assertThat(booked.status()).as(booked.body()).isEqualTo(201);
        assertThat(booked.text("state")).isEqualTo("booked");
        assertThat(credit()).isEqualTo(20);
        assertThat(adjust("debit", 5).text("state")).isEqualTo("booked");
        assertThat(credit()).isEqualTo(15);
        assertThat(adjust("debit", 16).status()).isEqualTo(402);
        assertThat(adjust("credit", 0).status()).isEqualTo(422);
        assertThat(adjust("write_off", 1).status()).as("nothing is owed").isEqualTo(422);
        assertThat(adjust("credit_note", 1).status()).as("without a statement").isEqualTo(400);
    }

    @Test
    void aLargeOneNeedsSomebodyElse() {
        String id = adjust("credit", 1_000).text("id");
        assertThat(credit()).isZero();
        assertThat(finance.post(path() + "/" + id + "/approve", "").status())
                .as("who asked")
                .isEqualTo(403);
        assertThat(credit()).isZero();
        Reply approved = second.post(path() + "/" + id + "/approve", "");
        assertThat(approved.status()).as(approved.body()).isEqualTo(200);
        assertThat(credit()).isEqualTo(1_000);
        assertThat(second.post(path() + "/" + id + "/approve", "").status()).isEqualTo(409);
        assertThat(second.post(path() + "/" + id + "/reject", "").status()).isEqualTo(409);
        assertThat(credit()).isEqualTo(1_000);
        String unwanted = adjust("credit", 5_000).text("id");
        assertThat(second.post(path() + "/" + unwanted + "/reject", "").text("state"))
                .isEqualTo("rejected");
        assertThat(credit()).isEqualTo(1_000);
        assertThat(billing.database.count(
                        "SELECT count(*) FROM audit.event WHERE outcome = 'succeeded' AND action LIKE 'adjustment.%' AND tenant_id = '"
                                + tenant + "'"))
                .as("asked for twice, approved, rejected")
                .isEqualTo(4);
    }

    private List<String> pending() {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        do {
            Reply page = second.get("/api/v1/pending-adjustments?limit=200" + cursor);
            page.json().path("items").forEach(item -> {
                if (item.path("tenant_id").asString().equals(tenant)) {
                    ids.add(item.path("id").asString());
                }
            });
            cursor = page.json().has("next_cursor") ? "&cursor=" + page.text("next_cursor") : "";
        } while (!cursor.isEmpty());
        return ids;
    }

    @Test
    void approversSeePendingAdjustmentsOfAllTenantsOldestFirst() {
        String first = adjust("credit", 1_000).text("id");
        String booked = adjust("credit", 20).text("id");
        String other = adjust("credit", 2_000).text("id");
        assertThat(pending()).containsExactly(first, other).doesNotContain(booked);
        second.post(path() + "/" + first + "/approve", "");
        second.post(path() + "/" + other + "/reject", "");
        assertThat(pending()).isEmpty();
    }

    private Reply give(long nanos) {
        return finance.post("/api/v1/tenants/" + tenant + "/promotional-credits", """
                {"amount":{"nanos":%d,"currency":"USD"},"expires_at":"2099-01-01T00:00:00Z","reason":"trial"}""".formatted(nanos));
    }

    private long promotional() {
        return billing.plane
                .bean(Ledger.class)
                .balance(TenantId.parse(tenant), "USD")
                .promotional();
    }

    @Test
    void nobodyGivesByGiftWhatNeedsSomebodyElse() {
        long most = 1_000 * BillingPlane.DOLLAR - 1;
        Reply refused = give(most + 1);
        assertThat(refused.status()).as(refused.body()).isEqualTo(409);
        assertThat(refused.text("code")).isEqualTo("approval_needed");
        assertThat(refused.text("detail")).contains("1000 per tenant").contains("adjustment");
        assertThat(promotional()).isZero();
        assertThat(give(0).status()).isEqualTo(422);
        assertThat(give(most).status()).isEqualTo(201);
        assertThat(promotional()).isEqualTo(most);
        billing.policy(TenantId.parse(tenant), "billing.approval_over", "0");
        assertThat(give(1).status()).as("zero: always").isEqualTo(409);
        assertThat(promotional()).isEqualTo(most);
    }

    private Reply adjust(ApiClient by, String of, long nanos) {
        return by.post("/api/v1/tenants/" + of + "/adjustments", """
                {"kind":"credit","amount":{"nanos":%d,"currency":"USD"},"reason":"outage"}""".formatted(nanos));
    }

    @Test
    void aLargeSumInPartsNeedsSomebodyElseUntilADayHasPassed() {
        long most = 1_000 * BillingPlane.DOLLAR - 1;
        assertThat(adjust(finance, tenant, most).text("state")).isEqualTo("booked");
        assertThat(adjust(finance, tenant, 1).text("state")).isEqualTo("pending");
        assertThat(give(1).text("code")).isEqualTo("approval_needed");
        String other = billing.admin.createTenant();
        Reply elsewhere = adjust(finance, other, most);
        assertThat(elsewhere.text("state")).as("for another tenant").isEqualTo("pending");
        assertThat(adjust(second, tenant, most).text("state"))
                .as("by somebody else")
                .isEqualTo("booked");
        billing.clock.forward(SecondPerson.ADDED_UP.plusSeconds(1));
        billing.keepPartitions();
        assertThat(adjust(finance, other, most).text("state")).isEqualTo("booked");
    }

    @Test
    void giftsAndCorrectionsAreOneSum() {
        assertThat(give(600 * BillingPlane.DOLLAR).status()).isEqualTo(201);
        assertThat(adjust("credit", 399).text("state")).isEqualTo("booked");
        assertThat(adjust("credit", 1).text("state")).isEqualTo("pending");
        assertThat(give(BillingPlane.DOLLAR).text("code")).isEqualTo("approval_needed");
    }

    @Test
    void approvedAmountsDoNotCountTowardsTheLimit() {
        String id = adjust("credit", 5_000).text("id");
        assertThat(second.post(path() + "/" + id + "/approve", "").status()).isEqualTo(200);
        assertThat(adjust("credit", 999).text("state")).isEqualTo("booked");
        assertThat(adjust(second, tenant, 999 * BillingPlane.DOLLAR).text("state"))
                .isEqualTo("booked");
    }

    @Test
    void allCredentialsOfAPersonAreThatPersonAndAMachineIsNobody() {
        ApiClient token = billing.plane.client(billing.plane.principals().narrowed(person, Set.of("billing.adjust")));
        assertThat(adjust("credit", 600).text("state")).isEqualTo("booked");
        Reply split = adjust(token, tenant, 600 * BillingPlane.DOLLAR);
        assertThat(split.text("state")).as(split.body()).isEqualTo("pending");
        Reply approved = token.post(path() + "/" + split.text("id") + "/approve", "");
        assertThat(approved.text("code")).isEqualTo("approval_by_requester");
        ApiClient machine = billing.plane.client(
                billing.plane.principals().machine(billing.admin.createProject(tenant), Set.of("billing.adjust")));
        assertThat(machine.post(path() + "/" + split.text("id") + "/approve", "")
                        .status())
                .isBetween(403, 404);
        assertThat(adjust(machine, tenant, 1).status()).isBetween(403, 404);
        assertThat(credit()).isEqualTo(600);
    }

    @Test
    void concurrentAmountsOfAPersonAreSummed() throws Exception {
        List<String> others = List.of(billing.admin.createTenant(), billing.admin.createTenant());
        List<String> states = new CopyOnWriteArrayList<>();
        atOnce(8, i -> {
            Reply reply = adjust(finance, i % 2 == 0 ? tenant : others.get(i % 4 / 2), 300 * BillingPlane.DOLLAR);
            states.add(reply.text("state"));
            return reply;
        });
        assertThat(states).filteredOn("booked"::equals).hasSize(3);
        assertThat(states).filteredOn("pending"::equals).hasSize(5);
    }

    @Test
    void aDiscountThatIsAGiftIsNotAgreedOnByFinanceAlone() {
        String body = """
                {"sku":"%s","gpus":8,"discount_percent":%d,"starts_at":"%s","ends_at":"%s"}""";
        Instant hour = billing.clock.instant().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(1));
        String sku = billing.sku(BillingPlane.DOLLAR);
        String commitments = "/api/v1/tenants/" + tenant + "/commitments";
        Reply refused = finance.post(commitments, body.formatted(sku, 51, hour, hour.plus(Duration.ofDays(30))));
        assertThat(refused.text("code")).as(refused.body()).isEqualTo("approval_needed");
        billing.policy(TenantId.parse(tenant), "billing.commitment_discount_max", "60");
        Reply agreed = finance.post(commitments, body.formatted(sku, 51, hour, hour.plus(Duration.ofDays(30))));
        assertThat(agreed.status()).as(agreed.body()).isEqualTo(201);
    }

    private Money goodwill() {
        return billing.plane.bean(Ledger.class).balance(Account.ofPlatform(AccountKind.GOODWILL), "USD");
    }

    @Test
    void goodwillPaysForWhatIsGivenAndGetsWhatIsTaken() {
        Money before = goodwill();
        adjust("credit", 20);
        assertThat(goodwill()).isEqualTo(before.plus(new Money(-20 * BillingPlane.DOLLAR, "USD")));
        adjust("debit", 5);
        assertThat(goodwill()).isEqualTo(before.plus(new Money(-15 * BillingPlane.DOLLAR, "USD")));
        owe(3);
        adjust("write_off", 3);
        assertThat(goodwill()).isEqualTo(before.plus(new Money(-18 * BillingPlane.DOLLAR, "USD")));
        String waiting = adjust("credit", 1_000).text("id");
        assertThat(goodwill())
                .as("nothing is booked yet")
                .isEqualTo(before.plus(new Money(-18 * BillingPlane.DOLLAR, "USD")));
        second.post(path() + "/" + waiting + "/approve", "");
        assertThat(goodwill()).isEqualTo(before.plus(new Money(-1_018 * BillingPlane.DOLLAR, "USD")));
        assertThat(billing.verifier().compare()).isEmpty();
    }

    @Test
    void badDebtIsWrittenOffAsFarAsItGoes() {
        owe(30);
        assertThat(adjust("write_off", 31).status()).isEqualTo(422);
        assertThat(adjust("write_off", 30).text("state")).isEqualTo("booked");
        assertThat(billing.plane
                        .bean(Ledger.class)
                        .balance(TenantId.parse(tenant), "USD")
                        .receivable())
                .isZero();
    }

    private void owe(long dollars) {
        TenantId owing = TenantId.parse(tenant);
        billing.doing(() -> billing.plane
                .bean(Ledger.class)
                .book(Booking.of(
                        "test-debt:" + UUID.randomUUID(),
                        "debt",
                        owing,
                        billing.clock.instant(),
                        new Booking.Transfer(
                                Account.of(AccountKind.RECEIVABLE, owing),
                                Account.ofPlatform(AccountKind.CLEARING),
                                new Money(dollars * BillingPlane.DOLLAR, "USD")))));
    }

    /** Several people at the same moment; how many of them had what they asked for. */
    private static long atOnce(int people, java.util.function.IntFunction<Reply> act) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(people)) {
            List<Future<Reply>> replies = IntStream.range(0, people)
                    .mapToObj(i -> threads.submit(() -> act.apply(i)))
                    .toList();
            long done = 0;
            for (Future<Reply> reply : replies) {
                assertThat(reply.get().status()).as(reply.get().body()).isLessThan(500);
                done += reply.get().status() < 300 ? 1 : 0;
            }
            return done;
        }
    }

    @Test
    void peopleWhoApproveAtOnceBookOnce() throws Exception {
        String id = adjust("credit", 1_000).text("id");
        assertThat(atOnce(4, i -> second.post(path() + "/" + id + "/approve", "")))
                .isEqualTo(1);
        assertThat(credit()).isEqualTo(1_000);
    }

    @Test
    void concurrentWriteOffsDoNotExceedTheDebt() throws Exception {
        owe(30);
        assertThat(atOnce(4, i -> adjust("write_off", 20))).isEqualTo(1);
        assertThat(billing.plane
                        .bean(Ledger.class)
                        .balance(TenantId.parse(tenant), "USD")
                        .receivable())
                .isEqualTo(10 * BillingPlane.DOLLAR);
    }

    @Test
    void aCreditNoteGivesBackNoMoreThanIsLeftOfItsStatement() throws Exception {
        TenantId owner = TenantId.parse(tenant);
        Instant hour = billing.nextHour();
        YearMonth month = YearMonth.from(hour.atOffset(ZoneOffset.UTC));
        billing.pay(owner, 100);
        Metered used = billing.begin(owner, billing.sku(72 * BillingPlane.DOLLAR), 1);
        billing.pass(Duration.ofMinutes(10));
        billing.end(used);
        billing.pass(Duration.ofMinutes(2));
        billing.doing(() -> {
            billing.plane.bean(Earnings.class).close(month, owner);
            billing.plane.bean(Statements.class).close(month, owner);
        });
        String statement = billing.plane
                .bean(StatementStore.class)
                .list(owner, null, 1)
                .getFirst()
                .id()
                .toString();
        assertThat(credit()).isEqualTo(88);
        assertThat(note(statement, 13).status()).isEqualTo(422);
        assertThat(atOnce(4, i -> note(statement, 7))).isEqualTo(1);
        assertThat(credit()).isEqualTo(95);
        Reply rest = note(statement, 5);
        assertThat(rest.text("state")).as(rest.body()).isEqualTo("booked");
        assertThat(note(statement, 1).status()).isEqualTo(422);
        assertThat(credit()).isEqualTo(100);
        var notes =
                finance.get("/api/v1/tenants/" + tenant + "/statements").json().path("items");
        assertThat(notes).hasSize(3);
        assertThat(notes.at("/0/kind").asString()).isEqualTo("credit_note");
        assertThat(notes.at("/0/refers_to").asString()).isEqualTo(statement);
        assertThat(notes.at("/0/total_cents").asLong()).isEqualTo(-500);
        assertThat(billing.verifier().compare()).isEmpty();
    }

    private Reply note(String statement, long dollars) {
        return finance.post(path(), """
                {"kind":"credit_note","amount":{"nanos":%d,"currency":"USD"},"reason":"outage","statement_id":"%s"}""".formatted(dollars * BillingPlane.DOLLAR, statement));
    }
}
