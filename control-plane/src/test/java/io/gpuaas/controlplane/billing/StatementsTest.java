package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.billing.StatementStore.Head;
import io.gpuaas.controlplane.billing.StatementStore.Line;
import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statements of closed months. */
@Against("PostgreSQL")
class StatementsTest {

    private final BillingPlane billing = BillingPlane.shared();
    private final TenantId tenant = TenantId.parse(billing.admin.createTenant());
    private final String sku = billing.sku(7_333_333_333L);
    private YearMonth month = YearMonth.parse("2026-03");
    private final StatementStore store = billing.plane.bean(StatementStore.class);

    @BeforeEach
    void quiet() {
        Instant hour = billing.nextHour();
        month = YearMonth.from(hour.atOffset(ZoneOffset.UTC));
        billing.pay(tenant, 100);
    }

    /** As the worker does, for this tenant's month. */
    private Head closed() {
        Metered used = billing.begin(tenant, sku, 3);
        billing.pass(Duration.ofSeconds(437));
        billing.end(used);
        billing.pass(Duration.ofMinutes(2));
        billing.doing(() -> {
            billing.plane.bean(Earnings.class).close(month);
            billing.plane.bean(Statements.class).close(month, tenant);
        });
        return store.list(tenant, null, 1).getFirst();
    }

    @Test
    void aStatementIsWhatTheLedgerEarnedToTheNano() {
        Head head = closed();
        List<Line> lines = store.lines(head.id());
        assertThat(lines.stream().mapToLong(Line::nanos).sum())
                .isEqualTo(head.total().nanos());
        assertThat(head.total().nanos())
                .isEqualTo(billing.database.count(
                        "SELECT amount_nanos FROM ledger.transfer WHERE kind = 'earnings' AND tenant_id = '" + tenant
                                + "'"))
                .isEqualTo(billing.database.count(
                        "SELECT sum(amount_nanos) FROM billing.usage WHERE tenant_id = '" + tenant + "'"))
                .isPositive();
    }

    @Test
    void whatIsClosedIsNotChanged() {
        Head head = closed();
        for (String change : List.of(
                "UPDATE billing.statement SET total_cents = 0 WHERE id = '%s'",
                "DELETE FROM billing.statement_line WHERE statement_id = '%s'")) {
            assertThatThrownBy(() -> billing.database.execute(change.formatted(head.id())))
                    .hasStackTraceContaining("append-only");
        }
    }

    @ParameterizedTest
    @CsvSource({"4999999, 0", "5000000, 1", "14999999, 1", "15000000, 2", "-15000000, -2", "0, 0"})
    void theTotalIsRoundedOnceHalfUp(long nanos, long cents) {
        assertThat(Statements.cents(new Money(nanos, "USD"))).isEqualTo(cents);
    }

    @Test
    void documentsShowTheSameTotalAndTheRule() throws IOException {
        Head head = closed();
        Reply csv = document(head, "csv");
        assertThat(csv.status()).as(csv.body()).isEqualTo(200);
        assertThat(csv.body())
                .contains(StatementDocument.exact(head.total().nanos()))
                .contains("Total,," + StatementDocument.rounded(head))
                .contains("rounded once");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StatementDocument.of(io.gpuaas.api.StatementFormat.PDF, head, store.lines(head.id()))
                .writeTo(bytes);
        try (PDDocument pdf = Loader.loadPDF(bytes.toByteArray())) {
            assertThat(new PDFTextStripper().getText(pdf))
                    .contains("Statement of " + month)
                    .contains(StatementDocument.rounded(head) + " USD")
                    .contains("rounded once");
        }
        assertThat(document(head, "pdf").status()).isEqualTo(200);
        String other = billing.admin.createTenant();
        assertThat(billing.admin
                        .get("/api/v1/tenants/" + other + "/statements/" + head.id() + "/document?format=csv")
                        .status())
                .isEqualTo(404);
    }

    private Reply document(Head head, String format) {
        return billing.admin.get(
                "/api/v1/tenants/" + tenant + "/statements/" + head.id() + "/document?format=" + format);
    }

    @Test
    void aLongStatementGoesOverSeveralPages() throws IOException {
        Head head = closed();
        List<Line> many = java.util.Collections.nCopies(200, new Line(null, "sku", "Use of \u4e2d sku", 3_600, 1));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StatementPdf.write(head, many, bytes);
        try (PDDocument pdf = Loader.loadPDF(bytes.toByteArray())) {
            assertThat(pdf.getNumberOfPages()).isGreaterThan(3);
        }
    }

    @Test
    void theFocusExportComesToTheSame() {
        Head head = closed();
        Reply focus = billing.admin.get("/api/v1/tenants/" + tenant + "/focus-export?month=" + month);
        assertThat(focus.status()).as(focus.body()).isEqualTo(200);
        List<String> rows = focus.body().lines().toList();
        assertThat(rows.getFirst()).isEqualTo(String.join(",", FocusExport.COLUMNS));
        BigDecimal billed = rows.stream()
                .skip(1)
                .map(row -> new BigDecimal(row.substring(0, row.indexOf(','))))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(billed)
                .isEqualByComparingTo(StatementDocument.exact(head.total().nanos()));
        assertThat(rows.get(1).split(",", -1)).hasSize(FocusExport.COLUMNS.size());
        assertThat(billing.admin
                        .get("/api/v1/tenants/" + tenant + "/focus-export?month=2026-13")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void costsAreFilteredAndGroupedByLabel() {
        Metered plain = billing.metered(tenant, sku, 1);
        Metered labelled = new Metered(
                plain.id(),
                tenant,
                plain.project(),
                sku,
                1,
                null,
                "somebody",
                java.util.Map.of("team", "blue"),
                billing.clock.instant());
        billing.doing(() -> billing.plane.bean(AllocationMetering.class).works(labelled));
        billing.begin(tenant, sku, 1);
        billing.pass(Duration.ofMinutes(3));
        String costs = "/api/v1/tenants/" + tenant + "/costs?from=" + month + "-01T00:00:00Z&group_by=";
        var byLabel = billing.admin.get(costs + "label&label=team").json().path("items");
        assertThat(byLabel).hasSize(2);
        assertThat(byLabel.at("/1/group").asString()).isEqualTo("blue");
        assertThat(billing.admin.get(costs + "label").status()).isEqualTo(400);
        var blue = billing.admin.get(costs + "sku&label=team%3Dblue").json().path("items");
        assertThat(blue.at("/0/amount_nanos").asLong()).isEqualTo(billing.usage(labelled, "sum(amount_nanos)"));
        assertThat(billing.admin.get(costs + "sku&sku=no-such-sku").json().path("items"))
                .isEmpty();
    }
}
