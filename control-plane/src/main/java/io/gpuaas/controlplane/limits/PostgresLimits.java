package io.gpuaas.controlplane.limits;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.gpuaas.controlplane.platform.Columns;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Keeps limits in the main database, in unlogged tables: a crash of the database forgets them. It has its own
 * connections, so that a limit neither waits behind the requests it bounds nor rolls back with them.
 */
final class PostgresLimits implements LimitStore {

    private static final int CONNECTIONS_MAX = 4;
    private static final Duration CONNECTION_TIMEOUT = Duration.ofMillis(500);
    private static final Duration STATEMENT_TIMEOUT = Duration.ofMillis(500);
    private static final int SOCKET_TIMEOUT_SECONDS = 2;
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(1);
    private static final int REMOVED_AT_ONCE_MAX = 10_000;

    private final HikariDataSource pool;
    private final JdbcClient jdbc;
    private final Clock clock;

    /** @param likewise the pool of everything else, for where the database is */
    PostgresLimits(HikariDataSource likewise, Clock clock) {
        this.clock = clock;
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(likewise.getJdbcUrl());
        config.setUsername(likewise.getUsername());
        config.setPassword(likewise.getPassword());
        config.setPoolName("gpuaas-limits");
        config.setMaximumPoolSize(CONNECTIONS_MAX);
        config.setMinimumIdle(1);
        config.setIdleTimeout(IDLE_TIMEOUT.toMillis());
        config.setConnectionTimeout(CONNECTION_TIMEOUT.toMillis());
        config.setValidationTimeout(CONNECTION_TIMEOUT.toMillis());
        // The start does not wait for it: without it limits are local.
        config.setInitializationFailTimeout(-1);
        config.addDataSourceProperty("ApplicationName", "gpuaas-limits");
        config.addDataSourceProperty("socketTimeout", String.valueOf(SOCKET_TIMEOUT_SECONDS));
        config.addDataSourceProperty(
                "options",
                "-c statement_timeout=" + STATEMENT_TIMEOUT.toMillis() + " -c synchronous_commit=off -c timezone=UTC");
        this.pool = new HikariDataSource(config);
        this.jdbc = JdbcClient.create(pool);
    }

    @Override
    public Grant take(Ask ask) {
        Instant now = clock.instant();
        Limit limit = ask.limit();
        return jdbc.sql("""
                INSERT INTO limits.bucket AS b (key, tokens, filled_at, given, expires_at)
                VALUES (:key, :first - limits.share(:first, :wanted), :now, limits.share(:first, :wanted), :expires)
                ON CONFLICT (key) DO UPDATE SET
                    tokens = limits.filled(b.tokens, b.filled_at, :now, :capacity, :rate)
                        - limits.share(limits.filled(b.tokens, b.filled_at, :now, :capacity, :rate), :wanted),
                    given = limits.share(limits.filled(b.tokens, b.filled_at, :now, :capacity, :rate), :wanted),
                    filled_at = greatest(b.filled_at, :now),
                    expires_at = greatest(b.expires_at, :expires)
                RETURNING given, tokens""")
                .param("key", ask.key())
                .param("first", (double) Math.max(0, limit.tokens() - ask.usedBefore()))
                .param("wanted", ask.wanted())
                .param("now", Columns.time(now))
                .param("capacity", (double) limit.tokens())
                .param("rate", limit.perSecond())
                .param("expires", Columns.time(now.plus(limit.window())))
                .query((row, number) -> grant(limit, row.getLong("given"), row.getDouble("tokens")))
                .single();
    }

    private static Grant grant(Limit limit, long given, double tokens) {
        return new Grant(given, (long) tokens, given > 0 ? Duration.ZERO : limit.timeFor(1 - tokens));
    }

    @Override
    public Optional<Duration> attempt(String key, Throttling throttling) {
        Instant now = clock.instant();
        Optional<Instant> blocked = jdbc.sql("""
                INSERT INTO limits.throttle AS t (key, attempts, blocked_until, expires_at)
                VALUES (:key, 1, limits.blocked_until(:now, 1, :free), :expires)
                ON CONFLICT (key) DO UPDATE SET
                    attempts = CASE WHEN t.expires_at <= :now THEN 1 ELSE t.attempts + 1 END,
                    blocked_until = limits.blocked_until(
                        :now, CASE WHEN t.expires_at <= :now THEN 1 ELSE t.attempts + 1 END, :free),
                    expires_at = :expires
                WHERE t.blocked_until <= :now
                RETURNING blocked_until""")
                .param("key", key)
                .param("now", Columns.time(now))
                .param("free", throttling.free())
                .param("expires", Columns.time(now.plus(Throttling.FORGET_AFTER)))
                .query((row, number) -> Columns.instant(row, "blocked_until"))
                .optional();
        return blocked.isPresent() ? Optional.empty() : Optional.of(remaining(key, now));
    }

    private Duration remaining(String key, Instant now) {
        return jdbc.sql("SELECT blocked_until FROM limits.throttle WHERE key = :key")
                .param("key", key)
                .query((row, number) -> Duration.between(now, Columns.instant(row, "blocked_until")))
                .optional()
                .filter(Duration::isPositive)
                .orElse(Duration.ofSeconds(1));
    }

    @Override
    public void forgive(String key) {
        jdbc.sql("""
                UPDATE limits.throttle SET attempts = greatest(0, attempts - 1), blocked_until = 'epoch'
                WHERE key = :key""").param("key", key).update();
    }

    @Override
    public void forget(String key) {
        jdbc.sql("DELETE FROM limits.throttle WHERE key = :key")
                .param("key", key)
                .update();
    }

    @Override
    public void removeExpired() {
        Instant now = clock.instant();
        removeSome("DELETE FROM limits.bucket WHERE ctid = ANY (ARRAY(SELECT ctid FROM limits.bucket", now);
        removeSome("DELETE FROM limits.throttle WHERE ctid = ANY (ARRAY(SELECT ctid FROM limits.throttle", now);
    }

    private void removeSome(String delete, Instant now) {
        int removed;
        do {
            removed = jdbc.sql(delete + " WHERE expires_at < :now LIMIT :limit FOR UPDATE SKIP LOCKED))")
                    .param("now", Columns.time(now))
                    .param("limit", REMOVED_AT_ONCE_MAX)
                    .update();
        } while (removed == REMOVED_AT_ONCE_MAX);
    }

    @Override
    public void close() {
        pool.close();
    }
}
