package io.gpuaas.controlplane.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestClock;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Payments through Stripe, with a server that answers as Stripe does. The worker runs when a test says so. */
@Against("PostgreSQL")
@SuppressWarnings("NullAway.Init")
class StripePaymentsTest {

    private static final MovableClock CLOCK = MovableClock.stoppedAt(TestClock.START);
    private static final FakeStripe STRIPE = new FakeStripe(CLOCK::instant);

    private static TestControlPlane plane;

    static class InPlace {
        @org.springframework.context.annotation.Bean
        @org.springframework.context.annotation.Primary
        MovableClock movableClock() {
            return CLOCK;
        }
    }

    @BeforeAll
    static void start(@TempDir Path secrets) throws IOException {
        Path key = Files.writeString(secrets.resolve("key"), FakeStripe.API_KEY + "\n");
        Path signing = Files.writeString(secrets.resolve("signing"), "whsec_next\n" + FakeStripe.SECRET + "\n");
        CLOCK.set(Instant.parse("2026-03-02T10:00:00Z"));
        plane = TestControlPlane.start(
                Map.of(
                        "gpuaas.roles",
                        "api",
                        "gpuaas.payments.provider",
                        "stripe",
                        "gpuaas.payments.stripe.api-base",
                        STRIPE.url(),
                        "gpuaas.payments.stripe.api-key-file",
                        key.toString(),
                        "gpuaas.payments.stripe.webhook-secrets-file",
                        signing.toString()),
                InPlace.class);
        plane.database().execute("CREATE TABLE audit.event_any PARTITION OF audit.event DEFAULT");
        plane.database().execute("SELECT ledger.keep_partitions('" + CLOCK.instant() + "')");
    }

    @AfterAll
    static void stop() {
        plane.close();
        STRIPE.close();
    }

    private final ApiClient admin = plane.admin();
    private final String tenant = admin.createTenant();
    private final ApiClient payer =
            plane.client(plane.principals().person(Role.TENANT_BILLING, tenant).token());

    private String payments() {
        return "/api/v1/tenants/" + tenant + "/payments";
    }

    private String pay(long dollars, boolean save) {
        Reply wish = payer.post(
                payments(),
                "{\"amount\":{\"nanos\":" + dollars + "000000000,\"currency\":\"USD\"},\"save_method\":" + save + "}");
        assertThat(wish.status()).as(wish.body()).isEqualTo(201);
        work();
        return wish.text("id");
    }

    /** From the wish to the money. */
    private String paid(long dollars, boolean save) {
        String payment = pay(dollars, save);
        tell("checkout.session.completed", STRIPE.customerPays(payment));
        assertThat(show(payment).path("state").asString()).isEqualTo("paid");
        return payment;
    }

    private JsonNode show(String payment) {
        return payer.get(payments() + "/" + payment).json();
    }

    private Reply refund(String payment, long cents) {
        return admin.post(
                payments() + "/" + payment + "/refund",
                "{\"amount\":{\"nanos\":" + cents + "0000000,\"currency\":\"USD\"},\"reason\":\"not needed\"}");
    }

    private static String server() {
        return "http://127.0.0.1:" + plane.port();
    }

    private static void work() {
        plane.bean(PaymentWorker.class).round();
    }

    private static int deliver(String body) {
        return FakeStripe.deliver(server(), body, FakeStripe.sign(FakeStripe.SECRET, CLOCK.instant(), body));
    }

    private static void tell(String type, String object) {
        assertThat(deliver(STRIPE.event("evt_" + UUID.randomUUID(), type, object)))
                .isEqualTo(200);
        work();
    }

    private long credit() {
        return balance("credit_nanos");
    }

    private long balance(String field) {
        return payer.get("/api/v1/tenants/" + tenant + "/balance")
                        .json()
                        .at("/items/0")
                        .path(field)
                        .asLong()
                / 10_000_000;
    }

    @Test
    void somebodyPaysAtThePageAndHasCredit() {
        String payment = pay(25, false);
        JsonNode open = show(payment);
        assertThat(open.path("state").asString()).isEqualTo("pending");
        assertThat(open.path("checkout_url").asString()).startsWith("https://checkout.stripe.test/cs_");
        assertThat(credit()).isZero();
        tell("checkout.session.completed", STRIPE.customerPays(payment));
        assertThat(show(payment).path("state").asString()).isEqualTo("paid");
        assertThat(credit()).isEqualTo(2500);
    }

