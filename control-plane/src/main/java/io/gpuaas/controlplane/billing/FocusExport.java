package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.Download;
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
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Use of a month in the columns of FOCUS 1.1: a row for each allocation or app, day, price and kind. */
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
            "ConsumedQuantity",
            "ConsumedUnit",
            "ContractedCost",
            "ContractedUnitPrice",
            "EffectiveCost",
            "InvoiceIssuerName",
            "ListCost",
            "ListUnitPrice",
            "PricingQuantity",
            "PricingUnit",
            "ProviderName",
            "PublisherName",
            "ResourceId",
            "ResourceType",
            "ServiceCategory",
            "ServiceName",
            "SkuId",
            "SkuPriceId",
            "SubAccountId",
            "Tags");

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    FocusExport(JdbcClient jdbc, TransactionTemplate transaction) {
        this.jdbc = jdbc;
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
                    sum(u.seconds::bigint * u.gpus)::bigint AS gpu_seconds, sum(u.amount_nanos)::bigint AS nanos
                FROM billing.meter m JOIN billing.usage u ON u.tenant_id = m.tenant_id AND u.meter_id = m.id
                WHERE m.tenant_id = :tenant AND m.starts_at < :to AND u.starts_at >= :from AND u.starts_at < :to
                  AND u.currency IS NOT NULL
                GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY day, u.allocation_id, u.kind, u.price_id""")
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
}
