package io.gpuaas.controlplane.issuer;

import io.gpuaas.kernel.PrincipalId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
@EmbeddedIssuer
class LoginStore {

    private final JdbcClient jdbc;

    LoginStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A browser that is signed in; with what it proved itself besides the password, if it did. */
    record Login(
            UUID id,
            PrincipalId principal,
            Instant createdAt,
            @Nullable Proof proof) {}

    void add(Login login, byte[] secretDigest, Instant expiresAt) {
        Proof proof = login.proof();
        jdbc.sql("""
                INSERT INTO issuer.login (id, secret_digest, principal_id, proof, created_at, expires_at)
                VALUES (:id, :digest, :principal, :proof, :now, :expires)""")
                .param("id", login.id())
                .param("digest", secretDigest)
                .param("principal", login.principal().value())
                .param("proof", proof == null ? null : proof.wireName())
                .param("now", login.createdAt().atOffset(ZoneOffset.UTC))
                .param("expires", expiresAt.atOffset(ZoneOffset.UTC))
                .update();
    }

    Optional<Login> find(byte[] secretDigest, Instant now) {
        return jdbc.sql("""
                SELECT l.id, l.principal_id, l.created_at, l.proof FROM issuer.login l
                JOIN issuer.user_account u ON u.principal_id = l.principal_id AND u.status = 'active'
                WHERE l.secret_digest = :digest AND l.expires_at > :now""")
                .param("digest", secretDigest)
                .param("now", now.atOffset(ZoneOffset.UTC))
                .query((row, n) -> {
                    String proof = row.getString(4);
                    return new Login(
                            row.getObject(1, UUID.class),
                            new PrincipalId(row.getObject(2, UUID.class)),
                            row.getObject(3, OffsetDateTime.class).toInstant(),
                            proof == null ? null : Proof.fromWire(proof));
                })
                .optional();
    }

    void remove(UUID id) {
        jdbc.sql("DELETE FROM issuer.login WHERE id = :id").param("id", id).update();
    }

    void removeAll(PrincipalId principal) {
        jdbc.sql("DELETE FROM issuer.login WHERE principal_id = :principal")
                .param("principal", principal.value())
                .update();
    }

    int removeExpired(Instant before) {
        return jdbc.sql("DELETE FROM issuer.login WHERE expires_at < :before")
                .param("before", before.atOffset(ZoneOffset.UTC))
                .update();
    }
}
