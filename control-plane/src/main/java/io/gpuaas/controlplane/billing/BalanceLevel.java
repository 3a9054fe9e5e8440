package io.gpuaas.controlplane.billing;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Rates a tenant's credit against its usage, each level worse than the one before. Pure. */
enum BalanceLevel {
    SUFFICIENT,
    LOW,
    RELEASE_PENDING,
    DEPLETED,
    RELEASED;

    private static final long SECONDS_PER_HOUR = 3_600;

    /** The spendable amount when the level was entered decides when it is re-armed: only by more credit. */
    record Standing(
            BalanceLevel level,
            long enteredNanos,
            Instant enteredAt,
            @Nullable Instant deadline) {

        static Standing sufficient(Instant now) {
            return new Standing(SUFFICIENT, 0, now, null);
        }
    }

    /** The spendable credit, and the cost per hour of everything that runs. */
    record Seen(long spendableNanos, long burnNanos, Instant now) {

        /** Absent when nothing runs. Rounded down. */
        @Nullable Duration left() {
            if (burnNanos <= 0) {
                return null;
            }
            double seconds = (double) Math.max(0, spendableNanos) / burnNanos * SECONDS_PER_HOUR;
            return Duration.ofSeconds((long) Math.min(seconds, Integer.MAX_VALUE));
        }
    }

    record Limits(Duration warnBefore, Duration pendingBefore, Duration grace) {}

    static Standing next(Standing before, Seen seen, Limits limits) {
        BalanceLevel reached = reached(seen, limits);
        boolean better = reached.compareTo(before.level()) < 0;
        if (better && seen.spendableNanos() > before.enteredNanos()) {
            return enter(reached, seen, limits);
        }
        if (!better && reached != before.level()) {
            return enter(reached, seen, limits);
        }
        Instant deadline = before.deadline();
        boolean over =
                before.level() == DEPLETED && deadline != null && !seen.now().isBefore(deadline);
        return over ? new Standing(RELEASED, seen.spendableNanos(), seen.now(), deadline) : before;
    }

    private static BalanceLevel reached(Seen seen, Limits limits) {
        Duration left = seen.left();
        if (left == null) {
            return SUFFICIENT;
        }
        if (seen.spendableNanos() <= 0) {
            return DEPLETED;
        }
        if (left.compareTo(limits.pendingBefore()) < 0) {
            return RELEASE_PENDING;
        }
        return left.compareTo(limits.warnBefore()) < 0 ? LOW : SUFFICIENT;
    }

    private static Standing enter(BalanceLevel level, Seen seen, Limits limits) {
        Duration left = seen.left();
        Instant deadline = switch (level) {
            case SUFFICIENT, LOW, RELEASED -> null;
            case RELEASE_PENDING ->
                seen.now().plus(left == null ? Duration.ZERO : left).plus(limits.grace());
            case DEPLETED -> seen.now().plus(limits.grace());
        };
        return new Standing(level, seen.spendableNanos(), seen.now(), deadline);
    }

    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static BalanceLevel fromWire(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
