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
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Use of a month in the columns of FOCUS 1.1: a row for each allocation, day, price and kind. */
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

    private static final String PROVIDER = "GPUaaS";

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
            try (Stream<String> rows = rows(tenant, month)) {
                for (Iterator<String> row = rows.iterator(); row.hasNext(); ) {
                    writer.write(row.next());
                }
            } catch (IOException e) {
                throw new UncheckedIOException("the client went away during the export", e);
            }
        });
        writer.flush();
    }

    private Stream<String> rows(TenantId tenant, YearMonth month) {
        Instant from = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        Instant to = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        return jdbc
                .sql("""
                SELECT m.tenant_id, m.project_id, m.sku, m.labels::text AS labels, u.allocation_id, u.kind, u.price_id, u.gpu_hour_nanos,
                    u.currency, date_trunc('day', u.starts_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS day,
                    sum(u.seconds::bigint * u.gpus)::bigint AS gpu_seconds, sum(u.amount_nanos)::bigint AS nanos
                FROM billing.meter m JOIN billing.usage u ON u.allocation_id = m.allocation_id AND u.meter_id = m.id
                WHERE m.tenant_id = :tenant AND m.starts_at < :to AND u.starts_at >= :from AND u.starts_at < :to
                  AND u.currency IS NOT NULL
                GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ORDER BY day, u.allocation_id, u.kind, u.price_id""")
                .param("tenant", tenant.value())
                .param("from", Columns.time(from))
                .param("to", Columns.time(to))
                .query((row, n) -> row(row, from, to))
                .stream();
    }

    private static String row(ResultSet row, Instant from, Instant to) throws SQLException {
        String billed = StatementDocument.exact(row.getLong("nanos"));
        String unitPrice = StatementDocument.exact(row.getLong("gpu_hour_nanos"));
        String hours = BigDecimal.valueOf(row.getLong("gpu_seconds"))
                .divide(BigDecimal.valueOf(3_600), 9, RoundingMode.HALF_UP)
                .toPlainString();
        BigDecimal list = new BigDecimal(hours).multiply(new BigDecimal(unitPrice));
        Instant day = Columns.instant(row, "day");
        boolean isCorrection = row.getString("kind").equals("correction");
        return StatementDocument.row(
                billed,
                row.getString("tenant_id"),
                row.getString("tenant_id"),
                row.getString("currency"),
                from,
                to,
                "Usage",
                isCorrection ? "Correction" : "",
                "Use of " + row.getString("sku"),
                "Usage-Based",
                day,
                day.plusSeconds(86_400),
                hours,
                "GPU Hours",
                billed,
                unitPrice,
                billed,
                PROVIDER,
                list.setScale(9, RoundingMode.HALF_UP).toPlainString(),
                unitPrice,
                hours,
                "GPU Hours",
                PROVIDER,
                PROVIDER,
                row.getString("allocation_id"),
                "GPU allocation",
                "Compute",
                "GPU",
                row.getString("sku"),
                row.getString("price_id"),
                row.getString("project_id"),
                row.getString("labels"));
    }
}
