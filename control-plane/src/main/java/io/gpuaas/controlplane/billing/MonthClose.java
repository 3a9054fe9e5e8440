package io.gpuaas.controlplane.billing;

import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import java.time.Clock;
import java.time.YearMonth;
import java.time.ZoneOffset;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Closes months that are over, once everything that was used in them is charged. */
@Component
class MonthClose {

    private final MeterStore meters;
    private final Earnings earnings;
    private final Commitments commitments;
    private final Statements statements;
    private final UsageRecordStore records;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    MonthClose(
            MeterStore meters,
            Earnings earnings,
            Commitments commitments,
            Statements statements,
            UsageRecordStore records,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.meters = meters;
        this.earnings = earnings;
        this.commitments = commitments;
        this.statements = statements;
        this.records = records;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    /** In their order: after a long silence more than one month may be over. */
    void closeWhatIsOver() {
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
            isClosed = close(month);
        }
    }

    private boolean close(YearMonth month) {
        return Call.system("closeMonth", CorrelationId.create(ids))
                .run(() -> Boolean.TRUE.equals(transaction.execute(status -> closeOnce(month))));
    }

    /** Whoever notes it closes it: two workers do not close a month both. */
    private boolean closeOnce(YearMonth month) {
        if (!meters.billedBeyond(month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                || !meters.noteClosed(month, clock.instant())) {
            return false;
        }
        records.lockMonth();
        commitments.chargeShortfall(month);
        earnings.close(month);
        statements.close(month);
        return true;
    }
}
