package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.Download;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a month cost in the columns of FOCUS 1.1, with all that FOCUS 1.0 requires: a row for each allocation or app, day,
 * price and kind, apart where a commitment made it cheaper; and one for each commitment that was not used up.
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

    private final JdbcClient jdbc;
    private final CommitmentStore commitments;
    private final Earnings earnings;
    private final TransactionTemplate transaction;

    FocusExport(JdbcClient jdbc, CommitmentStore commitments, Earnings earnings, TransactionTemplate transaction) {
        this.jdbc = jdbc;
        this.commitments = commitments;
        this.earnings = earnings;
        this.transaction = transaction;
    }

    Download of(TenantId tenant, YearMonth month) {
        return new Download("text/csv; charset=utf-8", "focus-" + month + ".csv", out -> write(tenant, month, out));
    }

    private void write(TenantId tenant, YearMonth month, OutputStream out) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        writer.write(String.join(",", COLUMNS) + "\r\n");
        // A cursor needs a transaction; it only reads.
        transaction.executeWithoutResult(status -> {
            try (Stream<String> allocations = allocations(tenant, month);
                    Stream<String> apps = apps(tenant, month)) {
                write(allocations, writer);
                write(apps, writer);
                write(shortfalls(tenant, month), writer);
            } catch (IOException e) {
                throw new UncheckedIOException("the client went away during the export", e);
            }
        });
        writer.flush();
    }

    private static void write(Stream<String> rows, Writer writer) throws IOException {
        for (Iterator<String> row = rows.iterator(); row.hasNext(); ) {
            writer.write(row.next());
        }
    }

    private static Instant begin(YearMonth month) {
        return month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    private Stream<String> allocations(TenantId tenant, YearMonth month) {
        return jdbc
                .sql("""
                SELECT m.tenant_id, m.project_id, m.sku, m.labels::text AS labels, u.allocation_id, u.kind, u.price_id, u.gpu_hour_nanos,
                    u.currency, date_trunc('day', u.starts_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS day,
                    c.id AS commitment_id, c.gpus AS commitment_gpus,
                    sum(part.gpu_seconds)::bigint AS gpu_seconds, sum(part.nanos)::bigint AS nanos
                FROM billing.meter m JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                CROSS JOIN LATERAL (SELECT u.seconds::bigint * u.gpus - u.committed_gpu_seconds AS gpu_seconds) AS whole
                CROSS JOIN LATERAL (SELECT CASE WHEN u.committed_gpu_seconds = 0 THEN u.amount_nanos
                    ELSE div(u.gpu_hour_nanos::numeric * whole.gpu_seconds, 3600)::bigint END AS nanos) AS price
                CROSS JOIN LATERAL (VALUES (false, whole.gpu_seconds, price.nanos),
                    (true, u.committed_gpu_seconds, u.amount_nanos - price.nanos)) AS part (committed, gpu_seconds, nanos)
                LEFT JOIN billing.commitment c ON part.committed AND c.tenant_id = m.tenant_id AND c.sku = m.sku
                    AND c.starts_at <= u.starts_at AND c.ends_at > u.starts_at
                WHERE m.tenant_id = :tenant AND m.starts_at < :to AND u.starts_at >= :from AND u.starts_at < :to
                  AND u.currency IS NOT NULL AND part.gpu_seconds <> 0
                GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
                ORDER BY day, u.allocation_id, u.kind, u.price_id, c.id NULLS FIRST""")
                .param("tenant", tenant.value())
                .param("from", Columns.time(begin(month)))
                .param("to", Columns.time(begin(month.plusMonths(1))))
                .query((row, n) -> FocusCharge.ofAllocation(row).row(begin(month), begin(month.plusMonths(1))))
                .stream();
    }

    private Stream<String> apps(TenantId tenant, YearMonth month) {
        return jdbc
                .sql("""
                SELECT r.tenant_id, r.project_id, r.measure, m.unit, r.app_instance, r.price_id, r.price_nanos, r.price_per,
                    r.currency, date_trunc('day', r.starts_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS day,
                    sum(r.quantity) AS quantity, sum(r.amount_nanos)::bigint AS nanos
                FROM billing.usage_record r JOIN billing.measure m ON m.name = r.measure
                WHERE r.tenant_id = :tenant AND r.starts_at >= :from AND r.starts_at < :to
                GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY day, r.app_instance, r.measure, r.price_id""")
                .param("tenant", tenant.value())
                .param("from", Columns.time(begin(month)))
                .param("to", Columns.time(begin(month.plusMonths(1))))
                .query((row, n) -> FocusCharge.ofApp(row).row(begin(month), begin(month.plusMonths(1))))
                .stream();
    }

    /** Once the month is closed. */
    private Stream<String> shortfalls(TenantId tenant, YearMonth month) {
        Map<String, Money> charged = earnings.shortfalls(tenant, month).stream()
                .collect(Collectors.toMap(Earnings.Shortfall::key, Earnings.Shortfall::amount));
        Instant from = begin(month);
        Instant to = begin(month.plusMonths(1));
        return commitments.between(tenant, from, to).stream()
                .flatMap(commitment -> Stream.ofNullable(charged.get(Commitments.key(commitment.id(), month)))
                        .map(amount -> FocusCharge.ofShortfall(tenant, commitment, amount, from, to)
                                .row(from, to)));
    }
}
