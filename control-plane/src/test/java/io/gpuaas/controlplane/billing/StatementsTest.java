package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.allocations.AllocationMeter.Metered;
import io.gpuaas.controlplane.billing.statements.StatementDocument;
import io.gpuaas.controlplane.billing.statements.StatementPdf;
import io.gpuaas.controlplane.billing.statements.StatementStore;
import io.gpuaas.controlplane.billing.statements.StatementStore.Head;
import io.gpuaas.controlplane.billing.statements.StatementStore.Line;
import io.gpuaas.controlplane.billing.statements.Statements;
import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
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
        return close();
    }

    private Head close() {
        billing.pass(Duration.ofMinutes(2));
        billing.doing(() -> {
            billing.plane.bean(Earnings.class).close(month, tenant);
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
    void aClosedStatementIsNotChanged() {
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

    private Metered begin(String user, ProjectId project, String of, int gpus) {
        Metered begun = new Metered(
                new AllocationId(UUID.randomUUID()),
                tenant,
                project,
                of,
                gpus,
                null,
                user,
                Map.of(),
                billing.clock.instant());
        billing.doing(() -> billing.plane.bean(AllocationMetering.class).works(begun));
        return begun;
    }

    private long cost(Metered allocation) {
        return billing.usage(allocation, "sum(amount_nanos)");
    }

    /** The cost of each group. */
    private Map<String, Long> costs(String by) {
        Reply report = billing.admin.get(
                "/api/v1/tenants/" + tenant + "/costs?from=" + month + "-01T00:00:00Z&group_by=" + by);
        assertThat(report.status()).as(report.body()).isEqualTo(200);
        Map<String, Long> groups = new HashMap<>();
        report.json()
                .path("items")
                .forEach(line -> groups.put(
                        line.path("group").asString(), line.path("amount_nanos").asLong()));
        return groups;
    }

    /** Of one tenant, each with an id that comes before those that begin with f. */
    private void useManyBefore(Metered other, int count) {
        billing.database.execute("""
                INSERT INTO billing.usage (allocation_id, starts_at, kind, ends_at, meter_id, tenant_id, gpus, seconds, currency, amount_nanos)
                SELECT overlay(gen_random_uuid()::text PLACING '0' FROM 1)::uuid, m.starts_at, 'usage', m.starts_at + interval '1 minute',
                    m.id, m.tenant_id, 1, 60, 'USD', 0
                FROM billing.meter m, generate_series(1, %d) WHERE m.allocation_id = '%s'""".formatted(count, other.id()));
    }

    @Test
    void theCostOfAnAllocationIsFoundAmongManyOthers() {
        Metered other = billing.begin(tenant, sku, 2);
        AllocationId newestId =
                AllocationId.parse("ffff" + UUID.randomUUID().toString().substring(4));
        Metered newest = billing.metered(newestId, tenant, other.project(), sku, 1);
        billing.doing(() -> billing.plane.bean(AllocationMetering.class).works(newest));
        billing.pass(Duration.ofMinutes(3));
        useManyBefore(other, CostStore.LINES_MAX);
        assertThat(costs("allocation")).hasSize(CostStore.LINES_MAX).doesNotContainKey(newestId.toString());
        assertThat(cost(newest)).isPositive();
        assertThat(costs("allocation&allocation_id=" + newestId)).isEqualTo(Map.of(newestId.toString(), cost(newest)));
        assertThat(costs("sku&allocation_id=" + newestId)).isEqualTo(Map.of(sku, cost(newest)));
        assertThat(costs("allocation&allocation_id=" + UUID.randomUUID())).isEmpty();
    }

    @Test
    void costsAreThoseOfTheirUserAndTheirProject() {
        ProjectId research = new ProjectId(UUID.randomUUID());
        ProjectId serving = new ProjectId(UUID.randomUUID());
        Metered first = begin("ann", research, sku, 1);
        Metered second = begin("bob", serving, sku, 2);
        Metered third = begin("ann", serving, sku, 4);
        billing.pass(Duration.ofMinutes(3));
        assertThat(cost(first)).isPositive();
        assertThat(costs("user")).isEqualTo(Map.of("ann", cost(first) + cost(third), "bob", cost(second)));
        assertThat(costs("project"))
                .isEqualTo(Map.of(research.toString(), cost(first), serving.toString(), cost(second) + cost(third)));
        assertThat(costs("project&user=ann"))
                .isEqualTo(Map.of(research.toString(), cost(first), serving.toString(), cost(third)));
        assertThat(costs("user&project_id=" + serving)).isEqualTo(Map.of("ann", cost(third), "bob", cost(second)));
        assertThat(costs("user&project_id=" + research + "&user=bob")).isEmpty();
    }

    @Test
    void costsOfADayEndWithItAtMidnightUtc() {
        Instant midnight = billing.clock.instant().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(1));
        billing.clock.set(midnight.minus(Duration.ofMinutes(2)));
        billing.keepPartitions();
        billing.tick();
        long hourly = 36 * BillingPlane.DOLLAR;
        Metered running = begin("ann", new ProjectId(UUID.randomUUID()), billing.sku(hourly), 1);
        billing.pass(Duration.ofMinutes(6));
        long before = 2 * hourly / 60;
        long after = cost(running) - before;
        assertThat(after).isPositive();
        assertThat(costs("day"))
                .isEqualTo(Map.of(
                        day(midnight.minusSeconds(1)), before,
                        day(midnight), after));
    }

    private static String day(Instant at) {
        return at.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    }

    /** Without the heading and what stands below the lines. */
    private static List<String> linesOf(String csv) {
        return csv.lines().filter(line -> line.contains(",Use of ")).toList();
    }

    private static BigDecimal exactTotal(String csv) {
        String total = csv.lines()
                .filter(line -> line.contains("Exact total"))
                .findFirst()
                .orElseThrow();
        return new BigDecimal(total.split(",", -1)[4]);
    }

    @Test
    void eachProjectHasItsOwnLinesAndTogetherTheyComeToTheWhole() {
        ProjectId research = new ProjectId(UUID.randomUUID());
        ProjectId serving = new ProjectId(UUID.randomUUID());
        String other = billing.sku(1_999_999_999L);
        List<Metered> used =
                List.of(begin("ann", research, sku, 1), begin("ann", serving, sku, 2), begin("bob", serving, other, 1));
        billing.pass(Duration.ofSeconds(187));
        used.forEach(billing::end);
        Head head = close();
        String whole = document(head, "csv").body();
        String ofResearch = document(head, "csv&project_id=" + research).body();
        String ofServing = document(head, "csv&project_id=" + serving).body();
        assertThat(linesOf(ofResearch)).hasSize(1).allMatch(line -> line.startsWith(research + "," + sku + ","));
        assertThat(linesOf(ofServing)).hasSize(2).allMatch(line -> line.startsWith(serving + ","));
        assertThat(ofServing).contains(sku).contains(other).doesNotContain(research.toString());
        assertThat(Stream.of(ofResearch, ofServing).flatMap(part -> linesOf(part).stream()))
                .containsExactlyInAnyOrderElementsOf(linesOf(whole));
        assertThat(exactTotal(ofResearch).add(exactTotal(ofServing)))
                .isEqualByComparingTo(exactTotal(whole))
                .isEqualByComparingTo(StatementDocument.exact(head.total().nanos()))
                .isPositive();
        assertThat(exactTotal(ofResearch)).isEqualByComparingTo(StatementDocument.exact(cost(used.getFirst())));
        assertThat(document(head, "csv&project_id=" + UUID.randomUUID()).status())
                .isEqualTo(404);
    }
}
