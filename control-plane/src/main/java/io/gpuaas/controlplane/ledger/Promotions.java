package io.gpuaas.controlplane.ledger;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Credit that was given, not paid: it is used before paid credit, soonest expiry first, and lost when it expires. */
@Component
public class Promotions {

    private static final int EXPIRED_AT_A_TIME = 500;

    private final JdbcClient jdbc;
    private final LedgerStore store;
    private final Ledger ledger;
    private final Clock clock;

    Promotions(JdbcClient jdbc, LedgerStore store, Ledger ledger, Clock clock) {
        this.jdbc = jdbc;
        this.store = store;
        this.ledger = ledger;
        this.clock = clock;
    }

    /** The lot names the gift: given again under the same name it is the same gift. */
    public boolean grant(UUID lot, TenantId tenant, Money amount, Instant expiresAt, String reason) {
        Instant now = clock.instant();
        boolean booked = ledger.book(Booking.of(
                        "promotion:" + lot,
                        "promotion_grant",
                        tenant,
                        now,
                        new Booking.Transfer(
                                Account.ofPlatform(AccountKind.GOODWILL), Account.ofLot(tenant, lot), amount))
                .because(reason));
        if (booked) {
            jdbc.sql("""
                    INSERT INTO ledger.promotion (lot, account_id, tenant_id, currency, granted_at, expires_at)
                    VALUES (:lot, :account, :tenant, :currency, :now, :expires)""")
                    .param("lot", lot)
                    .param("account", store.account(Account.ofLot(tenant, lot), amount.currency()))
                    .param("tenant", tenant.value())
                    .param("currency", amount.currency())
                    .param("now", Columns.time(now))
                    .param("expires", Columns.time(expiresAt))
                    .update();
        }
        return booked;
    }

    private record Expired(UUID lot, TenantId tenant, Money left) {}

    /**
     * Books unused expired credit as breakage in the caller's transaction, and returns the number of expired
     * promotions. Promotions that ended after the last charge stay, because usage before their end still draws on them;
     * so do promotions of tenants that are not charged that far.
     */
    public int expire(Instant chargedUntil, Collection<TenantId> notCharged) {
        List<Expired> expired = jdbc.sql("""
                SELECT p.lot, p.tenant_id, p.currency, b.nanos FROM ledger.promotion p
                JOIN ledger.balance b ON b.account_id = p.account_id
                WHERE NOT p.ended AND p.expires_at <= :until AND p.tenant_id <> ALL (:notCharged)
                ORDER BY b.account_id LIMIT :limit FOR UPDATE SKIP LOCKED""")
                .param("until", Columns.time(chargedUntil))
                .param("notCharged", notCharged.stream().map(TenantId::value).toArray(UUID[]::new))
                .param("limit", EXPIRED_AT_A_TIME)
                .query((row, n) -> new Expired(
                        row.getObject("lot", UUID.class),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        new Money(row.getLong("nanos"), row.getString("currency"))))
                .list();
        expired.forEach(this::end);
        return expired.size();
    }

    private void end(Expired expired) {
        if (expired.left().nanos() > 0) {
            ledger.book(Booking.of(
                    "promotion-expiry:" + expired.lot(),
                    "promotion_expiry",
                    expired.tenant(),
                    clock.instant(),
                    new Booking.Transfer(
                            Account.ofLot(expired.tenant(), expired.lot()),
                            Account.ofPlatform(AccountKind.BREAKAGE),
                            expired.left())));
        }
        jdbc.sql("UPDATE ledger.promotion SET ended = true WHERE lot = :lot")
                .param("lot", expired.lot())
                .update();
    }
}
