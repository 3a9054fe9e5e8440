package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.ledger.Account;
import io.gpuaas.controlplane.ledger.AccountKind;
import io.gpuaas.controlplane.ledger.Booking;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Corrections by finance, over the API. */
@Against("PostgreSQL")
class AdjustmentsTest {

    private final BillingPlane billing = BillingPlane.shared();
    private final String tenant = billing.admin.createTenant();
    private final ApiClient finance = billing.plane.client(
            billing.plane.principals().personOnPlatform(Role.FINANCE).token());
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
    }

    @Test
    void badDebtIsWrittenOffAsFarAsItGoes() {
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
                                new Money(30 * BillingPlane.DOLLAR, "USD")))));
        assertThat(adjust("write_off", 31).status()).isEqualTo(422);
        assertThat(adjust("write_off", 30).text("state")).isEqualTo("booked");
        assertThat(billing.plane.bean(Ledger.class).balance(owing, "USD").receivable())
                .isZero();
    }
}
