package io.gpuaas.controlplane.federation;

import io.gpuaas.controlplane.platform.Columns;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Logins and people the issuer signed out, and the logout tokens that said so. */
@Component
@ExternalIssuer
class LogoutStore {

    private final JdbcClient jdbc;
    private final IssuerSettings settings;

    LogoutStore(JdbcClient jdbc, IssuerSettings settings) {
        this.jdbc = jdbc;
        this.settings = settings;
    }

    /** False when the token was obeyed before. */
    boolean spend(byte[] jtiDigest, Instant expiresAt) {
        return jdbc.sql("""
                        INSERT INTO federation.logout_token (issuer, jti_digest, expires_at)
                        VALUES (:issuer, :jti, :expires) ON CONFLICT DO NOTHING""")
                        .param("issuer", settings.issuer())
                        .param("jti", jtiDigest)
                        .param("expires", Columns.time(expiresAt))
                        .update()
                == 1;
    }

    void addEndedLogin(String sid, Instant now) {
        jdbc.sql("""
                INSERT INTO federation.ended_login (issuer, sid, ended_at) VALUES (:issuer, :sid, :now)
                ON CONFLICT DO NOTHING""")
                .param("issuer", settings.issuer())
                .param("sid", sid)
                .param("now", Columns.time(now))
                .update();
    }

    void addEndedSubject(String subject, Instant issuedUpTo, Instant now) {
        jdbc.sql("""
                INSERT INTO federation.ended_subject AS e (issuer, subject, issued_upto, ended_at)
                VALUES (:issuer, :subject, :upto, :now)
                ON CONFLICT (issuer, subject) DO UPDATE
                SET issued_upto = greatest(e.issued_upto, :upto), ended_at = :now""")
                .param("issuer", settings.issuer())
                .param("subject", subject)
                .param("upto", Columns.time(issuedUpTo))
                .param("now", Columns.time(now))
                .update();
    }

    boolean isEnded(@Nullable String sid, String subject, Instant issuedAt) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM federation.ended_login WHERE issuer = :issuer AND sid = :sid::text)
                    OR EXISTS (SELECT 1 FROM federation.ended_subject
                        WHERE issuer = :issuer AND subject = :subject AND issued_upto >= :issued)""")
                .param("issuer", settings.issuer())
                .param("sid", sid)
                .param("subject", subject)
                .param("issued", Columns.time(issuedAt))
                .query(Boolean.class)
                .single();
    }

    void forget(Instant now, Instant endedBefore) {
        jdbc.sql("DELETE FROM federation.logout_token WHERE expires_at < :now")
                .param("now", Columns.time(now))
                .update();
        jdbc.sql("DELETE FROM federation.ended_login WHERE ended_at < :before")
                .param("before", Columns.time(endedBefore))
                .update();
        jdbc.sql("DELETE FROM federation.ended_subject WHERE ended_at < :before")
                .param("before", Columns.time(endedBefore))
                .update();
    }
}
