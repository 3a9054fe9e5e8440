package io.gpuaas.controlplane.issuer;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@EmbeddedIssuer
class PasswordResetStore {

    private final JdbcClient jdbc;

    PasswordResetStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A token as it is kept, from when to when. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record NewReset(PrincipalId principal, byte[] tokenDigest, Instant writtenAt, Instant expiresAt) {}

    /** False when the person got a letter after this time; then nothing changes. */
    boolean add(NewReset reset, Instant lastBefore) {
        return jdbc.sql("""
                        INSERT INTO issuer.password_reset AS r (principal_id, token_digest, written_at, expires_at)
                        VALUES (:principal, :digest, :written, :expires)
                        ON CONFLICT (principal_id) DO UPDATE
                        SET token_digest = :digest, written_at = :written, expires_at = :expires
                        WHERE r.written_at <= :before""")
                        .param("principal", reset.principal().value())
                        .param("digest", reset.tokenDigest())
                        .param("written", Columns.time(reset.writtenAt()))
                        .param("expires", Columns.time(reset.expiresAt()))
                        .param("before", Columns.time(lastBefore))
                        .update()
                == 1;
    }

    boolean isOpen(byte[] tokenDigest, Instant now) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM issuer.password_reset
                    WHERE token_digest = :digest AND expires_at > :now)""")
                .param("digest", tokenDigest)
                .param("now", Columns.time(now))
                .query(Boolean.class)
                .single();
    }

    /** Returns the token's owner to exactly one of several callers; the others find nothing. */
    Optional<PrincipalId> spend(byte[] tokenDigest, Instant now) {
        return jdbc.sql("""
                UPDATE issuer.password_reset SET token_digest = NULL
                WHERE token_digest = :digest AND expires_at > :now RETURNING principal_id""")
                .param("digest", tokenDigest)
                .param("now", Columns.time(now))
                .query((row, n) -> new PrincipalId(row.getObject(1, UUID.class)))
                .optional();
    }

    int removeWrittenBefore(Instant before) {
        return jdbc.sql("DELETE FROM issuer.password_reset WHERE written_at < :before AND expires_at < :before")
                .param("before", Columns.time(before))
                .update();
    }
}
