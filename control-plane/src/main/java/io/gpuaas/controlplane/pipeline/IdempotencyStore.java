package io.gpuaas.controlplane.pipeline;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.kernel.ErrorCode;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Remembers answers by their Idempotency-Key. The claim is a row of the request's own transaction: a copy in another
 * process waits on it for the lock timeout, and a request that dies leaves nothing.
 */
@Component
class IdempotencyStore implements BackgroundWork {

    private static final int DELETE_BATCH = 10_000;

    private final JdbcClient jdbc;
    private final Clock clock;

    IdempotencyStore(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** A key as one caller used it for one operation. */
    record Claim(String principalId, String operation, String key) {}

    /** Empty when the claim is ours now; otherwise the answer given before. */
    Optional<Answer> claim(Claim claim, byte[] fingerprint, Duration retention) {
        Instant now = clock.instant();
        try {
            int claimed = jdbc.sql("""
                    INSERT INTO pipeline.idempotency AS i (principal_id, operation, key, fingerprint, expires_at)
                    VALUES (:principal, :operation, :key, :fingerprint, :expires)
                    ON CONFLICT (principal_id, operation, key) DO UPDATE
                    SET fingerprint = :fingerprint, expires_at = :expires, status = NULL, body = NULL
                    WHERE i.expires_at <= :now""")
                    .param("principal", claim.principalId())
                    .param("operation", claim.operation())
                    .param("key", claim.key())
                    .param("fingerprint", fingerprint)
                    .param("expires", now.plus(retention).atOffset(ZoneOffset.UTC))
                    .param("now", now.atOffset(ZoneOffset.UTC))
                    .update();
            return claimed == 1 ? Optional.empty() : Optional.of(earlier(claim, fingerprint));
        } catch (DataAccessException e) {
            throw DatabaseTrouble.lockTimeout(e) ? IdempotencyErrors.inFlight() : e;
        }
    }

    private Answer earlier(Claim claim, byte[] fingerprint) {
        @SuppressWarnings("ArrayRecordComponent") // compared only through MessageDigest.isEqual
        record Stored(byte[] fingerprint, Answer answer) {}
        Stored stored = jdbc.sql("""
                SELECT fingerprint, status, body FROM pipeline.idempotency
                WHERE principal_id = :principal AND operation = :operation AND key = :key""")
                .param("principal", claim.principalId())
                .param("operation", claim.operation())
                .param("key", claim.key())
                .query((row, n) -> new Stored(row.getBytes(1), new Answer(row.getInt(2), row.getBytes(3), true)))
                .single();
        if (!MessageDigest.isEqual(stored.fingerprint(), fingerprint)) {
            throw IdempotencyErrors.reused();
        }
        return stored.answer();
    }

    void store(Claim claim, Answer answer) {
        jdbc.sql("""
                UPDATE pipeline.idempotency SET status = :status, body = :body
                WHERE principal_id = :principal AND operation = :operation AND key = :key""")
                .param("status", answer.status())
                .param("body", answer.body())
                .param("principal", claim.principalId())
                .param("operation", claim.operation())
                .param("key", claim.key())
                .update();
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(1), "pipeline.delete-expired-keys", this::deleteExpired)
                .firstAfter(Duration.ofMinutes(1));
    }

    void deleteExpired() {
        int deleted = DELETE_BATCH;
        while (deleted == DELETE_BATCH) {
            deleted = jdbc.sql("""
                    DELETE FROM pipeline.idempotency WHERE ctid = ANY (ARRAY(
                        SELECT ctid FROM pipeline.idempotency WHERE expires_at <= :now LIMIT :batch))""")
                    .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                    .param("batch", DELETE_BATCH)
                    .update();
        }
    }

    static final class IdempotencyErrors {

        private IdempotencyErrors() {}

        static ProblemException inFlight() {
            return ProblemException.retryLater(
                    ErrorCode.IDEMPOTENCY_IN_FLIGHT,
                    "A request with the same Idempotency-Key is still in progress.",
                    Duration.ofSeconds(1));
        }

        static ProblemException reused() {
            return ProblemException.of(
                    ErrorCode.IDEMPOTENCY_KEY_REUSED,
                    "This Idempotency-Key was already used with a different path or body.");
        }
    }
}
