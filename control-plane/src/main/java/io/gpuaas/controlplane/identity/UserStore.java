package io.gpuaas.controlplane.identity;

import io.gpuaas.api.PlatformRole;
import io.gpuaas.api.User;
import io.gpuaas.api.UserState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.PrincipalId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stores people, without their usernames: the embedded issuer keeps those with the passwords. */
@Component
class UserStore {

    private static final String USER = """
            SELECT p.id, p.display_name, p.email, p.disabled_at, p.created_at, ARRAY(
                SELECT b.role FROM identity.role_binding b
                WHERE b.principal_id = p.id AND b.tenant_id IS NULL ORDER BY b.role) AS platform_roles
            FROM identity.principal p WHERE p.kind = 'user'
            """;

    private final JdbcClient jdbc;

    UserStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<User> find(PrincipalId id) {
        return jdbc.sql(USER + " AND p.id = :id")
                .param("id", id.value())
                .query(UserStore::user)
                .optional();
    }

    List<User> list(@Nullable UUID before, int limit) {
        return jdbc.sql(USER + " AND (:before::uuid IS NULL OR p.id < :before::uuid) ORDER BY p.id DESC LIMIT :limit")
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(UserStore::user)
                .list();
    }

    boolean emailKnown(String email) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM identity.principal WHERE email = :email)")
                .param("email", email)
                .query(Boolean.class)
                .single();
    }

    void setEmail(PrincipalId id, String email) {
        try {
            jdbc.sql("UPDATE identity.principal SET email = :email WHERE id = :id")
                    .param("email", email)
                    .param("id", id.value())
                    .update();
        } catch (DuplicateKeyException e) {
            throw IdentityErrors.emailTaken();
        }
    }

    void disable(PrincipalId id, Instant now, String reason) {
        jdbc.sql("""
                UPDATE identity.principal SET disabled_at = coalesce(disabled_at, :now), disabled_reason = :reason
                WHERE id = :id""")
                .param("now", Columns.time(now))
                .param("reason", reason)
                .param("id", id.value())
                .update();
    }

    void enable(PrincipalId id) {
        jdbc.sql("UPDATE identity.principal SET disabled_at = NULL, disabled_reason = NULL WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    /** Serializes changes of platform roles, so that two of them cannot remove the last administrator together. */
    void lockPlatformRoles() {
        jdbc.sql("SELECT pg_advisory_xact_lock(hashtext('identity.platform_roles'))")
                .query(row -> {});
    }

    /** Locks the person's row first, which an invitation of theirs holds while it is accepted. */
    void setPlatformRoles(PrincipalId id, List<PlatformRole> roles) {
        jdbc.sql("SELECT 1 FROM identity.principal WHERE id = :id FOR NO KEY UPDATE")
                .param("id", id.value())
                .query(row -> {});
        jdbc.sql("DELETE FROM identity.role_binding WHERE principal_id = :id AND tenant_id IS NULL")
                .param("id", id.value())
                .update();
        jdbc.sql("INSERT INTO identity.role_binding (principal_id, role) SELECT DISTINCT :id, unnest(:roles)")
                .param("id", id.value())
                .param("roles", roles.stream().map(PlatformRole::wire).toArray(String[]::new), Types.ARRAY)
                .update();
    }

    boolean hasActiveAdminBesides(PrincipalId id) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM identity.role_binding b JOIN identity.principal p ON p.id = b.principal_id
                    WHERE b.role = 'platform_admin' AND b.tenant_id IS NULL AND p.disabled_at IS NULL AND p.id <> :id)""").param("id", id.value()).query(Boolean.class).single();
    }

    private static User user(ResultSet row, int number) throws SQLException {
        return new User(
                new PrincipalId(row.getObject("id", UUID.class)),
                row.getString("display_name"),
                null,
                row.getString("email"),
                row.getObject("disabled_at") == null ? UserState.ACTIVE : UserState.DISABLED,
                Objects.requireNonNull(Columns.optionalTexts(row, "platform_roles")).stream()
                        .map(PlatformRole::fromWire)
                        .toList(),
                Columns.instant(row, "created_at"));
    }
}
