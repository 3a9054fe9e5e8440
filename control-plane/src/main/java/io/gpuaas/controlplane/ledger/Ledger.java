package io.gpuaas.controlplane.ledger;

import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Books transfers in the caller's transaction. A booked transfer is never changed: it is reversed. */
@Component
public class Ledger {

    private final LedgerStore store;
    private final IdSource ids;
    private final Clock clock;

    Ledger(LedgerStore store, IdSource ids, Clock clock) {
        this.store = store;
        this.ids = ids;
        this.clock = clock;
    }

    /** True when it was booked now; false when exactly this was booked under its key before. */
    public boolean book(Booking booking) {
        requireTransaction();
        UUID id = ids.next();
        if (!store.add(id, booking, null, clock.instant())) {
            requireSame(booking);
            return false;
        }
        booking.transfers().forEach(transfer -> store.transfer(id, booking, transfer, clock.instant()));
        return true;
    }

    /** Undoes a booking as a whole, once. False when this key undid it before. */
    public boolean reverse(String key, String reversalKey, TenantId tenant, String reason) {
        requireTransaction();
        LedgerStore.Known original =
                store.find(key).orElseThrow(() -> new IllegalArgumentException("nothing was booked under " + key));
        Booking reversal = new Booking(reversalKey, "reversal", tenant, reason, clock.instant(), List.of());
        UUID id = ids.next();
        if (!store.add(id, reversal, original.id(), clock.instant())) {
            if (store.find(reversalKey).isEmpty()) {
                throw LedgerErrors.reversedBefore(key);
            }
            return false;
        }
        if (store.reverse(original.id(), id, clock.instant(), clock.instant()) == 0) {
            throw new IllegalStateException("the booking " + key + " has no transfers to reverse");
        }
        return true;
    }

    public boolean isBooked(String key) {
        return store.find(key).isPresent();
    }

    /** Given to the account less taken from it. */
    public Money balance(Account account, String currency) {
        return new Money(store.balance(account, currency), currency);
    }

    public List<TenantBalance> balances(TenantId tenant) {
        return store.balances(tenant, clock.instant());
    }

    public TenantBalance balance(TenantId tenant, String currency) {
        return balances(tenant).stream()
                .filter(balance -> balance.currency().equals(currency))
                .findFirst()
                .orElseGet(() -> TenantBalance.none(currency));
    }

    /** The available amount, locked until the transaction ends. */
    public Money lockAvailable(TenantId tenant, String currency) {
        lockCredit(tenant, currency);
        return balance(tenant, currency).available();
    }

    /** Locks the tenant's credit and debt until the transaction ends, because decisions depend on both. */
    public void lockCredit(TenantId tenant, String currency) {
        requireTransaction();
        store.lock(Account.of(AccountKind.CREDIT, tenant), currency);
    }

    private void requireSame(Booking booking) {
        LedgerStore.Known known = store.find(booking.key()).orElseThrow();
        if (!known.fingerprint().equals(booking.fingerprint())) {
            throw LedgerErrors.keyTaken(booking.key());
        }
    }

    private static void requireTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("money moves within a transaction only");
        }
    }
}
