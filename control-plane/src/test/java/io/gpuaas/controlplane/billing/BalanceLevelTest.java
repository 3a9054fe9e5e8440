package io.gpuaas.controlplane.billing;

import static io.gpuaas.controlplane.billing.BalanceLevel.DEPLETED;
import static io.gpuaas.controlplane.billing.BalanceLevel.LOW;
import static io.gpuaas.controlplane.billing.BalanceLevel.RELEASED;
import static io.gpuaas.controlplane.billing.BalanceLevel.RELEASE_PENDING;
import static io.gpuaas.controlplane.billing.BalanceLevel.SUFFICIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.billing.BalanceLevel.Limits;
import io.gpuaas.controlplane.billing.BalanceLevel.Seen;
import io.gpuaas.controlplane.billing.BalanceLevel.Standing;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a tenant is notified, and when its machines are released. One unit is used per hour. */
class BalanceLevelTest {

    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
    private static final Limits LIMITS = new Limits(Duration.ofHours(24), Duration.ofHours(1), Duration.ofMinutes(15));

    private static Standing look(Standing before, long spendable, long burn, Duration later) {
        return BalanceLevel.next(before, new Seen(spendable, burn, NOW.plus(later)), LIMITS);
    }

    @Test
    void itFallsStepByStepAndMachinesGoOnlyAfterTheGrace() {
        Standing standing = look(Standing.sufficient(NOW), 100_000, 1_000, Duration.ZERO);
        assertThat(standing.level()).isEqualTo(SUFFICIENT);
        standing = look(standing, 23_000, 1_000, Duration.ofMinutes(1));
        assertThat(standing.level()).isEqualTo(LOW);
        standing = look(standing, 500, 1_000, Duration.ofMinutes(2));
        assertThat(standing.level()).isEqualTo(RELEASE_PENDING);
        assertThat(standing.deadline()).isEqualTo(NOW.plus(Duration.ofMinutes(2 + 30 + 15)));
        standing = look(standing, 0, 1_000, Duration.ofMinutes(32));
        assertThat(standing.level()).isEqualTo(DEPLETED);
        standing = look(standing, -100, 1_000, Duration.ofMinutes(46));
        assertThat(standing.level()).isEqualTo(DEPLETED);
        standing = look(standing, -200, 1_000, Duration.ofMinutes(47));
        assertThat(standing.level()).isEqualTo(RELEASED);
    }

    @Test
    void usingLessDoesNotArmTheWarningAgainAndPayingDoes() {
        Standing low = look(Standing.sufficient(NOW), 20_000, 1_000, Duration.ZERO);
        assertThat(look(low, 19_000, 10, Duration.ofMinutes(1))).isEqualTo(low);
        assertThat(look(low, 19_000, 0, Duration.ofMinutes(1))).isEqualTo(low);
        Standing paid = look(low, 90_000, 1_000, Duration.ofMinutes(2));
        assertThat(paid.level()).isEqualTo(SUFFICIENT);
        assertThat(look(paid, 20_000, 1_000, Duration.ofMinutes(3)).level()).isEqualTo(LOW);
    }

    @Test
    void payingInTheLastMomentKeepsTheMachines() {
        Standing depleted = look(Standing.sufficient(NOW), -1, 1_000, Duration.ZERO);
        assertThat(look(depleted, 5_000, 1_000, Duration.ofHours(1)).level()).isEqualTo(LOW);
    }

    @Test
    void anUnusedBalanceIsNotWarned() {
        assertThat(look(Standing.sufficient(NOW), 0, 0, Duration.ZERO).level()).isEqualTo(SUFFICIENT);
    }
}
