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

/** A row of FOCUS: the charge for one resource's usage on one day or in one hour. */
record FocusCharge(
        Payer payer,
        Period period,
        String description,
        Amount amount,
        Thing thing,
        @Nullable Discount discount,
        String sku,
        @Nullable String price,
        String tags) {

    private static final String PROVIDER = "GPUaaS";
    private static final int DIGITS = 9;

    /** A refund is in the month of the usage, which FOCUS does not call a correction. */
    private static final String NO_CLASS = "";

    private record Payer(String tenant, @Nullable String project) {

        static Payer of(ResultSet row) throws SQLException {
            return new Payer(row.getString("tenant_id"), row.getString("project_id"));
        }
    }

    private record Period(Instant starts, Instant ends) {

        static Period of(ResultSet row, Duration length) throws SQLException {
            Instant begins = Columns.instant(row, "period");
            return new Period(begins, begins.plus(length));
        }
    }

    /** The quantity at its list price, and what was charged for it. */
    private record Amount(BigDecimal quantity, String unit, BigDecimal unitPrice, Money charged) {}

    private static Money charged(ResultSet row) throws SQLException {
        return new Money(row.getLong("nanos"), row.getString("currency"));
    }

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

    static FocusCharge ofAllocation(ResultSet row, Duration length) throws SQLException {
        String sku = row.getString("sku");
        return new FocusCharge(
                Payer.of(row),
                Period.of(row, length),
                "Use of " + sku,
                new Amount(
                        BigDecimal.valueOf(row.getLong("gpu_seconds"))
                                .divide(BigDecimal.valueOf(3_600), DIGITS, RoundingMode.HALF_UP),
                        "GPU Hours",
                        BigDecimal.valueOf(row.getLong("gpu_hour_nanos"), DIGITS),
                        charged(row)),
                new Thing(row.getString("allocation_id"), "GPU allocation", "Compute", "GPU"),
                Discount.of(row, sku),
                sku,
                row.getString("price_id"),
                row.getString("labels"));
    }

    static FocusCharge ofApp(ResultSet row, Duration length) throws SQLException {
        String measure = row.getString("measure");
        return new FocusCharge(
                Payer.of(row),
                Period.of(row, length),
                "Apps: " + measure,
                new Amount(
                        row.getBigDecimal("quantity"),
                        row.getString("unit"),
                        BigDecimal.valueOf(row.getLong("price_nanos"), DIGITS)
                                .divide(BigDecimal.valueOf(row.getLong("price_per")), 2 * DIGITS, RoundingMode.HALF_UP),
                        charged(row)),
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
                new Payer(tenant.toString(), null),
                new Period(from, to),
                "Unused commitment: " + discount.name(),
                new Amount(BigDecimal.ONE, "Months", BigDecimal.valueOf(amount.nanos(), DIGITS), amount),
                new Thing(discount.id(), "Commitment", "Compute", "GPU"),
                discount,
                of.sku(),
                discount.id(),
                "{}");
    }

    String thingId() {
        return thing.id();
    }

    private boolean isFee() {
        return discount != null && !discount.isUsed();
    }

    String row(Instant from, Instant to, FocusNames names) {
        String billed = StatementDocument.exact(amount.charged().nanos());
        String list = amount.quantity()
                .multiply(amount.unitPrice())
                .setScale(DIGITS, RoundingMode.HALF_UP)
                .toPlainString();
        return StatementDocument.row(
                billed,
                payer.tenant(),
                names.tenant(),
                amount.charged().currency(),
                from,
                to,
                isFee() ? "Purchase" : "Usage",
                NO_CLASS,
                description,
                isFee() ? "Recurring" : "Usage-Based",
                period.starts(),
                period.ends(),
                discount == null ? null : "Usage",
                discount == null ? null : discount.id(),
                discount == null ? null : discount.name(),
                discount == null || isFee() ? null : "Used",
                discount == null ? null : "Committed use",
                isFee() ? null : plain(amount.quantity()),
                isFee() ? null : amount.unit(),
                list,
                plain(amount.unitPrice()),
                billed,
                PROVIDER,
                list,
                plain(amount.unitPrice()),
                discount == null ? "Standard" : "Committed",
                plain(amount.quantity()),
                amount.unit(),
                PROVIDER,
                PROVIDER,
                null,
                null,
                thing.id(),
                names.allocation(thing.id()),
                thing.type(),
                thing.category(),
                thing.service(),
                sku,
                price,
                payer.project(),
                names.project(payer.project()),
                tags);
    }

    private static String plain(BigDecimal value) {
        return value.setScale(Math.max(DIGITS, value.stripTrailingZeros().scale()), RoundingMode.UNNECESSARY)
                .toPlainString();
    }
}
