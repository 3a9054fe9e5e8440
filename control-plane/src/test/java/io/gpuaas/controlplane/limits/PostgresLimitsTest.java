package io.gpuaas.controlplane.limits;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.gpuaas.controlplane.TestDatabase;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.MovableClock;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class PostgresLimitsTest extends LimitStoreContract {

    private static final TestDatabase DATABASE = TestDatabase.create();

    @Override
    LimitStore store(Clock read) {
        try (HikariDataSource where = new HikariDataSource()) {
            where.setJdbcUrl(DATABASE.url());
            where.setUsername(TestDatabase.user());
            where.setPassword(TestDatabase.password());
            return new PostgresLimits(where, read);
        }
    }

    @Test
    void rowsThatHaveNoEffectAreRemoved() {
        MovableClock clock = stoppedNow();
        try (LimitStore store = store(clock)) {
            store.removeExpired();
            store.take(new LimitStore.Ask("brief", Limit.perMinute(5), 0, 1));
            store.attempt("brief", new Throttling(1));
            store.removeExpired();
            assertThat(rows("bucket")).isEqualTo(1);
            assertThat(rows("throttle")).isEqualTo(1);
            clock.forward(Duration.ofMinutes(31));
            store.removeExpired();
            assertThat(rows("bucket")).isZero();
            assertThat(rows("throttle")).isZero();
        }
    }

    private static long rows(String table) {
        return DATABASE.count("SELECT count(*) FROM limits." + table + " WHERE key = 'brief'");
    }
}
