package io.gpuaas.controlplane.billing;

import io.gpuaas.api.Commitment;
import io.gpuaas.controlplane.billing.statements.StatementDocument;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of FOCUS: the charge for one resource's usage on one day. */
record FocusCharge(
        String tenant,
        @Nullable String project,
        String currency,
        Instant starts,
        Instant ends,
        String description,
        BigDecimal quantity,
        String unit,
        BigDecimal unitPrice,
        long nanos,
        Thing thing,
        @Nullable Discount discount,
        String sku,
        @Nullable String price,
        String tags) {

    private static final String PROVIDER = "GPUaaS";
    private static final int DIGITS = 9;

    /** A refund is in the month of the usage, which FOCUS does not call a correction. */
    private static final String NO_CLASS = "";

    /** The charged resource, in FOCUS terms. */
    private record Thing(String id, String type, String category, String service) {}

    /** The commitment that made it cheaper, or that was not used. */
    private record Discount(String id, String name, boolean isUsed) {

        static @Nullable Discount of(ResultSet row, String sku) throws SQLException {
            String id = row.getString("commitment_id");
            return id == null ? null : new Discount(id, name(row.getInt("commitment_gpus"), sku), true);
        }

        static String name(int gpus, String sku) {
            return gpus + " GPUs of " + sku;
        }
    }

    static FocusCharge ofAllocation(ResultSet row) throws SQLException {
        String sku = row.getString("sku");
        return new FocusCharge(
                row.getString("tenant_id"),
                row.getString("project_id"),
                row.getString("currency"),
                Columns.instant(row, "day"),
                Columns.instant(row, "day").plus(Duration.ofDays(1)),
                "Use of " + sku,
                BigDecimal.valueOf(row.getLong("gpu_seconds"))
                        .divide(BigDecimal.valueOf(3_600), DIGITS, RoundingMode.HALF_UP),
                "GPU Hours",
                BigDecimal.valueOf(row.getLong("gpu_hour_nanos"), DIGITS),
                row.getLong("nanos"),
                new Thing(row.getString("allocation_id"), "GPU allocation", "Compute", "GPU"),
                Discount.of(row, sku),
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
                Columns.instant(row, "day").plus(Duration.ofDays(1)),
                "Apps: " + measure,
                row.getBigDecimal("quantity"),
                row.getString("unit"),
                BigDecimal.valueOf(row.getLong("price_nanos"), DIGITS)
                        .divide(BigDecimal.valueOf(row.getLong("price_per")), 2 * DIGITS, RoundingMode.HALF_UP),
                row.getLong("nanos"),
                new Thing(row.getString("app_instance"), "App instance", "AI and Machine Learning", "Apps"),
                null,
                measure,
                row.getString("price_id"),
                "{}");
    }

    /** A fee for the month: nothing was used. */
    static FocusCharge ofShortfall(TenantId tenant, Commitment of, Money amount, Instant from, Instant to) {
        Discount discount = new Discount(of.id().toString(), Discount.name(of.gpus(), of.sku()), false);
        return new FocusCharge(
                tenant.toString(),
                null,
                amount.currency(),
                from,
                to,
                "Unused commitment: " + discount.name(),
                BigDecimal.ONE,
                "Months",
                BigDecimal.valueOf(amount.nanos(), DIGITS),
                amount.nanos(),
                new Thing(discount.id(), "Commitment", "Compute", "GPU"),
                discount,
                of.sku(),
                discount.id(),
                "{}");
    }

    private boolean isFee() {
        return discount != null && !discount.isUsed();
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
                isFee() ? "Purchase" : "Usage",
                NO_CLASS,
                description,
                isFee() ? "Recurring" : "Usage-Based",
                starts,
                ends,
                discount == null ? null : "Usage",
                discount == null ? null : discount.id(),
                discount == null ? null : discount.name(),
                discount == null || isFee() ? null : "Used",
                discount == null ? null : "Committed use",
                isFee() ? null : plain(quantity),
                isFee() ? null : unit,
                list,
                plain(unitPrice),
                billed,
                PROVIDER,
                list,
                plain(unitPrice),
                discount == null ? "Standard" : "Committed",
                plain(quantity),
                unit,
                PROVIDER,
                PROVIDER,
                null,
                null,
                thing.id(),
                null,
                thing.type(),
                thing.category(),
                thing.service(),
                sku,
                price,
                project,
                null,
                tags);
    }

    private static String plain(BigDecimal value) {
        return value.setScale(Math.max(DIGITS, value.stripTrailingZeros().scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
    }
}
