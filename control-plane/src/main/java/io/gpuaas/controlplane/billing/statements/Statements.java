package io.gpuaas.controlplane.billing.statements;

import io.gpuaas.api.DraftStatement;
import io.gpuaas.api.DraftStatementLine;
import io.gpuaas.controlplane.billing.statements.StatementStore.Head;
import io.gpuaas.controlplane.billing.statements.StatementStore.Line;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.ledger.Earnings;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.StatementClosed;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Clock;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Statements of closed months. A statement comes to what the ledger earned from the tenant in that month, to the nano: what
 * is not use of the month itself, such as a correction that came late, is a line of its own.
 */
public @Component class Statements {

    static final String ROUNDING =
            "Lines are exact. The total is rounded once, half up, to hundredths of the currency's unit.";

    private static final int CENT_DIGITS = 7;

    private final StatementStore store;
    private final Earnings earnings;
    private final Outbox outbox;
    private final IdSource ids;
    private final Clock clock;

    Statements(StatementStore store, Earnings earnings, Outbox outbox, IdSource ids, Clock clock) {
        this.store = store;
        this.earnings = earnings;
        this.outbox = outbox;
        this.ids = ids;
        this.clock = clock;
    }

    /** In the transaction that earns the month. A tenant that has a statement of it keeps that one. */
    public void close(YearMonth month, TenantId tenant) {
        earnings.earned(month, tenant).stream()
                .filter(earned -> !store.isClosed(
                        tenant, month.toString(), earned.amount().currency()))
                .forEach(earned -> close(month, earned));
    }

    private void close(YearMonth month, Earnings.Earned earned) {
        Instant from = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        Instant to = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        List<Line> lines =
                new ArrayList<>(store.use(earned.tenant(), earned.amount().currency(), from, to));
        lines.addAll(store.reported(earned.tenant(), earned.amount().currency(), from, to));
        long used = lines.stream().mapToLong(Line::nanos).reduce(0, Math::addExact);
        long committed = earned.commitmentNanos();
        if (committed != 0) {
            lines.add(new Line(null, null, "Unused commitment", 0, committed));
        }
        long rest = Math.subtractExact(earned.amount().nanos(), Math.addExact(used, committed));
        if (rest != 0) {
            lines.add(new Line(null, null, "Earlier months: corrections and late reports of apps", 0, rest));
        }
        add(false, earned.tenant(), month.toString(), earned.amount(), null, null, lines);
    }

    /** The statement of the running month as if nothing more was used. Nothing is stored. */
    public DraftStatement draft(TenantId tenant) {
        Instant now = clock.instant();
        YearMonth month = YearMonth.from(now.atZone(ZoneOffset.UTC));
        Instant from = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        List<DraftStatementLine> lines = new ArrayList<>();
        for (String currency : store.currencies(tenant, from, now)) {
            store.use(tenant, currency, from, now).forEach(line -> lines.add(view(line, currency)));
            store.reported(tenant, currency, from, now).forEach(line -> lines.add(view(line, currency)));
        }
        return new DraftStatement(month.toString(), from, now, lines);
    }

    private static DraftStatementLine view(Line line, String currency) {
        return new DraftStatementLine(
                line.project(),
                line.sku(),
                line.description(),
                line.gpuSeconds(),
                new io.gpuaas.api.Money(line.nanos(), currency));
    }

    private StatementId add(
            boolean isCreditNote,
            TenantId tenant,
            String month,
            Money total,
            @Nullable StatementId refers,
            @Nullable String reason,
            List<Line> lines) {
        StatementId id = new StatementId(ids.next());
        Instant now = clock.instant();
        Head head = new Head(id, isCreditNote, tenant, month, total, cents(total), refers, reason, now);
        store.add(head, lines);
        outbox.append(closed(head));
        return id;
    }

    private static StatementClosed closed(Head head) {
        return new StatementClosed(
                head.id(),
                head.tenant(),
                head.isCreditNote() ? "credit_note" : "statement",
                head.month(),
                head.total().currency(),
                head.total().nanos(),
                head.cents());
    }

    /** The one place where anything is rounded to hundredths. */
    public static long cents(Money exact) {
        return BigDecimal.valueOf(exact.nanos(), CENT_DIGITS)
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact();
    }

    /** Refused when it gives back more than is left of the statement. */
    public void requireRoom(TenantId tenant, StatementId statement, Money amount) {
        Head head = require(tenant, statement);
        if (head.isCreditNote() || !head.total().currency().equals(amount.currency())) {
            throw ProblemException.of(
                    ErrorCode.AMOUNT_INVALID, "A credit note must refer to a statement in the same currency.");
        }
        Money left = new Money(head.total().nanos() - store.lockNoted(statement), amount.currency());
        if (amount.compareTo(left) > 0) {
            throw ProblemException.of(
                    ErrorCode.AMOUNT_INVALID, amount + " is more than the " + left + " that remain on the statement.");
        }
    }

    public StatementId note(TenantId tenant, StatementId statement, Money amount, String reason) {
        requireRoom(tenant, statement, amount);
        Head head = require(tenant, statement);
        Money given = amount.times(-1);
        Line line = new Line(null, null, reason, 0, given.nanos());
        return add(true, tenant, head.month(), given, statement, reason, List.of(line));
    }

    public Head require(TenantId tenant, StatementId id) {
        return store.find(tenant, id).orElseThrow(() -> ProblemException.notFound("statement"));
    }
}
