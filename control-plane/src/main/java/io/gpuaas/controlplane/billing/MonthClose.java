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

/** Closes the month before, once everything that was used in it is charged. */
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

    void closeWhatIsOver() {
        YearMonth month =
                YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC)).minusMonths(1);
        if (meters.isClosed(month)) {
            return;
        }
        Call.system("closeMonth", CorrelationId.create(ids)).run(() -> transaction.execute(status -> close(month)));
    }

    /** Whoever notes it closes it: two workers do not close a month both. */
    private boolean close(YearMonth month) {
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
