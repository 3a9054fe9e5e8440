package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.billing.OpenMonthStore.OpenMonth;
import io.gpuaas.controlplane.billing.statements.Statements;
import io.gpuaas.controlplane.billing.usage.UsageRecordStore;
import io.gpuaas.controlplane.ledger.Books;
import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TenantId;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Closes months that are over, once everything that was used in them is charged: for each tenant by itself. */
@Component
class MonthClose {

    private static final int MONTHS_PER_READ = 500;

    private static final Logger log = LoggerFactory.getLogger(MonthClose.class);

    private final MeterStore meters;
    private final LeftOutStore leftOut;
    private final OpenMonthStore months;
    private final Books books;
    private final Earnings earnings;
    private final Commitments commitments;
    private final Statements statements;
    private final UsageRecordStore records;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;
    private final AtomicLong failed;

    MonthClose(
            MeterStore meters,
            LeftOutStore leftOut,
            OpenMonthStore months,
            Books books,
            Earnings earnings,
            Commitments commitments,
            Statements statements,
            UsageRecordStore records,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock,
            MeterRegistry metrics) {
        this.meters = meters;
        this.leftOut = leftOut;
        this.months = months;
        this.books = books;
        this.earnings = earnings;
        this.commitments = commitments;
        this.statements = statements;
        this.records = records;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
        this.failed = metrics.gauge("gpuaas_billing_months_failed", new AtomicLong());
    }

    /** In their order: after a long silence more than one month may be over. */
    void closeWhatIsOver() {
        open();
        closeEach();
        failed.set(months.countFailed());
    }

    private void open() {
        YearMonth over =
                YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC)).minusMonths(1);
        if (meters.isClosed(over)) {
            return;
        }
        boolean isClosed = true;
        for (YearMonth month = meters.firstOpenMonth()
                        .filter(open -> open.isBefore(over))
                        .orElse(over);
                isClosed && !month.isAfter(over);
                month = month.plusMonths(1)) {
            isClosed = open(month);
        }
    }

    private boolean open(YearMonth month) {
        return Boolean.TRUE.equals(transaction.execute(status -> openOnce(month)));
    }

    /** The worker that records the month lists the tenants to close, so that two workers do not both. */
    private boolean openOnce(YearMonth month) {
        if (!meters.billedBeyond(end(month)) || !meters.noteClosed(month, clock.instant())) {
            return false;
        }
        months.add(month, books.charged(), month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC), end(month));
        return true;
    }

    private static Instant end(YearMonth month) {
        return month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    }

    /** Each in a transaction of its own: one that fails is tried again with the next round, and the others go on. */
    private void closeEach() {
        Set<TenantId> waiting = new HashSet<>();
        OpenMonth last = null;
        List<OpenMonth> page;
        do {
            page = months.after(last, MONTHS_PER_READ);
            for (OpenMonth open : page) {
                // A later month takes in all that was accrued before: it comes after the earlier one.
                if (!waiting.contains(open.tenant()) && !closeOrWait(open)) {
                    waiting.add(open.tenant());
                }
                last = open;
            }
        } while (page.size() == MONTHS_PER_READ);
    }

    private boolean closeOrWait(OpenMonth open) {
        try {
            return Call.system("closeMonth", CorrelationId.create(ids))
                    .in(open.tenant(), null)
                    .run(() -> Boolean.TRUE.equals(transaction.execute(status -> close(open))));
        } catch (RuntimeException e) {
            if (Independently.isTroubleOfTheDatabase(e)) {
                throw e;
            }
            if (Boolean.TRUE.equals(transaction.execute(
                    status -> months.noteFailed(open, clock.instant(), TenantCharging.reason(e))))) {
                log.atError()
                        .setCause(e)
                        .addKeyValue("tenant", open.tenant())
                        .addKeyValue("month", open.month())
                        .log("could not close a month; retrying");
            }
            return false;
        }
    }

    private boolean close(OpenMonth open) {
        YearMonth month = open.month();
        TenantId tenant = open.tenant();
        boolean charged = leftOut.billedUntil(tenant)
                .map(billed -> !billed.isBefore(end(month)))
                .orElse(true);
        if (!charged || !months.take(open)) {
            return false;
        }
        records.lockMonth();
        commitments.chargeShortfall(month, tenant);
        earnings.close(month, tenant);
        statements.close(month, tenant);
        return true;
    }
}
