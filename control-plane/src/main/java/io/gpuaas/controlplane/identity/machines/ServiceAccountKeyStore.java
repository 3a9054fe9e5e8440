package io.gpuaas.controlplane.identity.machines;

import io.gpuaas.api.KeyKind;
import io.gpuaas.api.ServiceAccountKey;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

public @Component class ServiceAccountKeyStore {

    private static final Duration LAST_USED_PRECISION = Duration.ofMinutes(1);

    private final JdbcClient jdbc;

    ServiceAccountKeyStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** How a key is proven: the digest of a secret, or a public key. */
    @SuppressWarnings("ArrayRecordComponent") // compared only through MessageDigest.isEqual
    record Material(byte @Nullable [] secretHash, @Nullable String publicKey) {

        Optional<byte[]> findSecretHash() {
            return Optional.ofNullable(secretHash);
        }

        Optional<String> findPublicKey() {
            return Optional.ofNullable(publicKey);
        }
    }

    void add(PrincipalId account, ServiceAccountKey key, Material material, String createdBy) {
        jdbc.sql("""
                INSERT INTO identity.service_account_key
                    (id, service_account_id, kind, secret_hash, public_key, created_at, expires_at, created_by)
                VALUES (:id, :account, :kind, :hash, :public, :at, :expires, :by)""")
                .param("id", key.id().value())
                .param("account", account.value())
                .param("kind", key.kind().wire())
                .param("hash", material.secretHash(), Types.BINARY)
                .param("public", material.publicKey(), Types.VARCHAR)
                .param("at", Columns.time(key.createdAt()))
                .param("expires", Columns.optionalTime(key.expiresAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("by", createdBy)
                .update();
    }

    long countLive(PrincipalId account, Instant now) {
        return jdbc.sql("""
                SELECT count(*) FROM identity.service_account_key
                WHERE service_account_id = :account AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)""")
                .param("account", account.value())
                .param("now", Columns.time(now))
                .query(Long.class)
                .single();
    }

    /** Those that were not revoked, by account, oldest first. */
    Map<PrincipalId, List<ServiceAccountKey>> list(List<PrincipalId> accounts) {
        Map<PrincipalId, List<ServiceAccountKey>> found = new HashMap<>();
        jdbc.sql("""
                SELECT * FROM identity.service_account_key
                WHERE service_account_id = ANY (:accounts) AND revoked_at IS NULL ORDER BY id""")
                .param("accounts", accounts.stream().map(PrincipalId::value).toArray(UUID[]::new))
                .query(row -> {
                    found.computeIfAbsent(
                                    new PrincipalId(row.getObject("service_account_id", UUID.class)),
                                    id -> new ArrayList<>())
                            .add(key(row, 0));
                });
        return found;
    }

    Optional<ServiceAccountKey> revoke(PrincipalId account, KeyId id, Instant now) {
        return jdbc.sql("""
                UPDATE identity.service_account_key SET revoked_at = :now
                WHERE id = :id AND service_account_id = :account AND revoked_at IS NULL RETURNING *""")
                .param("id", id.value())
                .param("account", account.value())
                .param("now", Columns.time(now))
                .query(ServiceAccountKeyStore::key)
                .optional();
    }

    /** A key in force, of a service account in force. */
    record LiveKey(KeyId id, PrincipalId account, List<String> scopes, Material material) {}

    Optional<LiveKey> findLive(KeyId id, Instant now) {
        return jdbc.sql("""
                SELECT k.id, k.service_account_id, k.secret_hash, k.public_key, s.scopes
                FROM identity.service_account_key k JOIN identity.service_account s ON s.principal_id = k.service_account_id
                WHERE k.id = :id AND NOT s.disabled AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > :now)""")
                .param("id", id.value())
                .param("now", Columns.time(now))
                .query((row, n) -> new LiveKey(
                        id,
                        new PrincipalId(row.getObject("service_account_id", UUID.class)),
                        Columns.texts(row, "scopes"),
                        new Material(row.getBytes("secret_hash"), row.getString("public_key"))))
                .optional();
    }

    /** At most once a minute, and never waiting for anybody. */
    void noteUse(KeyId id, Instant now) {
        jdbc.sql("""
                UPDATE identity.service_account_key SET last_used_at = :now WHERE id IN (
                    SELECT id FROM identity.service_account_key
                    WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :before) FOR UPDATE SKIP LOCKED)""")
                .param("id", id.value())
                .param("now", Columns.time(now))
                .param("before", Columns.time(now.minus(LAST_USED_PRECISION)))
                .update();
    }

    /** True the first time only. */
    boolean useAssertion(KeyId key, String assertion, Instant expiresAt) {
        return jdbc.sql("""
                        INSERT INTO identity.used_assertion (key_id, assertion, expires_at) VALUES (:key, :assertion, :expires)
                        ON CONFLICT DO NOTHING""")
                        .param("key", key.value())
                        .param("assertion", assertion)
                        .param("expires", Columns.time(expiresAt))
                        .update()
                == 1;
    }

    public int deleteAssertionsExpiredBefore(Instant time, int batch) {
        return jdbc.sql("""
                DELETE FROM identity.used_assertion WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM identity.used_assertion WHERE expires_at < :time LIMIT :batch))""")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }

    public int deleteEndedBefore(Instant time, int batch) {
        return jdbc.sql("""
                DELETE FROM identity.service_account_key WHERE id = ANY (ARRAY(
                    SELECT id FROM identity.service_account_key WHERE revoked_at < :time OR expires_at < :time LIMIT :batch))""")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }

    private static ServiceAccountKey key(ResultSet row, int number) throws SQLException {
        return new ServiceAccountKey(
                new KeyId(row.getObject("id", UUID.class)),
                KeyKind.fromWire(row.getString("kind")),
                Columns.instant(row, "created_at"),
                Columns.optionalInstant(row, "expires_at"),
                Columns.optionalInstant(row, "last_used_at"));
    }
}
