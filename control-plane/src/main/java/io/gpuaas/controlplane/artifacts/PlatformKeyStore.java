package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.PlatformKey;
import io.gpuaas.api.PublisherKeyKind;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PlatformKeyId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of the keys that the platform signs artifacts with. */
@Component
class PlatformKeyStore {

    private final JdbcClient jdbc;

    PlatformKeyStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Serializes additions, so that their number stays within its limit. */
    void lockForAddition() {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('artifacts.platform_key', 0))")
                .query((row, n) -> true)
                .single();
    }

    /** False when the platform has or had the key. */
    boolean add(PlatformKey key) {
        return jdbc.sql("""
                INSERT INTO artifacts.platform_key (id, name, kind, pem, fingerprint, created_at, created_by)
                VALUES (:id, :name, :kind, :pem, :fingerprint, :at, :by)
                ON CONFLICT (fingerprint) DO NOTHING""")
                        .param("id", key.id().value())
                        .param("name", key.name())
                        .param("kind", key.kind().wire())
                        .param("pem", key.pem())
                        .param("fingerprint", key.fingerprint())
                        .param("at", Columns.time(key.createdAt()))
                        .param("by", key.createdBy())
                        .update()
                == 1;
    }

    long countInForce() {
        return jdbc.sql("SELECT count(*) FROM artifacts.platform_key WHERE revoked_at IS NULL")
                .query(Long.class)
                .single();
    }

    /** How many of the keys are not revoked. {@code locked} holds off their revocation until the transaction ends. */
    int countInForce(Collection<String> ids, boolean locked) {
        if (ids.isEmpty()) {
            return 0;
        }
        return jdbc.sql("SELECT id FROM artifacts.platform_key WHERE id = " + Columns.ANY_OF_IDS
                        + " AND revoked_at IS NULL ORDER BY id" + (locked ? " FOR SHARE" : ""))
                .param("ids", ids.stream().map(UUID::fromString).toArray(UUID[]::new))
                .query((row, n) -> true)
                .list()
                .size();
    }

    Optional<PlatformKey> find(PlatformKeyId id) {
        return query(id, "");
    }

    Optional<PlatformKey> lock(PlatformKeyId id) {
        return query(id, " FOR NO KEY UPDATE");
    }

    private Optional<PlatformKey> query(PlatformKeyId id, String lock) {
        return jdbc.sql("SELECT * FROM artifacts.platform_key WHERE id = :id" + lock)
                .param("id", id.value())
                .query(PlatformKeyStore::key)
                .optional();
    }

    void confirm(PlatformKeyId id, Instant at, String by) {
        jdbc.sql("UPDATE artifacts.platform_key SET confirmed_at = :at, confirmed_by = :by WHERE id = :id")
                .param("id", id.value())
                .param("at", Columns.time(at))
                .param("by", by)
                .update();
    }

    void retire(PlatformKeyId id, Instant at) {
        jdbc.sql("UPDATE artifacts.platform_key SET retired_at = :at WHERE id = :id")
                .param("id", id.value())
                .param("at", Columns.time(at))
                .update();
    }

    void revoke(PlatformKeyId id, Instant at, String by, String reason) {
        jdbc.sql("""
                UPDATE artifacts.platform_key SET revoked_at = :at, revoked_by = :by, revocation_reason = :reason
                WHERE id = :id""")
                .param("id", id.value())
                .param("at", Columns.time(at))
                .param("by", by)
                .param("reason", reason)
                .update();
    }

    List<PlatformKey> list(@Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM artifacts.platform_key WHERE (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(PlatformKeyStore::key)
                .list();
    }

    /** Confirmed keys in force, then those that were revoked last, which explain why a signature does not count. */
    List<PlatformKey> listForVerification(int limit) {
        return jdbc.sql("""
                SELECT * FROM artifacts.platform_key WHERE confirmed_at IS NOT NULL
                ORDER BY revoked_at DESC NULLS FIRST, id LIMIT :limit""").param("limit", limit).query(PlatformKeyStore::key).list();
    }

    List<String> listRevoked(Instant after) {
        return jdbc.sql("SELECT id FROM artifacts.platform_key WHERE revoked_at > :after")
                .param("after", Columns.time(after))
                .query((row, n) -> row.getObject("id", UUID.class).toString())
                .list();
    }

    private static PlatformKey key(ResultSet row, int number) throws SQLException {
        Instant retiredAt = Columns.optionalInstant(row, "retired_at");
        Instant revokedAt = Columns.optionalInstant(row, "revoked_at");
        return new PlatformKey(
                new PlatformKeyId(row.getObject("id", UUID.class)),
                row.getString("name"),
                PublisherKeyKind.fromWire(row.getString("kind")),
                row.getString("fingerprint"),
                row.getString("pem"),
                PublisherKeyStore.state(retiredAt, revokedAt),
                Columns.instant(row, "created_at"),
                row.getString("created_by"),
                Columns.optionalInstant(row, "confirmed_at"),
                row.getString("confirmed_by"),
                retiredAt,
                revokedAt,
                row.getString("revoked_by"),
                row.getString("revocation_reason"));
    }
}
