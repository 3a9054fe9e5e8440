package io.gpuaas.controlplane.billing;

import io.gpuaas.api.FocusGranularity;
import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Exports the cost of a month in the columns of FOCUS 1.1, with all that FOCUS 1.0 requires: a row for each allocation
 * or app, day or hour, price and kind, separate where a commitment made it cheaper; and one for each commitment that was not
 * used up.
 */
@Component
class FocusExport {

    static final List<String> COLUMNS = List.of(
            "BilledCost",
            "BillingAccountId",
            "BillingAccountName",
            "BillingCurrency",
            "BillingPeriodStart",
            "BillingPeriodEnd",
            "ChargeCategory",
            "ChargeClass",
            "ChargeDescription",
            "ChargeFrequency",
            "ChargePeriodStart",
            "ChargePeriodEnd",
            "CommitmentDiscountCategory",
            "CommitmentDiscountId",
            "CommitmentDiscountName",
            "CommitmentDiscountStatus",
            "CommitmentDiscountType",
            "ConsumedQuantity",
            "ConsumedUnit",
            "ContractedCost",
            "ContractedUnitPrice",
            "EffectiveCost",
            "InvoiceIssuerName",
            "ListCost",
            "ListUnitPrice",
            "PricingCategory",
            "PricingQuantity",
            "PricingUnit",
            "ProviderName",
            "PublisherName",
            "RegionId",
            "RegionName",
            "ResourceId",
            "ResourceName",
            "ResourceType",
            "ServiceCategory",
            "ServiceName",
            "SkuId",
            "SkuPriceId",
            "SubAccountId",
            "SubAccountName",
            "Tags");

    /**
     * Allocations or apps of one day: each read looks through the whole day, so that few reads are better than small
     * ones. By the hour each of them has up to 24 times as many rows.
     */
    private static final int THINGS_PER_READ = 5_000;

    private static final String NO_ALLOCATION = "00000000-0000-0000-0000-000000000000";
    private static final String NO_APP = "";

    private final JdbcClient jdbc;
    private final CommitmentStore commitments;
    private final Earnings earnings;
    private final FocusNaming named;

    FocusExport(JdbcClient jdbc, CommitmentStore commitments, Earnings earnings, FocusNaming named) {
        this.jdbc = jdbc;
        this.commitments = commitments;
        this.earnings = earnings;
        this.named = named;
    }

    Download of(TenantId tenant, YearMonth month, FocusGranularity by) {
        String name = by == FocusGranularity.HOUR ? "focus-" + month + "-hourly.csv" : "focus-" + month + ".csv";
        return new Download("text/csv; charset=utf-8", name, out -> write(tenant, month, by, out));
    }

    private void write(TenantId tenant, YearMonth month, FocusGranularity by, OutputStream out) throws IOException {
        FocusNames names = named.of(tenant);
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        writer.write(String.join(",", COLUMNS) + "\r\n");
        // In pages, each of them read before any of it is written: a slow reader holds no connection.
        for (int day = 1; day <= month.lengthOfMonth(); day++) {
            Day of = new Day(
                    tenant, names, by, month, month.atDay(day).atStartOfDay().toInstant(ZoneOffset.UTC));
            write(after -> allocations(of, UUID.fromString(after)), NO_ALLOCATION, writer);
        }
        for (int day = 1; day <= month.lengthOfMonth(); day++) {
            Day of = new Day(
                    tenant, names, by, month, month.atDay(day).atStartOfDay().toInstant(ZoneOffset.UTC));
            write(after -> apps(of, after), NO_APP, writer);
        }
        for (String row : shortfalls(tenant, month, names).toList()) {
            writer.write(row);
        }
        writer.flush();
    }

    /** The usage of a tenant on one day. */
    private record Day(TenantId tenant, FocusNames names, FocusGranularity by, YearMonth month, Instant begins) {

        Instant ends() {
            return begins.plus(Duration.ofDays(1));
        }
    }

    /** A row of the export, and what it is about: all rows of one thing and day stand in one page. */
    private record Row(String thing, String text) {}

    private interface Pages {
        List<Row> after(String thing);
    }

    private static void write(Pages pages, String before, Writer writer) throws IOException {
        List<Row> rows = pages.after(before);
        while (!rows.isEmpty()) {
            for (Row row : rows) {
                writer.write(row.text());
            }
            rows = pages.after(rows.getLast().thing());
        }
    }

