package io.gpuaas.controlplane.billing;

import io.gpuaas.api.Commitment;
import io.gpuaas.api.CreateCommitment;
import io.gpuaas.controlplane.billing.CommitmentStore.Shortfall;
import io.gpuaas.controlplane.ledger.Account;
import io.gpuaas.controlplane.ledger.AccountKind;
import io.gpuaas.controlplane.ledger.Booking;
import io.gpuaas.controlplane.ledger.Ledger;
import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.offerings.Price;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.CommitmentId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.TenantId;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Use that was agreed on: cheaper, and paid for whether it is had or not. */
@Component
class Commitments {

    private static final Duration AWAY_MAX = Duration.ofDays(3_653);

    private final CommitmentStore store;
    private final Offerings offerings;
    private final Ledger ledger;
    private final Policies policies;
    private final IdSource ids;
    private final Clock clock;

    Commitments(
            CommitmentStore store, Offerings offerings, Ledger ledger, Policies policies, IdSource ids, Clock clock) {
        this.store = store;
        this.offerings = offerings;
        this.ledger = ledger;
        this.policies = policies;
        this.ids = ids;
        this.clock = clock;
    }

    /** Never in the past: what was charged keeps its price. One for each SKU at a time. */
    Commitment create(TenantId tenant, CreateCommitment command) {
        if (command.startsAt().isBefore(clock.instant())) {
            throw ProblemException.invalid("/starts_at", "is in the past");
        }
        if (!command.endsAt().isAfter(command.startsAt())) {
            throw ProblemException.invalid("/ends_at", "must be after the start");
        }
        if (command.endsAt().isAfter(clock.instant().plus(AWAY_MAX))) {
            throw ProblemException.invalid("/ends_at", "is more than ten years away");
        }
        if (!onTheHour(command.startsAt()) || !onTheHour(command.endsAt())) {
            throw ProblemException.invalid("/starts_at", "and ends_at must be full hours");
        }
        long discountMax = policies.effective(BillingPolicies.COMMITMENT_DISCOUNT_MAX, tenant, null);
        if (command.discountPercent() > discountMax) {
            throw ProblemException.of(
                    ErrorCode.APPROVAL_NEEDED,
                    "A discount can be at most " + discountMax
                            + " percent (policy billing.commitment_discount_max). An"
                            + " operator can raise the policy for this tenant.");
        }
        if (offerings.find(command.sku()).isEmpty()) {
            throw ProblemException.notFound("SKU");
        }
        Commitment commitment = new Commitment(
                new CommitmentId(ids.next()),
                command.sku(),
                command.gpus(),
                command.discountPercent(),
                command.startsAt(),
                command.endsAt());
        if (!store.add(tenant, commitment, Call.current().caller().id(), clock.instant())) {
            throw ProblemException.of(
                    ErrorCode.BOOKING_CONFLICT, "The tenant already has a commitment for this SKU in that period.");
        }
        return commitment;
    }

    private static boolean onTheHour(Instant instant) {
        return instant.equals(instant.truncatedTo(ChronoUnit.HOURS));
    }

    /** Before a month's use is earned: what was agreed on and not had, at the price at the end of that time. */
    void chargeShortfall(YearMonth month, TenantId tenant) {
        Instant from = month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        Instant to = month.plusMonths(1).atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        store.shortfalls(tenant, from, to).forEach(shortfall -> book(shortfall, month));
    }

    private void book(Shortfall shortfall, YearMonth month) {
        Optional<Price> price = offerings.findPrice(
                shortfall.sku(), shortfall.tenant(), shortfall.until().minusSeconds(1));
        if (price.isEmpty()) {
            return;
        }
        Money due = price(shortfall, price.get().gpuHour());
        if (due.nanos() > 0) {
            ledger.book(Booking.of(
                            key(shortfall.id(), month),
                            "commitment_shortfall",
                            shortfall.tenant(),
                            shortfall.until().minusMillis(1),
                            new Booking.Transfer(
                                    Account.of(AccountKind.CREDIT, shortfall.tenant()),
                                    Account.of(AccountKind.ACCRUED, shortfall.tenant()),
                                    due))
                    .because("Committed to " + shortfall.sku() + " in " + month + " and not used."));
        }
    }

    static String key(CommitmentId id, YearMonth month) {
        return "commitment:" + id + ":" + month;
    }

    /** Rounded down once, as every charge. */
    private static Money price(Shortfall shortfall, Money gpuHour) {
        BigInteger nanos = BigInteger.valueOf(gpuHour.nanos())
                .multiply(BigInteger.valueOf(shortfall.gpuSeconds()))
                .multiply(BigInteger.valueOf(100 - shortfall.discountPercent()))
                .divide(BigInteger.valueOf(360_000));
        return new Money(nanos.longValueExact(), gpuHour.currency());
    }
}
