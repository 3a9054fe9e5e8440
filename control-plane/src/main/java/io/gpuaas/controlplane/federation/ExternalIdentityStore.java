package io.gpuaas.controlplane.federation;

import io.gpuaas.kernel.PrincipalId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@ExternalIssuer
class ExternalIdentityStore {

    private final JdbcClient jdbc;

    ExternalIdentityStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The issuer's name for a person. */
    record Origin(String issuer, String subject) {}

    record Known(PrincipalId principal, Instant claimsAt) {}

    Optional<Known> find(Origin origin) {
        return jdbc.sql("""
                SELECT principal_id, claims_at FROM federation.external_identity
                WHERE issuer = :issuer AND subject = :subject""")
                .param("issuer", origin.issuer())
                .param("subject", origin.subject())
                .query((row, n) -> new Known(
                        new PrincipalId(row.getObject(1, UUID.class)),
                        row.getObject(2, OffsetDateTime.class).toInstant()))
                .optional();
    }

    /** Serializes sign-ins of this person until the transaction ends. */
    void lock(Origin origin) {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended(:issuer || ' ' || :subject, 7310))")
                .param("issuer", origin.issuer())
                .param("subject", origin.subject())
                .query((row, n) -> true)
                .single();
    }

    void add(Origin origin, Known known, Instant now) {
        jdbc.sql("""
                INSERT INTO federation.external_identity (issuer, subject, principal_id, created_at, claims_at)
                VALUES (:issuer, :subject, :principal, :now, :claims)""")
                .param("issuer", origin.issuer())
                .param("subject", origin.subject())
                .param("principal", known.principal().value())
                .param("now", now.atOffset(ZoneOffset.UTC))
                .param("claims", known.claimsAt().atOffset(ZoneOffset.UTC))
                .update();
    }

    void noteClaims(PrincipalId principal, Instant claimsAt) {
        jdbc.sql("UPDATE federation.external_identity SET claims_at = :claims WHERE principal_id = :principal")
                .param("claims", claimsAt.atOffset(ZoneOffset.UTC))
                .param("principal", principal.value())
                .update();
    }
}