    private static Instant begin(YearMonth month) {
        return month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private static Row row(String thing, FocusCharge charge, Day day) {
        return new Row(thing, charge.row(begin(day.month()), begin(day.month().plusMonths(1)), day.names()));
    }

    private static Duration length(Day day) {
        return day.by() == FocusGranularity.HOUR ? Duration.ofHours(1) : Duration.ofDays(1);
    }

    private static int thingsPerRead(FocusGranularity by) {
        return by == FocusGranularity.HOUR ? THINGS_PER_READ / 24 : THINGS_PER_READ;
    }

    private List<Row> allocations(Day day, UUID after) {
        List<FocusCharge> charges = jdbc.sql("""
                WITH page AS MATERIALIZED (
                    SELECT DISTINCT allocation_id FROM billing.usage
                    WHERE tenant_id = :tenant AND starts_at >= :from AND starts_at < :to AND currency IS NOT NULL
                      AND allocation_id > :after ORDER BY allocation_id LIMIT :limit)
                SELECT m.tenant_id, m.project_id, m.sku, m.labels::text AS labels, u.allocation_id, u.kind, u.price_id, u.gpu_hour_nanos,
                    u.currency, date_trunc(:unit, u.starts_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS period,
                    c.id AS commitment_id, c.gpus AS commitment_gpus,
                    sum(part.gpu_seconds)::bigint AS gpu_seconds, sum(part.nanos)::bigint AS nanos
                FROM billing.usage u JOIN billing.meter m ON m.tenant_id = u.tenant_id AND m.id = u.meter_id
                CROSS JOIN LATERAL (SELECT u.seconds::bigint * u.gpus - u.committed_gpu_seconds AS gpu_seconds) AS whole
                CROSS JOIN LATERAL (SELECT CASE WHEN u.committed_gpu_seconds = 0 THEN u.amount_nanos
                    ELSE div(u.gpu_hour_nanos::numeric * whole.gpu_seconds, 3600)::bigint END AS nanos) AS price
                CROSS JOIN LATERAL (VALUES (false, whole.gpu_seconds, price.nanos),
                    (true, u.committed_gpu_seconds, u.amount_nanos - price.nanos)) AS part (committed, gpu_seconds, nanos)
                LEFT JOIN billing.commitment c ON part.committed AND c.tenant_id = m.tenant_id AND c.sku = m.sku
                    AND c.starts_at <= u.starts_at AND c.ends_at > u.starts_at
                WHERE u.tenant_id = :tenant AND u.starts_at >= :from AND u.starts_at < :to AND u.allocation_id > :after
                  AND u.allocation_id <= (SELECT allocation_id FROM page ORDER BY allocation_id DESC LIMIT 1)
                  AND u.currency IS NOT NULL AND part.gpu_seconds <> 0
                GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
                ORDER BY u.allocation_id, u.kind, u.price_id, c.id NULLS FIRST""")
                .param("tenant", day.tenant().value())
                .param("unit", day.by().wire())
                .param("from", Columns.time(day.begins()))
                .param("to", Columns.time(day.ends()))
                .param("after", after)
                .param("limit", thingsPerRead(day.by()))
                .query((row, n) -> FocusCharge.ofAllocation(row, length(day)))
                .list();
        day.names()
                .load(charges.stream()
                        .map(charge -> UUID.fromString(charge.thingId()))
                        .collect(Collectors.toSet()));
        return charges.stream()
                .map(charge -> row(charge.thingId(), charge, day))
                .toList();
    }

    private List<Row> apps(Day day, String after) {
        return jdbc.sql("""
                WITH page AS MATERIALIZED (
                    SELECT DISTINCT app_instance FROM billing.usage_record
                    WHERE tenant_id = :tenant AND starts_at >= :from AND starts_at < :to
                      AND app_instance > :after ORDER BY app_instance LIMIT :limit)
                SELECT r.tenant_id, r.project_id, r.measure, m.unit, r.app_instance, r.price_id, r.price_nanos, r.price_per,
                    r.currency, date_trunc(:unit, r.starts_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS period,
                    sum(r.quantity) AS quantity, sum(r.amount_nanos)::bigint AS nanos
                FROM billing.usage_record r JOIN billing.measure m ON m.name = r.measure
                WHERE r.tenant_id = :tenant AND r.starts_at >= :from AND r.starts_at < :to AND r.app_instance > :after
                  AND r.app_instance <= (SELECT app_instance FROM page ORDER BY app_instance DESC LIMIT 1)
                GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY r.app_instance, r.measure, r.price_id""")
                .param("tenant", day.tenant().value())
                .param("unit", day.by().wire())
                .param("from", Columns.time(day.begins()))
                .param("to", Columns.time(day.ends()))
                .param("after", after)
                .param("limit", thingsPerRead(day.by()))
                .query((row, n) -> row(row.getString("app_instance"), FocusCharge.ofApp(row, length(day)), day))
                .list();
    }

    /** Once the month is closed. */
    private Stream<String> shortfalls(TenantId tenant, YearMonth month, FocusNames names) {
        Map<String, Money> charged = earnings.shortfalls(tenant, month).stream()
                .collect(Collectors.toMap(Earnings.Shortfall::key, Earnings.Shortfall::amount));
        Instant from = begin(month);
        Instant to = begin(month.plusMonths(1));
        return commitments.between(tenant, from, to).stream()
                .flatMap(commitment -> Stream.ofNullable(charged.get(Commitments.key(commitment.id(), month)))
                        .map(amount -> FocusCharge.ofShortfall(tenant, commitment, amount, from, to)
                                .row(from, to, names)));
    }
}
