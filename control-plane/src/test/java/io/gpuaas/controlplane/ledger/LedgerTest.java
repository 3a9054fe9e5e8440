package io.gpuaas.controlplane.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.controlplane.billing.BillingPlane;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The books, and that they cannot be falsified. */
@Against("PostgreSQL")
class LedgerTest {

    private static final BillingPlane WORLD = BillingPlane.shared();

    private final Ledger ledger = WORLD.plane.bean(Ledger.class);
    private final Holds holds = WORLD.plane.bean(Holds.class);
    private final Promotions promotions = WORLD.plane.bean(Promotions.class);
    private final TenantId tenant = WORLD.tenant();

    private static String month() {
        return DateTimeFormatter.ofPattern("yyyyMM").withZone(ZoneOffset.UTC).format(WORLD.clock.instant());
    }

    private static Money dollars(long amount) {
        return new Money(amount * Money.NANOS_PER_UNIT, "USD");
    }

    private Booking payment(String key, Money amount) {
        return Booking.of(
                key,
                "payment",
                tenant,
                WORLD.clock.instant(),
                new Booking.Transfer(
                        Account.ofPlatform(AccountKind.CLEARING), Account.of(AccountKind.CREDIT, tenant), amount));
    }

    private boolean book(Booking booking) {
        return WORLD.inTransaction(() -> ledger.book(booking));
    }

    private void charge(UUID subject, long nanos) {
        charge(subject, nanos, WORLD.clock.instant());
    }

    private void charge(UUID subject, long nanos, Instant usedAt) {
        charge(subject, nanos, usedAt, "NULL");
    }

    /** Gives back so much of what was charged last for the subject. */
    private void takeBack(UUID subject, long nanos) {
        charge(
                subject,
                -nanos,
                WORLD.clock.instant(),
                "(SELECT max(id) FROM ledger.transfer WHERE subject = '" + subject + "' AND kind = 'usage')");
    }

    private void charge(UUID subject, long nanos, Instant usedAt, String reverses) {
        assertThat(WORLD.database.count("""
                SELECT ledger.charge(ARRAY[nextval('ledger.transfer_id')], ARRAY['%s'::uuid], ARRAY['%s'::uuid], ARRAY['USD'],
                    ARRAY[%d::bigint], ARRAY['%s'::timestamptz], ARRAY[%s::bigint], '%s')""".formatted(subject, tenant, nanos, usedAt, reverses, WORLD.clock.instant())))
                .isEqualTo(1);
    }

    private void expire() {
        WORLD.doing(() -> promotions.expire(WORLD.clock.instant(), List.of()));
    }

    /** A gift for so many days. */
    private UUID give(long dollars, long days) {
        UUID lot = UUID.randomUUID();
        WORLD.doing(() -> promotions.grant(
                lot, tenant, dollars(dollars), WORLD.clock.instant().plus(Duration.ofDays(days)), "a gift"));
        return lot;
    }

    private Money left(UUID lot) {
        return ledger.balance(Account.ofLot(tenant, lot), "USD");
    }

    private TenantBalance balance() {
        return ledger.balance(tenant, "USD");
    }

    @Test
    void aBusinessKeyBooksOnceAndNothingElse() {
        String key = "test:" + tenant;
        assertThat(book(payment(key, dollars(10)))).isTrue();
        assertThat(book(payment(key, dollars(10)))).isFalse();
        assertThat(balance().credit()).isEqualTo(dollars(10).nanos());
        assertThatThrownBy(() -> book(payment(key, dollars(11))))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("A different transaction was already booked");
        assertThat(balance().credit()).isEqualTo(dollars(10).nanos());
    }

