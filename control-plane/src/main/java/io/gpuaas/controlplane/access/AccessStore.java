package io.gpuaas.controlplane.access;

import io.gpuaas.api.SshKey;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.SshKeyId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class AccessStore {

    private final JdbcClient jdbc;

    AccessStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Serializes new keys of this user until the transaction ends, so that the count stays true. */
    void lockKeysOf(PrincipalId user) {
        jdbc.sql("SELECT pg_advisory_xact_lock(7304, hashtext(:user))")
                .param("user", user.toString())
                .query()
                .singleRow();
    }

    long count(PrincipalId user) {
        return jdbc.sql("SELECT count(*) FROM access.ssh_key WHERE principal_id = :user")
                .param("user", user.value())
                .query(Long.class)
                .single();
    }

    /** False when some user has a key with this fingerprint. */
    boolean add(PrincipalId user, SshKey key) {
        return jdbc.sql("""
                INSERT INTO access.ssh_key
                    (id, principal_id, name, type, bits, fingerprint, comment, public_key, created_at)
                VALUES (:id, :user, :name, :type, :bits, :fingerprint, :comment, :publicKey, :at)
                ON CONFLICT (fingerprint) DO NOTHING""")
                        .param("id", key.id().value())
                        .param("user", user.value())
                        .param("name", key.name())
                        .param("type", key.type())
                        .param("bits", key.bits())
                        .param("fingerprint", key.fingerprint())
                        .param("comment", key.comment())
                        .param("publicKey", key.publicKey())
                        .param("at", key.createdAt().atOffset(ZoneOffset.UTC))
                        .update()
                == 1;
    }

    Optional<SshKey> find(PrincipalId user, SshKeyId id) {
        return jdbc.sql("SELECT * FROM access.ssh_key WHERE id = :id AND principal_id = :user")
                .param("id", id.value())
                .param("user", user.value())
                .query(AccessStore::sshKey)
                .optional();
    }

    Optional<SshKey> find(PrincipalId user, String fingerprint) {
        return jdbc.sql("SELECT * FROM access.ssh_key WHERE fingerprint = :fingerprint AND principal_id = :user")
                .param("fingerprint", fingerprint)
                .param("user", user.value())
                .query(AccessStore::sshKey)
                .optional();
    }

    List<SshKey> list(PrincipalId user) {
        return jdbc.sql("SELECT * FROM access.ssh_key WHERE principal_id = :user ORDER BY id DESC")
                .param("user", user.value())
                .query(AccessStore::sshKey)
                .list();
    }

    List<SshKey> list(PrincipalId user, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM access.ssh_key
                WHERE principal_id = :user AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("user", user.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(AccessStore::sshKey)
                .list();
    }

    Optional<SshKey> rename(PrincipalId user, SshKeyId id, String name) {
        return jdbc.sql("UPDATE access.ssh_key SET name = :name WHERE id = :id AND principal_id = :user RETURNING *")
                .param("name", name)
                .param("id", id.value())
                .param("user", user.value())
                .query(AccessStore::sshKey)
                .optional();
    }

    Optional<SshKey> remove(PrincipalId user, SshKeyId id) {
        return jdbc.sql("DELETE FROM access.ssh_key WHERE id = :id AND principal_id = :user RETURNING *")
                .param("id", id.value())
                .param("user", user.value())
                .query(AccessStore::sshKey)
                .optional();
    }

    private static SshKey sshKey(ResultSet row, int number) throws SQLException {
        return new SshKey(
                new SshKeyId(row.getObject("id", UUID.class)),
                row.getString("name"),
                row.getString("type"),
                row.getInt("bits"),
                row.getString("fingerprint"),
                row.getString("comment"),
                row.getString("public_key"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }
}
