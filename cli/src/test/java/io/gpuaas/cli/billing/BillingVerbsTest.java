package io.gpuaas.cli.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.SignedInShell;
import io.gpuaas.cli.session.ExitCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Credit, costs and payments. */
class BillingVerbsTest extends SignedInShell {

    private static final String T = "0198c0de-0000-7000-8000-000000000001";
    private static final String P = "0198c0de-0000-7000-8000-00000000000b";
    private static final String PAYMENT = """
            {"id":"%s","amount":{"nanos":100000000000,"currency":"USD"},"refunded_nanos":0,"provider":"test","state":"paid",
             "requested_at":"2026-01-01T00:00:00Z"}""".formatted(P);

    @Test
    void aBalanceIsReadableAlsoBelowZero() {
        server.answers("GET /api/v1/tenants/" + T + "/balance", 200, """
                {"items":[{"currency":"USD","credit_nanos":-2500000000,"promotional_nanos":0,"held_nanos":0,
                 "available_nanos":-2500000000,"accrued_nanos":2500000000,"owed_nanos":0,"burn_nanos_per_hour":4980000000,
                 "seconds_left":0,"level":"depleted","deadline":"2026-01-01T00:15:00Z"}]}""");
        assertThat(shell.type("billing balance " + T)).as(shell.said()).isZero();
        assertThat(shell.printed()).contains("-2.50 USD").contains("4.98 USD").contains("depleted");
    }

    @Test
    void amountsArePaidExactly() {
        server.answers("POST /api/v1/tenants/" + T + "/payments", 201, PAYMENT);
        assertThat(shell.type("payments create " + T + " 100.000000001"))
                .as(shell.said())
                .isZero();
        assertThat(server.received().getLast().body())
                .isEqualTo("{\"amount\":{\"nanos\":100000000001,\"currency\":\"USD\"}}");
    }

    @Test
    void costsAreAskedForByGroup() {
        server.answers("GET /api/v1/tenants/" + T + "/costs?group_by=sku", 200, """
                {"starts_at":"2026-01-01T00:00:00Z","ends_at":"2026-01-31T00:00:00Z","items":[
                 {"group":"h100","gpu_seconds":3600,"currency":"USD","amount_nanos":2490000000}]}""");
        assertThat(shell.type("billing costs " + T + " --by sku"))
                .as(shell.said())
                .isZero();
        assertThat(shell.printed()).contains("h100   1          2.49 USD");
    }

    @Test
    void costsAreAskedForOfOneAllocation() {
        server.answers("GET /api/v1/tenants/" + T + "/costs?allocation_id=" + P + "&group_by=day", 200, """
                {"starts_at":"2026-01-01T00:00:00Z","ends_at":"2026-01-31T00:00:00Z","items":[
                 {"group":"2026-01-01","gpu_seconds":3600,"currency":"USD","amount_nanos":2490000000}]}""");
        assertThat(shell.type("billing costs " + T + " --allocation " + P))
                .as(shell.said())
                .isZero();
        assertThat(shell.printed()).contains("2.49 USD");
    }

    @Test
    void truncatedCostsAreMarkedBesideTheOutput() {
        server.answers("GET /api/v1/tenants/" + T + "/costs?group_by=day", 200, """
                {"starts_at":"2026-01-01T00:00:00Z","ends_at":"2026-01-31T00:00:00Z","truncated":true,"items":[
                 {"group":"2026-01-01","gpu_seconds":3600,"currency":"USD","amount_nanos":2490000000}]}""");
        assertThat(shell.type("billing costs " + T + " -o json"))
                .as(shell.said())
                .isZero();
        assertThat(shell.printed()).contains("2026-01-01").doesNotContain("more than");
        assertThat(shell.said()).contains("Only the first 1 lines are shown");
    }

    @Test
    void theOnlyTenantPaysWhenNoneIsNamed() {
        server.answers("GET /api/v1/me", 200, """
                        {"principal_id":"p-1","kind":"user","display_name":"Ada","grants":[
                         {"role":"tenant_owner","tenant_id":"%s","permissions":["a.b"]}]}""".formatted(T))
                .answers("POST /api/v1/tenants/" + T + "/payments", 201, PAYMENT);
        for (String line : List.of(
                "payments create 100", "payments create --tenant " + T + " 100", "payments create " + T + " 100")) {
            assertThat(shell.type(line)).as(shell.said()).isZero();
        }
        assertThat(server.bodiesOf("POST /api/v1/tenants/" + T + "/payments"))
                .hasSize(3)
                .containsOnly("{\"amount\":{\"nanos\":100000000000,\"currency\":\"USD\"}}");
    }

    @Test
    void budgetsAreListed() {
        server.answers("GET /api/v1/tenants/" + T + "/budgets?limit=2", 200, """
                {"items":[{"project_id":"%s","monthly":{"nanos":500000000000,"currency":"USD"},"action":"refuse",
                 "month":"2026-01","spent_nanos":2490000000,"alerted_percent":0}]}""".formatted(P));
        assertThat(shell.type("budgets list " + T + " --limit 2"))
                .as(shell.said())
                .isZero();
        assertThat(shell.printed()).contains("500.00 USD").contains("2.49 USD").contains("refuse");
    }

    @Test
    void useIsReportedExactlyAsItIsWrittenAndARefusalFails() {
        server.answers("POST /api/v1/projects/" + P + "/usage-records", 200, """
                {"accepted":0,"duplicates":0,"refused":1,"outcomes":[
                 {"record_id":"r-1","outcome":"refused","code":"unit_unknown","message":"No."}]}""");
        assertThat(shell.type("usage report " + P + " r-1 --producer p --app a --measure m --quantity 0.10 --unit u"
                        + " --from 2026-01-01T00:00:00Z --to 2026-01-01T00:01:00Z"))
                .as(shell.said())
                .isEqualTo(ExitCode.REFUSED);
        assertThat(server.received().getLast().body()).contains("\"quantity\":\"0.10\"");
        assertThat(shell.printed()).contains("unit_unknown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payments create " + T + " much",
                "payments create " + T + " 1.0000000001",
                "payments create",
                "payments create tenant 5",
                "payments create --tenant " + P + " " + T + " 5",
                "payments create " + T + " 5 5",
                "payments refund " + T + " " + P + " 5",
                "billing costs " + T + " --by colour",
                "billing grant " + T + " 5 --reason r",
            })
    void wrongUsageIsTwoAndSendsNothing(String line) {
        assertThat(shell.type(line)).as(shell.said()).isEqualTo(2);
        assertThat(server.received()).isEmpty();
    }
}
