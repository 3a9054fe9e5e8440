package io.gpuaas.controlplane.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.testkit.Against;
import java.util.UUID;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Paying in and getting back, over the API. */
@Against("PostgreSQL")
class PaymentsTest {

    private static final TestControlPlane PLANE = TestControlPlane.shared();

    private final ApiClient admin = PLANE.admin();
    private final String tenant = admin.createTenant();
    private final ApiClient payer =
            PLANE.client(PLANE.principals().person(Role.TENANT_BILLING, tenant).token());

    private static String amount(String nanos, String currency) {
        return "{\"amount\":{\"nanos\":" + nanos + ",\"currency\":\"" + currency + "\"}}";
    }

    private String payments() {
        return "/api/v1/tenants/" + tenant + "/payments";
    }

    private Reply pay(long dollars) {
        return payer.post(payments(), amount(dollars + "000000000", "USD"));
    }

    private Reply refund(String payment, String nanos) {
        return admin.post(
                payments() + "/" + payment + "/refund",
                "{\"amount\":{\"nanos\":" + nanos + ",\"currency\":\"USD\"},\"reason\":\"not needed\"}");
    }

    private JsonNode balance() {
        return payer.get("/api/v1/tenants/" + tenant + "/balance").json().at("/items/0");
    }

    @Test
    void aPaymentIsCreditAtOnceAndShownInTheBooks() {
        Reply paid = pay(25);
        assertThat(paid.status()).as(paid.body()).isEqualTo(201);
        assertThat(paid.text("state")).isEqualTo("paid");
        assertThat(balance().path("available_nanos").asLong()).isEqualTo(25_000_000_000L);
        assertThat(balance().path("level").asString()).isEqualTo("sufficient");
        JsonNode booked = payer.get("/api/v1/tenants/" + tenant + "/ledger-transfers?limit=1")
                .json();
        assertThat(booked.path("items")).hasSize(1);
        assertThat(booked.path("next_cursor").asString()).isNotEmpty();
        assertThat(payer.get("/api/v1/tenants/" + tenant + "/costs?group_by=day")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void oneKeyPaysOnceHoweverOftenItIsSent() {
        String key = UUID.randomUUID().toString();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 10; i++) {
                threads.execute(() -> payer.post(payments(), amount("7000000000", "USD"), key));
            }
        }
        assertThat(balance().path("credit_nanos").asLong()).isEqualTo(7_000_000_000L);
        assertThat(payer.get(payments()).json().path("items")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, USD, 422",
        "999999999, USD, 422",
        "1000000000000001, USD, 422",
        "9007199254740991, USD, 422",
        "5000000000, EUR, 422",
        "-5000000000, USD, 400",
        "1.5, USD, 400",
        "5000000000, usd, 400",
        "92233720368547758070, USD, 400"
    })
    void amountsThatCannotBePaidAreRefused(String nanos, String currency, int status) {
        Reply refused = payer.post(payments(), amount(nanos, currency));
        assertThat(refused.status()).as(refused.body()).isEqualTo(status);
        assertThat(balance().path("credit_nanos").asLong()).isZero();
    }

    @Test
    void noMoreIsGivenBackThanWasPaid() {
        String payment = pay(10).text("id");
        assertThat(refund(payment, "4000000000").json().path("refunded_nanos").asLong())
                .isEqualTo(4_000_000_000L);
        Reply tooMuch = refund(payment, "6000000001");
        assertThat(tooMuch.status()).isEqualTo(422);
        assertThat(tooMuch.text("detail")).contains("6.00 USD");
        assertThat(refund(payment, "0").status()).isEqualTo(422);
        assertThat(refund(payment, "6000000000").status()).isEqualTo(200);
        assertThat(refund(payment, "1").status()).isEqualTo(422);
        assertThat(balance().path("credit_nanos").asLong()).isZero();
        assertThat(PLANE.database()
                        .count(
                                "SELECT count(*) FROM audit.event WHERE action = 'payment.refund' AND outcome = 'succeeded'"
                                        + " AND target LIKE '%" + payment + "%' AND tenant_id = '" + tenant + "'"))
                .isEqualTo(2);
    }

    @Test
    void refundsAtTheSameTimeDoNotGiveBackMoreThanWasPaid() {
        String payment = pay(10).text("id");
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                threads.execute(() -> refund(payment, "3000000000"));
            }
        }
        assertThat(balance().path("credit_nanos").asLong()).isEqualTo(1_000_000_000L);
    }

    @Test
    void aPaymentOfSomebodyElseIsNotThere() {
        String payment = pay(10).text("id");
        String other = admin.createTenant();
        assertThat(admin.post(
                                "/api/v1/tenants/" + other + "/payments/" + payment + "/refund",
                                "{\"amount\":{\"nanos\":1,\"currency\":\"USD\"},\"reason\":\"r\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void promotionalCreditIsShownApart() {
        Reply granted = admin.post("/api/v1/tenants/" + tenant + "/promotional-credits", """
                {"amount":{"nanos":3000000000,"currency":"USD"},"expires_at":"2099-01-01T00:00:00Z","reason":"trial"}""");
        assertThat(granted.status()).as(granted.body()).isEqualTo(201);
        assertThat(balance().path("promotional_nanos").asLong()).isEqualTo(3_000_000_000L);
        assertThat(balance().path("credit_nanos").asLong()).isZero();
        assertThat(admin.post("/api/v1/tenants/" + tenant + "/promotional-credits", """
                {"amount":{"nanos":3000000000,"currency":"USD"},"expires_at":"2001-01-01T00:00:00Z","reason":"late"}""")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void theLedgerVerifies() {
        pay(3);
        Reply verified = admin.get("/api/v1/ledger/verification");
        assertThat(verified.status()).as(verified.body()).isEqualTo(200);
        assertThat(verified.json().path("intact").asBoolean())
                .as(verified.body())
                .isTrue();
    }
}
