package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.platform.Columns;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What was charged for one thing on one day, as a row of FOCUS. */
record FocusCharge(
        String tenant,
        String project,
        String currency,
        Instant day,
        String description,
        BigDecimal quantity,
        String unit,
        BigDecimal unitPrice,
        long nanos,
        Thing thing,
        String sku,
        @Nullable String price,
        String tags) {

    private static final String PROVIDER = "GPUaaS";
    private static final int DIGITS = 9;

    /** What is taken back stands in the month it was used in, which FOCUS does not call a correction. */
    private static final String NO_CLASS = "";

    /** What was used, in the words of FOCUS. */
    private record Thing(String id, String type, String category, String service) {}

    static FocusCharge ofAllocation(ResultSet row) throws SQLException {
        String sku = row.getString("sku");
        return new FocusCharge(
                row.getString("tenant_id"),
                row.getString("project_id"),
                row.getString("currency"),
                Columns.instant(row, "day"),
                "Use of " + sku,
                BigDecimal.valueOf(row.getLong("gpu_seconds"))
                        .divide(BigDecimal.valueOf(3_600), DIGITS, RoundingMode.HALF_UP),
                "GPU Hours",
                BigDecimal.valueOf(row.getLong("gpu_hour_nanos"), DIGITS),
                row.getLong("nanos"),
                new Thing(row.getString("allocation_id"), "GPU allocation", "Compute", "GPU"),
                sku,
                row.getString("price_id"),
                row.getString("labels"));
    }

    static FocusCharge ofApp(ResultSet row) throws SQLException {
        String measure = row.getString("measure");
        return new FocusCharge(
                row.getString("tenant_id"),
                row.getString("project_id"),
                row.getString("currency"),
                Columns.instant(row, "day"),
                "Apps: " + measure,
                row.getBigDecimal("quantity"),
                row.getString("unit"),
                BigDecimal.valueOf(row.getLong("price_nanos"), DIGITS)
                        .divide(BigDecimal.valueOf(row.getLong("price_per")), 2 * DIGITS, RoundingMode.HALF_UP),
                row.getLong("nanos"),
                new Thing(row.getString("app_instance"), "App instance", "AI and Machine Learning", "Apps"),
                measure,
                row.getString("price_id"),
                "{}");
    }

    String row(Instant from, Instant to) {
        String billed = StatementDocument.exact(nanos);
        String list = quantity.multiply(unitPrice)
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .toPlainString();
        return StatementDocument.row(
                billed,
                tenant,
                tenant,
                currency,
                from,
                to,
                "Usage",
                NO_CLASS,
                description,
                "Usage-Based",
                day,
                day.plus(Duration.ofDays(1)),
                plain(quantity),
                unit,
                billed,
                plain(unitPrice),
                billed,
                PROVIDER,
                list,
                plain(unitPrice),
                plain(quantity),
                unit,
                PROVIDER,
                PROVIDER,
                thing.id(),
                thing.type(),
                thing.category(),
                thing.service(),
                sku,
                price,
                project,
                tags);
    }

    private static String plain(BigDecimal value) {
        return value.setScale(Math.max(DIGITS, value.stripTrailingZeros().scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
    }
}
