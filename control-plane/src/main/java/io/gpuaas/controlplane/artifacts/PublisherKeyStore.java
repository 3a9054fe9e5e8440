package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.PublisherKey;
import io.gpuaas.api.PublisherKeyKind;
import io.gpuaas.api.PublisherKeyState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of publishers' keys. */
@Component
class PublisherKeyStore {

    private final JdbcClient jdbc;

    PublisherKeyStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    boolean exists(TenantId tenant, PublisherId publisher) {
        return one("SELECT 1 FROM artifacts.publisher WHERE id = :id AND tenant_id = :tenant", tenant, publisher);
    }

    /** Serializes changes of a publisher's keys, and holds off verifications. False when it is not the tenant's. */
    boolean lockForChange(TenantId tenant, PublisherId publisher) {
        return one(
                "SELECT 1 FROM artifacts.publisher WHERE id = :id AND tenant_id = :tenant FOR NO KEY UPDATE",
                tenant,
                publisher);
    }

    private boolean one(String sql, TenantId tenant, PublisherId publisher) {
        return jdbc.sql(sql)
                .param("id", publisher.value())
                .param("tenant", tenant.value())
                .query((row, n) -> true)
                .optional()
                .isPresent();
    }

    /** Keeps a publisher's keys as they are until the transaction ends; several verifications may do so at once. */
    void share(PublisherId publisher) {
        jdbc.sql("SELECT 1 FROM artifacts.publisher WHERE id = :id FOR SHARE")
                .param("id", publisher.value())
                .query((row, n) -> true)
                .single();
    }

    /** False when the publisher has or had the key. */
    boolean add(PublisherKey key) {
        return jdbc.sql("""
                INSERT INTO artifacts.publisher_key (id, publisher_id, name, kind, pem, fingerprint, created_at, created_by)
                VALUES (:id, :publisher, :name, :kind, :pem, :fingerprint, :at, :by)
                ON CONFLICT (publisher_id, fingerprint) DO NOTHING""")
                        .param("id", key.id().value())
                        .param("publisher", key.publisherId().value())
                        .param("name", key.name())
                        .param("kind", key.kind().wire())
                        .param("pem", key.pem())
                        .param("fingerprint", key.fingerprint())
                        .param("at", Columns.time(key.createdAt()))
                        .param("by", key.createdBy())
                        .update()
                == 1;
    }

    long countInForce(PublisherId publisher) {
        return jdbc.sql("SELECT count(*) FROM artifacts.publisher_key WHERE publisher_id = :publisher AND revoked_at"
                        + " IS NULL")
                .param("publisher", publisher.value())
                .query(Long.class)
                .single();
    }

    Optional<PublisherKey> find(PublisherId publisher, PublisherKeyId id) {
        return jdbc.sql("SELECT * FROM artifacts.publisher_key WHERE publisher_id = :publisher AND id = :id")
                .param("publisher", publisher.value())
                .param("id", id.value())
                .query(PublisherKeyStore::key)
                .optional();
    }

    void confirm(PublisherKeyId id, Instant at, String by) {
        jdbc.sql("UPDATE artifacts.publisher_key SET confirmed_at = :at, confirmed_by = :by WHERE id = :id")
                .param("id", id.value())
                .param("at", Columns.time(at))
                .param("by", by)
                .update();
    }

    void retire(PublisherKeyId id, Instant at) {
        jdbc.sql("UPDATE artifacts.publisher_key SET retired_at = :at WHERE id = :id")
                .param("id", id.value())
                .param("at", Columns.time(at))
                .update();
    }

    void revoke(PublisherKeyId id, Instant at, String by, String reason) {
        jdbc.sql("""
                UPDATE artifacts.publisher_key SET revoked_at = :at, revoked_by = :by, revocation_reason = :reason
                WHERE id = :id""")
                .param("id", id.value())
                .param("at", Columns.time(at))
                .param("by", by)
                .param("reason", reason)
                .update();
    }

    List<PublisherKey> list(PublisherId publisher, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM artifacts.publisher_key
                WHERE publisher_id = :publisher AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("publisher", publisher.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(PublisherKeyStore::key)
                .list();
    }

    /** All keys in force, then the keys that were revoked last, which explain why a signature does not count. */
    List<PublisherKey> listForVerification(PublisherId publisher, int limit) {
        return jdbc.sql("""
                SELECT * FROM artifacts.publisher_key WHERE publisher_id = :publisher
                ORDER BY revoked_at DESC NULLS FIRST, id LIMIT :limit""")
                .param("publisher", publisher.value())
                .param("limit", limit)
                .query(PublisherKeyStore::key)
                .list();
    }

    private static PublisherKey key(ResultSet row, int number) throws SQLException {
        Instant retiredAt = Columns.optionalInstant(row, "retired_at");
        Instant revokedAt = Columns.optionalInstant(row, "revoked_at");
        return new PublisherKey(
                new PublisherKeyId(row.getObject("id", UUID.class)),
                new PublisherId(row.getObject("publisher_id", UUID.class)),
                row.getString("name"),
                PublisherKeyKind.fromWire(row.getString("kind")),
                row.getString("fingerprint"),
                row.getString("pem"),
                state(retiredAt, revokedAt),
                Columns.instant(row, "created_at"),
                row.getString("created_by"),
                retiredAt,
                revokedAt,
                row.getString("revoked_by"),
                row.getString("revocation_reason"),
                Columns.optionalInstant(row, "confirmed_at"),
                row.getString("confirmed_by"));
    }

    static PublisherKeyState state(@Nullable Instant retiredAt, @Nullable Instant revokedAt) {
        if (revokedAt != null) {
            return PublisherKeyState.REVOKED;
        }
        return retiredAt != null ? PublisherKeyState.RETIRED : PublisherKeyState.ACTIVE;
    }
}