    @Test
    void aDeliveryThatComesOftenOrNeverIsBookedOnce() {
        String payment = pay(10, false);
        String body =
                STRIPE.event("evt_" + UUID.randomUUID(), "checkout.session.completed", STRIPE.customerPays(payment));
        assertThat(deliver(body)).isEqualTo(200);
        assertThat(deliver(body)).isEqualTo(200);
        work();
        assertThat(deliver(body)).isEqualTo(200);
        work();
        assertThat(credit()).isEqualTo(1000);

        String silent = pay(7, false);
        STRIPE.customerPays(silent);
        CLOCK.forward(Duration.ofMinutes(11));
        work();
        assertThat(credit()).isEqualTo(1700);
    }

    @Test
    void forgedStaleTruncatedAndHugeDeliveriesAreNotRead() {
        String payment = pay(10, false);
        String body = STRIPE.event("evt_forged", "checkout.session.completed", STRIPE.customerPays(payment));
        Instant now = CLOCK.instant();
        assertThat(FakeStripe.deliver(server(), body, FakeStripe.sign("whsec_wrong", now, body)))
                .isEqualTo(400);
        assertThat(FakeStripe.deliver(server(), body, FakeStripe.sign(FakeStripe.SECRET, now.minusSeconds(301), body)))
                .isEqualTo(400);
        assertThat(FakeStripe.deliver(server(), body, FakeStripe.sign(FakeStripe.SECRET, now.plusSeconds(301), body)))
                .isEqualTo(400);
        assertThat(FakeStripe.deliver(
                        server(), body.substring(0, body.length() - 5), FakeStripe.sign(FakeStripe.SECRET, now, body)))
                .isEqualTo(400);
        assertThat(FakeStripe.deliver(server(), body, "t=,v1=zz,v1")).isEqualTo(400);
        String cut = body.substring(0, body.length() - 5);
        assertThat(deliver(cut)).isEqualTo(400);
        assertThat(deliver("{}")).isEqualTo(400);
        assertThat(deliver(" ".repeat(StripeWebhook.BYTES_MAX) + body)).isEqualTo(413);
        work();
        assertThat(credit()).isZero();
        assertThat(plane.database().count("SELECT count(*) FROM payments.webhook_event WHERE id = 'evt_forged'"))
                .isZero();
        assertThat(FakeStripe.deliver(server(), body, FakeStripe.sign("whsec_next", now, body)))
                .as("a secret that is being rotated in")
                .isEqualTo(200);
        work();
        assertThat(credit()).isEqualTo(1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {-299, -300, 299, 300})
    void aDeliveryWhoseClockIsALittleOffIsRead(int seconds) {
        String payment = pay(10, false);
        String body =
                STRIPE.event("evt_" + UUID.randomUUID(), "checkout.session.completed", STRIPE.customerPays(payment));
        String signed = FakeStripe.sign(FakeStripe.SECRET, CLOCK.instant().plusSeconds(seconds), body);
        assertThat(FakeStripe.deliver(server(), body, signed)).isEqualTo(200);
        work();
        assertThat(credit()).isEqualTo(1000);
    }

    @Test
    void anotherAmountOrCurrencyThanAskedForIsNotBooked() {
        String less = pay(10, false);
        tell("checkout.session.completed", STRIPE.customerPays(less, 999, "usd"));
        String other = pay(10, false);
        tell("checkout.session.completed", STRIPE.customerPays(other, 1000, "eur"));
        assertThat(credit()).isZero();
        assertThat(plane.database()
                        .count("SELECT count(*) FROM payments.work WHERE state = 'dead' AND last_error LIKE '%" + less
                                + "%'"))
                .isEqualTo(1);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM payments.work WHERE state = 'dead' AND last_error LIKE '%" + other
                                + "%'"))
                .isEqualTo(1);
    }

    @Test
    void partsOfACentAndAbsurdAmountsAreRefused() {
        assertThat(payer.post(payments(), "{\"amount\":{\"nanos\":1000000001,\"currency\":\"USD\"}}")
                        .status())
                .isEqualTo(422);
        assertThat(payer.post(payments(), "{\"amount\":{\"nanos\":9007199254740991,\"currency\":\"USD\"}}")
                        .status())
                .isEqualTo(422);
        assertThat(payer.post(payments(), "{\"amount\":{\"nanos\":5000000000,\"currency\":\"EUR\"}}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aPageNobodyPaysAtFails() {
        String payment = pay(10, false);
        tell("checkout.session.expired", STRIPE.customerLeaves(payment));
        assertThat(show(payment).path("state").asString()).isEqualTo("failed");
        assertThat(show(payment).path("failure").asString()).isNotEmpty();
        assertThat(credit()).isZero();
    }

    @Test
    void anAnswerThatIsLostMakesNothingTwice() {
        long before = STRIPE.count("checkout.session");
        STRIPE.losesAnswers = 1;
        String payment = pay(10, false);
        assertThat(show(payment).path("checkout_url").isMissingNode()).isTrue();
        CLOCK.forward(Duration.ofSeconds(6));
        work();
        assertThat(STRIPE.count("checkout.session")).isEqualTo(before + 1);
        tell("checkout.session.completed", STRIPE.customerPays(payment));

        long refunds = STRIPE.count("refund");
        STRIPE.losesAnswers = 1;
        assertThat(refund(payment, 400).status()).isEqualTo(200);
        work();
        assertThat(credit()).isEqualTo(600);
        CLOCK.forward(Duration.ofSeconds(6));
        work();
        assertThat(STRIPE.count("refund")).isEqualTo(refunds + 1);
        assertThat(credit()).isEqualTo(600);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM payments.refund WHERE state = 'succeeded' AND payment_id = '"
                                + payment + "'"))
                .isEqualTo(1);
    }

    @Test
    void refundsAreGivenBackInPartsAndNeverAboveWhatWasPaid() {
        String payment = paid(10, false);
        assertThat(refund(payment, 400).status()).isEqualTo(200);
        assertThat(refund(payment, 601).status()).isEqualTo(422);
        assertThat(refund(payment, 600).status()).isEqualTo(200);
        work();
        assertThat(credit()).isZero();
        assertThat(show(payment).path("refunded_nanos").asLong()).isEqualTo(10_000_000_000L);
    }

    @Test
    void aReturnedRefundIsCreditedAgain() {
        String payment = paid(10, false);
        assertThat(refund(payment, 400).status()).isEqualTo(200);
        work();
        String refund = STRIPE.refundOf(payment);
        STRIPE.bankReturnsRefund(refund);
        tell("refund.failed", refund);
        tell("refund.updated", refund);
        assertThat(credit()).isEqualTo(1000);
        assertThat(show(payment).path("refunded_nanos").asLong()).isZero();
    }

    @Test
    void aRefundMadeAtStripeReducesTheCredit() {
        String payment = paid(10, false);
        String refund = STRIPE.staffRefunds(payment, 300);
        tell("refund.created", refund);
        tell("charge.refunded", refund);
        assertThat(credit()).isEqualTo(700);
        assertThat(show(payment).path("refunded_nanos").asLong()).isEqualTo(3_000_000_000L);
    }

    @Test
    void newsInTheWrongOrderComeToTheSame() {
        String payment = pay(10, false);
        String session = STRIPE.customerPays(payment);
        String refund = STRIPE.staffRefunds(payment, 300);
        tell("refund.created", refund);
        assertThat(credit()).isZero();
        tell("checkout.session.completed", session);
        CLOCK.forward(Duration.ofSeconds(6));
        work();
        assertThat(credit()).isEqualTo(700);
    }

    @Test
    void aDisputeTakesTheMoneyAndGivesItBackWhenWon() {
        String payment = paid(10, false);
        String dispute = STRIPE.dispute(payment, 1000);
        tell("charge.dispute.created", dispute);
        tell("charge.dispute.funds_withdrawn", dispute);
        assertThat(credit()).isZero();
        STRIPE.disputeEnds(dispute, true);
        tell("charge.dispute.closed", dispute);
        tell("charge.dispute.updated", dispute);
        assertThat(credit()).isEqualTo(1000);
        assertThat(payer.get("/api/v1/tenants/" + tenant + "/disputes")
                        .json()
                        .at("/items/0/state")
                        .asString())
                .isEqualTo("won");
    }

    @Test
    void aDisputeOfUsedCreditBecomesADebt() {
        String payment = paid(10, false);
        assertThat(refund(payment, 400).status()).isEqualTo(200);
        work();
        String dispute = STRIPE.dispute(payment, 1000);
        STRIPE.disputeEnds(dispute, false);
        tell("charge.dispute.closed", dispute);
        assertThat(credit()).isZero();
        assertThat(balance("owed_nanos")).isEqualTo(400);
        paid(10, false);
        assertThat(credit()).as("what is owed is paid first").isEqualTo(600);
    }

    @Test
    void creditIsAddedByItselfOneAttemptAtATimeAndSlowerAfterFailures() {
        String topUp = "/api/v1/tenants/" + tenant + "/auto-top-up";
        String wish = """
                {"enabled":true,"threshold":{"nanos":20000000000,"currency":"USD"},"amount":{"nanos":50000000000,"currency":"USD"}}""";
        assertThat(payer.put(topUp, wish).status()).as("no method yet").isEqualTo(409);
        paid(10, true);
        assertThat(payer.put(topUp, wish).text("method")).isEqualTo("visa 4242");
        work();
        work();
        assertThat(credit()).isEqualTo(6000);

        STRIPE.refusesCards = true;
        assertThat(payer.put(topUp, wish.replace("20000000000", "90000000000")).status())
                .isEqualTo(200);
        work();
        work();
        JsonNode failed = payer.get(topUp).json();
        assertThat(failed.path("failures").asInt()).isEqualTo(1);
        assertThat(failed.path("retry_at").asString())
                .isEqualTo(CLOCK.instant().plus(Duration.ofHours(1)).toString());
        for (int hours = 1; hours <= 8; hours *= 2) {
            CLOCK.forward(Duration.ofHours(hours));
            work();
        }
        STRIPE.refusesCards = false;
        CLOCK.forward(Duration.ofDays(2));
        work();
        assertThat(payer.get(topUp).json().path("enabled").asBoolean())
                .as("after five failures nobody tries any more")
                .isFalse();
        assertThat(credit()).isEqualTo(6000);
        assertThat(plane.database()
                        .count("SELECT count(*) FROM payments.payment WHERE kind = 'auto_top_up' AND"
                                + " state = 'failed' AND tenant_id = '" + tenant + "'"))
                .isEqualTo(AutoTopUps.FAILURES_MAX);
    }

    @Test
    void clearingIsWhatStripeHoldsAndZeroAfterThePayout() {
        CLOCK.forward(Duration.ofDays(1));
        work();
        // Left unbooked by other tests on purpose.
        long unbooked =
                STRIPE.count("charge") == 0 ? 0 : report().path("off_nanos").asLong();
        String payment = paid(100, false);
        assertThat(refund(payment, 1000).status()).isEqualTo(200);
        work();
        STRIPE.paysOut();
        CLOCK.forward(Duration.ofDays(1));
        work();
        JsonNode paidOut = report();
        assertThat(paidOut.path("provider_nanos").asLong()).isZero();
        assertThat(paidOut.path("ledger_nanos").asLong()).as(paidOut.toString()).isEqualTo(unbooked);
        assertThat(paidOut.path("off_nanos").asLong()).isEqualTo(unbooked);
        assertThat(paidOut.path("differences")).isEmpty();

        // Paid without a webhook or a poll.
        String silent = pay(5, false);
        STRIPE.customerPays(silent);
        plane.database().execute("UPDATE payments.work SET state = 'done' WHERE subject = '" + silent + "'");
        CLOCK.forward(Duration.ofDays(1));
        work();
        assertThat(report().path("off_nanos").asLong()).isEqualTo(unbooked + 5_000_000_000L);
        assertThat(report().path("differences").toString()).contains("not in our books");
        tell("payment_intent.succeeded", STRIPE.intent(silent));
        CLOCK.forward(Duration.ofDays(1));
        work();
        assertThat(report().path("off_nanos").asLong()).isEqualTo(unbooked);
    }

    private JsonNode report() {
        for (JsonNode report :
                admin.get("/api/v1/payments/reconciliations?limit=5").json().path("items")) {
            if (report.path("currency").asString().equals("USD")) {
                return report;
            }
        }
        throw new AssertionError("no report");
    }
}
