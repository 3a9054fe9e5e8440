package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Holds money back when an allocation begins. Charges use it up; the end of the allocation returns the rest. */
@Component
public class Holds {

    private final JdbcClient jdbc;
    private final LedgerStore store;
    private final Ledger ledger;
    private final Clock clock;

    Holds(JdbcClient jdbc, LedgerStore store, Ledger ledger, Clock clock) {
        this.jdbc = jdbc;
        this.store = store;
        this.ledger = ledger;
        this.clock = clock;
    }

    /** Refused unless the amount is available. Serializes holds of this tenant until the transaction ends. */
    public void place(UUID subject, TenantId tenant, Money amount) {
        if (amount.nanos() <= 0) {
            return;
        }
        long credit = store.lock(Account.of(AccountKind.CREDIT, tenant), amount.currency());
        requireAvailable(tenant, amount);
        jdbc.sql("""
                WITH held AS (
                    INSERT INTO ledger.hold (subject, account_id, amount_nanos, remaining_nanos, state, held_at)
                    VALUES (:subject, :account, :nanos, :nanos, 'held', :now) RETURNING account_id, amount_nanos)
                UPDATE ledger.balance b SET held_nanos = b.held_nanos + held.amount_nanos FROM held
                WHERE b.account_id = held.account_id""")
                .param("subject", subject)
                .param("account", credit)
                .param("nanos", amount.nanos())
                .param("now", Columns.time(clock.instant()))
                .update();
    }

    /** Refused unless so much is available now. Nothing is set aside. */
    public void requireAvailable(TenantId tenant, Money amount) {
        if (amount.nanos() <= 0) {
            return;
        }
        Money available = ledger.balance(tenant, amount.currency()).available();
        if (available.compareTo(amount) < 0) {
            throw LedgerErrors.balanceShort(amount, available);
        }
    }

    /** Gives back what is left of it, if it is still there. */
    public void release(UUID subject) {
        // The balance first, as charges do: otherwise the two could wait for each other.
        jdbc.sql("""
                SELECT 1 FROM ledger.balance b JOIN ledger.hold h ON h.account_id = b.account_id
                WHERE h.subject = :subject AND h.state = 'held' FOR NO KEY UPDATE OF b""").param("subject", subject).query(row -> {});
        jdbc.sql("""
                WITH open AS MATERIALIZED (
                    SELECT subject, account_id, remaining_nanos FROM ledger.hold
                    WHERE subject = :subject AND state = 'held' FOR UPDATE),
                released AS (
                    UPDATE ledger.hold h SET state = 'released', remaining_nanos = 0, ended_at = :now
                    FROM open WHERE h.subject = open.subject)
                UPDATE ledger.balance b SET held_nanos = b.held_nanos - open.remaining_nanos FROM open
                WHERE b.account_id = open.account_id""")
                .param("subject", subject)
                .param("now", Columns.time(clock.instant()))
                .update();
    }
}