    @Test
    void aReversalIsLinkedAndHappensOnce() {
        String key = "test:" + tenant;
        book(payment(key, dollars(10)));
        assertThat(WORLD.inTransaction(() -> ledger.reverse(key, "undo:" + tenant, tenant, "a mistake")))
                .isTrue();
        assertThat(WORLD.inTransaction(() -> ledger.reverse(key, "undo:" + tenant, tenant, "a mistake")))
                .isFalse();
        assertThatThrownBy(() -> WORLD.inTransaction(() -> ledger.reverse(key, "again:" + tenant, tenant, "a mistake")))
                .hasMessageContaining("was already reversed");
        assertThat(balance().credit()).isZero();
        assertThat(WORLD.database.count("""
                SELECT count(*) FROM ledger.transfer r JOIN ledger.transfer o ON o.id = r.reverses
                WHERE r.tenant_id = '%s' AND r.debit_account = o.credit_account AND r.amount_nanos = o.amount_nanos""".formatted(tenant))).isEqualTo(1);
    }

    @Test
    void outsideATransactionNothingIsBooked() {
        assertThatThrownBy(() -> ledger.book(payment("x", dollars(1)))).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE ledger.transfer SET amount_nanos = 1",
                "DELETE FROM ledger.transfer",
                "TRUNCATE ledger.transfer",
                "TRUNCATE ledger.transfer_MONTH",
                "UPDATE ledger.transfer_MONTH SET amount_nanos = 1",
                "UPDATE ledger.booking SET kind = 'x'",
                "DELETE FROM ledger.booking",
                "TRUNCATE ledger.booking CASCADE",
                "UPDATE ledger.account SET currency = 'EUR'",
                "DELETE FROM ledger.seal"
            })
    void theDatabaseRefusesToChangeWhatWasBooked(String statement) {
        book(payment("test:" + tenant, dollars(1)));
        WORLD.verifier().sealAll();
        assertThatThrownBy(() -> WORLD.database.execute(statement.replace("MONTH", month())))
                .rootCause()
                .hasMessageContaining("is refused");
    }

    private String transfer(String debit, String credit, String currency, long nanos) {
        return "INSERT INTO ledger.transfer (booked_at, effective_at, kind, subject, debit_account, credit_account, currency,"
                + " amount_nanos) VALUES (now(), '" + WORLD.clock.instant() + "', 'x', gen_random_uuid(), " + debit
                + ", "
                + credit + ", '" + currency + "', " + nanos + ")";
    }

    @Test
    void noStatementCanPutTheBooksOutOfBalance() {
        String credit = "ledger.account_of('credit', '" + tenant + "', 'USD', NULL)";
        String clearing = "ledger.account_of('clearing', NULL, 'USD', NULL)";
        for (String wrong : List.of(
                transfer(clearing, credit, "USD", 0),
                transfer(clearing, credit, "USD", -5),
                transfer(clearing, clearing, "USD", 5),
                transfer(clearing, credit, "EUR", 5),
                transfer(clearing, "ledger.account_of('credit', '" + tenant + "', 'EUR', NULL)", "USD", 5),
                transfer(clearing, "-1", "USD", 5),
                transfer(clearing, "NULL", "USD", 5))) {
            assertThatThrownBy(() -> WORLD.database.execute(wrong)).as(wrong).isInstanceOf(IllegalStateException.class);
        }
        assertThat(balance().credit()).isZero();
        WORLD.database.execute(
                transfer(clearing, credit, "USD", 5).replace("ledger.transfer ", "ledger.transfer_" + month() + " "));
        assertThat(balance().credit()).isEqualTo(5);
        assertThat(WORLD.database.count("SELECT coalesce(sum(nanos), 0) FROM ledger.balance"))
                .isZero();
        assertThat(WORLD.verifier().compare()).isEmpty();
    }

    @Test
    void anAlteredTransferAndAnAlteredBalanceAreFound() {
        book(payment("test:" + tenant, dollars(3)));
        WORLD.verifier().sealAll();
        assertThat(WORLD.verifier().verify().intact()).isTrue();
        String alter = """
                ALTER TABLE ledger.transfer DISABLE TRIGGER append_only;
                UPDATE ledger.transfer SET amount_nanos = amount_nanos + %d WHERE tenant_id = '%s';
                ALTER TABLE ledger.transfer ENABLE TRIGGER append_only""";
        WORLD.database.execute(alter.formatted(1, tenant));
        LedgerVerification found = WORLD.verifier().verify();
        assertThat(found.intact()).isFalse();
        assertThat(found.explanation()).contains("was altered");
        WORLD.database.execute(alter.formatted(-1, tenant));
        assertThat(WORLD.verifier().verify().intact()).isTrue();

        String touch = "UPDATE ledger.balance SET nanos = nanos + %d WHERE account_id = ledger.account_of('credit', '"
                + tenant + "', 'USD', NULL)";
        WORLD.database.execute(touch.formatted(1));
        assertThat(WORLD.verifier().compare()).hasSize(1);
        assertThat(WORLD.verifier().verify().accountsOff()).hasSize(1);
        WORLD.database.execute(touch.formatted(-1));
        assertThat(WORLD.verifier().compare()).isEmpty();
    }

    /** As an owner of the database could. */
    private static void withoutTriggers(String table, String statement) {
        WORLD.database.execute("ALTER TABLE %1$s DISABLE TRIGGER USER; %2$s; ALTER TABLE %1$s ENABLE TRIGGER USER"
                .formatted(table, statement));
    }

    /** Takes rows away while something is looked at, and puts them back as they were. */
    private static void without(String table, String rows, Runnable look) {
        WORLD.database.execute("CREATE TABLE taken_away AS SELECT * FROM " + table + " WHERE " + rows);
        assertThat(WORLD.database.count("SELECT count(*) FROM taken_away")).isEqualTo(1);
        try {
            withoutTriggers(table, "DELETE FROM " + table + " WHERE " + rows);
            look.run();
        } finally {
            withoutTriggers(table, "INSERT INTO " + table + " SELECT * FROM taken_away");
            WORLD.database.execute("DROP TABLE taken_away");
        }
        assertThat(WORLD.verifier().verify().intact()).isTrue();
        assertThat(WORLD.verifier().compare()).isEmpty();
    }

    @Test
    void aRemovedTransferIsFound() {
        book(payment("test:" + tenant, dollars(3)));
        String row = "tenant_id = '" + tenant + "'";
        without("ledger.transfer", row, () -> {
            assertThat(WORLD.verifier().compare())
                    .as("not sealed yet, and both accounts tell")
                    .hasSize(2);
            assertThat(WORLD.verifier().verify().intact()).isFalse();
        });
        WORLD.verifier().sealAll();
        without("ledger.transfer", row, () -> {
            LedgerVerification found = WORLD.verifier().verify();
            assertThat(found.intact()).isFalse();
            assertThat(found.explanation()).contains("removed");
            assertThat(found.accountsOff()).hasSize(2);
        });
    }

    @Test
    void aRemovedSealIsFound() {
        for (int payments = 0; payments < 2; payments++) {
            book(payment("test:" + payments + ":" + tenant, dollars(3)));
            WORLD.verifier().sealAll();
        }
        long newest = WORLD.database.count("SELECT max(number) FROM ledger.seal");
        assertThat(newest).isGreaterThan(1);
        without("ledger.seal", "number = " + (newest - 1), () -> {
            LedgerVerification found = WORLD.verifier().verify();
            assertThat(found.intact()).isFalse();
            assertThat(found.explanation()).isEqualTo("seal " + (newest - 1) + " is missing");
        });
        // No later seal refers to the newest: the sums under it reveal the change.
        without(
                "ledger.seal",
                "number = " + newest,
                () -> assertThat(WORLD.verifier().compare()).isNotEmpty());
    }

    @Test
    void aHoldIsUsedUpByChargesAndTheRestComesBack() {
        book(payment("test:" + tenant, dollars(10)));
        UUID machine = UUID.randomUUID();
        WORLD.doing(() -> holds.place(machine, tenant, dollars(4)));
        assertThat(balance().available()).isEqualTo(dollars(6));
        charge(machine, dollars(1).nanos());
        assertThat(balance().held()).isEqualTo(dollars(3).nanos());
        assertThat(balance().available()).isEqualTo(dollars(6));
        charge(machine, dollars(5).nanos());
        assertThat(balance().held()).isZero();
        assertThat(balance().available()).isEqualTo(dollars(4));
        UUID other = UUID.randomUUID();
        WORLD.doing(() -> holds.place(other, tenant, dollars(2)));
        WORLD.doing(() -> holds.release(other));
        WORLD.doing(() -> holds.release(other));
        assertThat(balance().available()).isEqualTo(dollars(4));
    }

    @Test
    void aBalanceOfTenIsHeldForTenOfTwentyWhoAskAtOnce() {
        book(payment("test:" + tenant, dollars(10)));
        AtomicInteger refused = new AtomicInteger();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, 20)
                    .forEach(i -> threads.execute(() -> {
                        try {
                            WORLD.doing(() -> holds.place(UUID.randomUUID(), tenant, dollars(1)));
                        } catch (ProblemException e) {
                            refused.incrementAndGet();
                        }
                    }));
        }
        assertThat(refused).hasValue(10);
        assertThat(balance().available()).isEqualTo(dollars(0));
        assertThat(WORLD.verifier().verify().intact()).isTrue();
    }

    @Test
    void promotionsPayFirstSoonestExpiryFirstAndWhatIsLeftExpires() {
        book(payment("test:" + tenant, dollars(10)));
        UUID later = UUID.randomUUID();
        UUID sooner = UUID.randomUUID();
        WORLD.doing(() -> {
            promotions.grant(later, tenant, dollars(5), WORLD.clock.instant().plus(Duration.ofDays(20)), "later");
            promotions.grant(sooner, tenant, dollars(2), WORLD.clock.instant().plus(Duration.ofDays(10)), "sooner");
        });
        assertThat(balance().available()).isEqualTo(dollars(17));
        charge(UUID.randomUUID(), dollars(3).nanos());
        assertThat(balance().credit()).isEqualTo(dollars(10).nanos());
        assertThat(ledger.balance(Account.ofLot(tenant, sooner), "USD")).isEqualTo(dollars(0));
        assertThat(ledger.balance(Account.ofLot(tenant, later), "USD")).isEqualTo(dollars(4));
        charge(UUID.randomUUID(), dollars(6).nanos());
        assertThat(balance().credit()).isEqualTo(dollars(8).nanos());
        assertThat(balance().promotional()).isZero();

        UUID unused = UUID.randomUUID();
        Money broken = ledger.balance(Account.ofPlatform(AccountKind.BREAKAGE), "USD");
        WORLD.doing(() -> promotions.grant(
                unused, tenant, dollars(7), WORLD.clock.instant().plus(Duration.ofMinutes(1)), "unused"));
        WORLD.clock.forward(Duration.ofMinutes(2));
        assertThat(balance().promotional()).isZero();
        expire();
        expire();
        assertThat(ledger.balance(Account.ofPlatform(AccountKind.BREAKAGE), "USD"))
                .isEqualTo(broken.plus(dollars(7)));
    }

    @Test
    void aPromotionPaysForWhatWasUsedByItsEndHoweverLateItIsCharged() {
        book(payment("test:" + tenant, dollars(100)));
        UUID first = give(5, 1);
        UUID second = give(20, 2);
        Instant firstEnds = WORLD.clock.instant().plus(Duration.ofDays(1));
        WORLD.clock.forward(Duration.ofDays(3));
        WORLD.keepPartitions();
        // Only what was used by its end, although there is more in it.
        charge(UUID.randomUUID(), dollars(3).nanos(), firstEnds);
        assertThat(left(first)).isEqualTo(dollars(2));
        charge(UUID.randomUUID(), dollars(4).nanos(), firstEnds.plusSeconds(1));
        assertThat(left(first)).isEqualTo(dollars(2));
        assertThat(left(second)).isEqualTo(dollars(16));
        charge(
                UUID.randomUUID(),
                dollars(7).nanos(),
                firstEnds.plus(Duration.ofDays(1)).plusSeconds(1));
        assertThat(left(second)).as("used when it was over").isEqualTo(dollars(16));
        assertThat(balance().credit()).isEqualTo(dollars(93).nanos());
        // Several at once: each for what was used by its end, the sooner first.
        WORLD.database.execute("""
                SELECT ledger.charge(ARRAY[nextval('ledger.transfer_id'), nextval('ledger.transfer_id')],
                    ARRAY[gen_random_uuid(), gen_random_uuid()], ARRAY['%1$s'::uuid, '%1$s'], ARRAY['USD', 'USD'],
                    ARRAY[1000000000, 20000000000], ARRAY['%2$s'::timestamptz, '%3$s'], ARRAY[NULL, NULL]::bigint[], '%4$s')""".formatted(tenant, firstEnds, firstEnds.plusSeconds(1), WORLD.clock.instant()));
        assertThat(left(first)).isEqualTo(dollars(1));
        assertThat(left(second)).isEqualTo(dollars(0));
        assertThat(balance().credit()).isEqualTo(dollars(93 - 4).nanos());
        expire();
        assertThat(left(first)).isEqualTo(dollars(0));
        assertThat(WORLD.verifier().verify().intact()).isTrue();
    }

    @Test
    void aReversalReturnsToThePromotionsThatPaid() {
        book(payment("test:" + tenant, dollars(10)));
        UUID sooner = give(2, 10);
        UUID later = give(3, 20);
        UUID machine = UUID.randomUUID();
        charge(machine, dollars(7).nanos());
        assertThat(balance().credit()).isEqualTo(dollars(8).nanos());
        takeBack(machine, dollars(1).nanos());
        assertThat(left(later)).as("used last, given back first").isEqualTo(dollars(1));
        assertThat(balance().credit()).isEqualTo(dollars(8).nanos());
        takeBack(machine, dollars(3).nanos());
        assertThat(left(later)).isEqualTo(dollars(3));
        assertThat(left(sooner)).isEqualTo(dollars(1));
        assertThat(balance().credit()).isEqualTo(dollars(8).nanos());
        takeBack(machine, dollars(3).nanos());
        assertThat(left(sooner)).as("no more than it paid").isEqualTo(dollars(2));
        assertThat(balance().credit()).isEqualTo(dollars(10).nanos());
        assertThat(balance().accrued()).isZero();
        charge(UUID.randomUUID(), dollars(4).nanos());
        assertThat(balance().credit())
                .as("they pay again")
                .isEqualTo(dollars(10).nanos());
        assertThat(left(later)).isEqualTo(dollars(1));
        assertThat(WORLD.verifier().verify().intact()).isTrue();
    }

    @Test
    void aReversalToAnExpiredPromotionExpiresWithIt() {
        book(payment("test:" + tenant, dollars(10)));
        UUID usedUp = give(2, 1);
        UUID half = give(6, 2);
        UUID machine = UUID.randomUUID();
        charge(machine, dollars(5).nanos());
        WORLD.clock.forward(Duration.ofDays(3));
        WORLD.keepPartitions();
        expire();
        Money broken = ledger.balance(Account.ofPlatform(AccountKind.BREAKAGE), "USD");
        takeBack(machine, dollars(5).nanos());
        expire();
        assertThat(balance().credit()).isEqualTo(dollars(10).nanos());
        assertThat(left(usedUp)).isEqualTo(dollars(0));
        assertThat(left(half)).isEqualTo(dollars(0));
        assertThat(ledger.balance(Account.ofPlatform(AccountKind.BREAKAGE), "USD"))
                .isEqualTo(broken.plus(dollars(5)));
    }
}
