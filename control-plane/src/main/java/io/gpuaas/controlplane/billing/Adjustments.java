package io.gpuaas.controlplane.billing;

import io.gpuaas.api.Adjustment;
import io.gpuaas.api.AdjustmentKind;
import io.gpuaas.api.CreateAdjustment;
import io.gpuaas.controlplane.billing.statements.Statements;
import io.gpuaas.controlplane.ledger.Account;
import io.gpuaas.controlplane.ledger.AccountKind;
import io.gpuaas.controlplane.ledger.Booking;
import io.gpuaas.controlplane.ledger.Debts;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.payments.PaymentPolicies;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import org.springframework.stereotype.Component;

/**
 * Books corrections by finance, with a reason. Above a threshold a second person has to approve before anything is
 * booked.
 */
@Component
class Adjustments {

    private final AdjustmentStore store;
    private final Statements statements;
    private final Ledger ledger;
    private final Debts debts;
    private final SecondPerson second;
    private final Policies policies;
    private final IdSource ids;
    private final Clock clock;

    Adjustments(
            AdjustmentStore store,
            Statements statements,
            Ledger ledger,
            Debts debts,
            SecondPerson second,
            Policies policies,
            IdSource ids,
            Clock clock) {
        this.store = store;
        this.statements = statements;
        this.ledger = ledger;
        this.debts = debts;
        this.second = second;
        this.policies = policies;
        this.ids = ids;
        this.clock = clock;
    }

    Adjustment create(TenantId tenant, CreateAdjustment command) {
        Money amount = new Money(command.amount().nanos(), command.amount().currency());
        String currency = policies.effective(PaymentPolicies.CURRENCY, tenant, null);
        if (amount.nanos() <= 0 || !amount.currency().equals(currency)) {
            throw ProblemException.of(
                    ErrorCode.AMOUNT_INVALID,
                    "An adjustment must be greater than zero and in " + currency + ", not " + amount + ".");
        }
        if ((command.statementId() == null) == (command.kind() == AdjustmentKind.CREDIT_NOTE)) {
            throw ProblemException.invalid("/statement_id", "is required for a credit note and not allowed otherwise");
        }
        AdjustmentRecord wish = new AdjustmentRecord(
                new AdjustmentId(ids.next()),
                tenant,
                command.kind(),
                amount,
                command.reason().strip(),
                command.statementId(),
                AdjustmentRecord.PENDING,
                me(),
                clock.instant(),
                null,
                null);
        second.waitForMyself();
        store.waitForOthers(tenant);
        requirePossible(wish);
        store.add(wish);
        if (second.isNeeded(tenant, amount)) {
            return wish.view();
        }
        second.note(tenant, amount);
        return book(wish, me());
    }

    /** By a different person than the one who asked. The limits are checked again at this time. */
    Adjustment approve(TenantId tenant, AdjustmentId id) {
        store.waitForOthers(tenant);
        AdjustmentRecord wish = requirePending(tenant, id);
        if (wish.requestedBy().equals(me())) {
            throw ProblemException.of(
                    ErrorCode.APPROVAL_BY_REQUESTER, "Another person must approve the adjustment you requested.");
        }
        requirePossible(wish);
        return book(wish, me());
    }

    Adjustment reject(TenantId tenant, AdjustmentId id) {
        AdjustmentRecord wish = requirePending(tenant, id);
        return store.decide(wish.id(), AdjustmentRecord.REJECTED, me(), clock.instant())
                .view();
    }

    private AdjustmentRecord requirePending(TenantId tenant, AdjustmentId id) {
        AdjustmentRecord wish = store.lock(tenant, id).orElseThrow(() -> ProblemException.notFound("adjustment"));
        if (!wish.state().equals(AdjustmentRecord.PENDING)) {
            throw ProblemException.of(ErrorCode.BOOKING_CONFLICT, "The adjustment is already " + wish.state() + ".");
        }
        return wish;
    }

    private void requirePossible(AdjustmentRecord wish) {
        String currency = wish.amount().currency();
        switch (wish.kind()) {
            case CREDIT -> {}
            case DEBIT -> {
                Money available = ledger.lockAvailable(wish.tenant(), currency);
                if (wish.amount().compareTo(available) > 0) {
                    throw ProblemException.of(
                            ErrorCode.BALANCE_SHORT,
                            "Only " + available + " is available to take, not " + wish.amount() + ".");
                }
            }
            case WRITE_OFF -> {
                ledger.lockCredit(wish.tenant(), currency);
                Money owed = ledger.balance(Account.of(AccountKind.RECEIVABLE, wish.tenant()), currency)
                        .times(-1);
                if (wish.amount().compareTo(owed) > 0) {
                    throw ProblemException.of(
                            ErrorCode.AMOUNT_INVALID, "Only " + owed + " is owed, not " + wish.amount() + ".");
                }
            }
            case CREDIT_NOTE -> statements.requireRoom(wish.tenant(), statement(wish), wish.amount());
        }
    }

    private static StatementId statement(AdjustmentRecord wish) {
        return java.util.Objects.requireNonNull(wish.statement());
    }

    private Adjustment book(AdjustmentRecord wish, String by) {
        if (wish.kind() == AdjustmentKind.CREDIT_NOTE) {
            statements.note(wish.tenant(), statement(wish), wish.amount(), wish.reason());
        }
        ledger.book(Booking.of(
                        "adjustment:" + wish.id(), wish.kind().wire(), wish.tenant(), clock.instant(), transfer(wish))
                .because(wish.reason()));
        if (wish.kind() == AdjustmentKind.CREDIT || wish.kind() == AdjustmentKind.CREDIT_NOTE) {
            debts.repay(wish.tenant(), wish.amount().currency(), "adjustment:" + wish.id());
        }
        return store.decide(wish.id(), AdjustmentRecord.BOOKED, by, clock.instant())
                .view();
    }

    private static Booking.Transfer transfer(AdjustmentRecord wish) {
        Account credit = Account.of(AccountKind.CREDIT, wish.tenant());
        Account goodwill = Account.ofPlatform(AccountKind.GOODWILL);
        return switch (wish.kind()) {
            case CREDIT -> new Booking.Transfer(goodwill, credit, wish.amount());
            case DEBIT -> new Booking.Transfer(credit, goodwill, wish.amount());
            case WRITE_OFF ->
                new Booking.Transfer(goodwill, Account.of(AccountKind.RECEIVABLE, wish.tenant()), wish.amount());
            case CREDIT_NOTE -> new Booking.Transfer(Account.ofPlatform(AccountKind.EARNINGS), credit, wish.amount());
        };
    }

    private static String me() {
        return SecondPerson.requirePerson();
    }
}
