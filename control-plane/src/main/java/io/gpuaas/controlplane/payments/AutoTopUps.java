package io.gpuaas.controlplane.payments;

import io.gpuaas.api.AutoTopUp;
import io.gpuaas.api.SetAutoTopUp;
import io.gpuaas.controlplane.events.Outbox;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.payments.AutoTopUpStore.Setting;
import io.gpuaas.controlplane.payments.PaymentStore.Wanted;
import io.gpuaas.controlplane.payments.StripeApi.SavedMethod;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.events.AutoTopUpFailed;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Credit that is added by itself when little is left: off unless set, one attempt at a time, slower after each failure. */
@Component
class AutoTopUps {

    static final int FAILURES_MAX = 5;

    private static final Duration FIRST_RETRY = Duration.ofHours(1);
    private static final Duration LAST_RETRY = Duration.ofHours(24);

    private final AutoTopUpStore store;
    private final PaymentStore payments;
    private final WorkStore work;
    private final Ledger ledger;
    private final Outbox outbox;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    AutoTopUps(
            AutoTopUpStore store,
            PaymentStore payments,
            WorkStore work,
            Ledger ledger,
            Outbox outbox,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.store = store;
        this.payments = payments;
        this.work = work;
        this.ledger = ledger;
        this.outbox = outbox;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    AutoTopUp show(TenantId tenant) {
        Setting set = store.find(tenant).orElse(null);
        String method = store.method(tenant).map(SavedMethod::label).orElse(null);
        return set == null
                ? new AutoTopUp(false, null, null, method, 0, null)
                : new AutoTopUp(
                        set.enabled(),
                        view(set.threshold()),
                        view(set.amount()),
                        method,
                        set.failures(),
                        set.retryAt());
    }

    private static io.gpuaas.api.Money view(Money amount) {
        return new io.gpuaas.api.Money(amount.nanos(), amount.currency());
    }

    /** Setting it again also forgets failures. The amounts were checked. */
    AutoTopUp set(TenantId tenant, SetAutoTopUp command, Amounts amounts) {
        if (command.enabled() && store.method(tenant).isEmpty()) {
            throw PaymentErrors.methodMissing();
        }
        store.set(tenant, command.enabled(), amounts);
        return show(tenant);
    }

    void turnOff(TenantId tenant) {
        store.turnOff(tenant);
    }

    /** When less than the threshold is available, the amount is added. */
    record Amounts(Money threshold, Money amount) {

        static Amounts of(@Nullable Money threshold, @Nullable Money amount) {
            if (threshold == null || amount == null) {
                throw ProblemException.invalid("/threshold", "and amount are both required to enable auto top-up");
            }
            if (threshold.nanos() <= 0) {
                throw ProblemException.invalid("/threshold", "must be greater than zero");
            }
            return new Amounts(threshold, amount);
        }
    }

    Optional<SavedMethod> method(TenantId tenant) {
        return store.method(tenant);
    }

    void save(TenantId tenant, SavedMethod method) {
        store.save(tenant, method);
    }

    /** Starts due top-ups. The database allows one for each tenant, whichever processes look at the same time. */
    void look() {
        Instant now = clock.instant();
        store.due(now).stream()
                .filter(set -> ledger.balance(set.tenant(), set.threshold().currency())
                                .available()
                                .compareTo(set.threshold())
                        < 0)
                .forEach(set -> Call.system("autoTopUp", CorrelationId.create(ids))
                        .in(set.tenant(), null)
                        .run(() -> transaction.execute(status -> begin(set, now))));
    }

    private boolean begin(Setting set, Instant now) {
        Optional<PaymentRecord> begun = payments.add(
                new PaymentId(ids.next()),
                new Wanted(set.tenant(), set.amount(), StripeApi.NAME, true, false),
                Call.current().caller().id(),
                now);
        begun.ifPresent(payment -> work.add(Work.Kind.CHARGE, payment.id().toString(), now));
        return begun.isPresent();
    }

    void succeeded(TenantId tenant) {
        store.note(tenant, 0, null, true);
    }

    void failed(PaymentRecord payment, String why) {
        int failures = store.find(payment.tenant()).map(Setting::failures).orElse(0) + 1;
        boolean again = failures < FAILURES_MAX;
        Instant retryAt = again ? clock.instant().plus(delay(failures)) : null;
        store.note(payment.tenant(), failures, retryAt, again);
        outbox.append(new AutoTopUpFailed(payment.id(), payment.tenant(), failures, why, retryAt));
    }

    private static Duration delay(int failures) {
        Duration delay = FIRST_RETRY.multipliedBy(1L << (failures - 1));
        return delay.compareTo(LAST_RETRY) < 0 ? delay : LAST_RETRY;
    }
}
