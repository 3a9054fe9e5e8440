package io.gpuaas.controlplane.identity;

import io.gpuaas.api.AccessToken;
import io.gpuaas.controlplane.identity.Authenticated.RoleBinding;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AccessTokenId;
import io.gpuaas.kernel.KeyId;
import io.gpuaas.kernel.PrincipalId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
public class AccessTokenStore {

    private static final Duration LAST_USED_PRECISION = Duration.ofMinutes(1);

    private final JdbcClient jdbc;
    private final IdentityStore principals;

    AccessTokenStore(JdbcClient jdbc, IdentityStore principals) {
        this.jdbc = jdbc;
        this.principals = principals;
    }

    /** A token to be kept. One with a name is a person's own; one with a key was minted for a machine. */
    public record NewToken(
            AccessTokenId id,
            PrincipalId principal,
            @Nullable String name,
            @Nullable List<String> scopes,
            @Nullable KeyId keyId,
            Instant createdAt,
            @Nullable Instant expiresAt) {}

    void add(NewToken token, byte[] digest) {
        jdbc.sql("""
                INSERT INTO identity.access_token (id, token_hash, principal_id, name, scopes, key_id, created_at, expires_at)
                VALUES (:id, :digest, :principal, :name, :scopes, :key, :at, :expires)""")
                .param("id", token.id().value())
                .param("digest", digest)
                .param("principal", token.principal().value())
                .param("name", token.name(), Types.VARCHAR)
                .param("scopes", token.scopes() == null ? null : token.scopes().toArray(String[]::new), Types.ARRAY)
                .param("key", token.keyId() == null ? null : token.keyId().value(), Types.OTHER)
                .param("at", Columns.time(token.createdAt()))
                .param("expires", Columns.optionalTime(token.expiresAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .update();
    }

    /** A token that is good now, and until when. */
    record Verified(
            Authenticated who,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt) {

        boolean validAt(Instant now) {
            return expiresAt == null || now.isBefore(expiresAt);
        }

        boolean useShouldBeNoted(Instant now) {
            return lastUsedAt == null || lastUsedAt.isBefore(now.minus(LAST_USED_PRECISION));
        }
    }

    /** Neither expired nor revoked, of a key and a service account that are in force. */
    Optional<Verified> verify(byte[] digest, Instant now) {
        return jdbc.sql("""
                SELECT p.id, p.kind, p.display_name, t.scopes, t.last_used_at, least(t.expires_at, k.expires_at) AS expires_at,
                    s.scopes AS machine_scopes, s.project_id, j.tenant_id
                FROM identity.access_token t
                JOIN identity.principal p ON p.id = t.principal_id
                LEFT JOIN identity.revocation r ON r.principal_id = p.id
                LEFT JOIN identity.service_account s ON s.principal_id = p.id
                LEFT JOIN identity.project j ON j.id = s.project_id
                LEFT JOIN identity.service_account_key k ON k.id = t.key_id
                WHERE t.token_hash = :digest AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > :now)
                  AND p.disabled_at IS NULL AND (p.kind = 'user' OR (s.principal_id IS NOT NULL AND NOT s.disabled))
                  AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > :now)
                  AND (r.revoked_before IS NULL OR t.created_at >= r.revoked_before)""")
                .param("digest", digest)
                .param("now", Columns.time(now))
                .query(AccessTokenStore::holder)
                .optional()
                .map(this::verified);
    }

    /** The principal behind a token; with a machine's role when it is a service account. */
    private record Holder(
            Caller caller,
            @Nullable RoleBinding machineRole,
            @Nullable Set<String> scopes,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt) {}

    private static Holder holder(ResultSet row, int number) throws SQLException {
        List<String> machineScopes = Columns.optionalTexts(row, "machine_scopes");
        return new Holder(
                new Caller(
                        row.getString("id"),
                        Caller.Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
                        row.getString("display_name")),
                machineScopes == null ? null : IdentityStore.machineRole(row),
                narrower(Columns.optionalTexts(row, "scopes"), machineScopes),
                Columns.optionalInstant(row, "expires_at"),
                Columns.optionalInstant(row, "last_used_at"));
    }

    /** After the first query gave its connection back: holding one while asking for another can starve the pool. */
    private Verified verified(Holder holder) {
        List<RoleBinding> bindings = holder.machineRole() == null
                ? principals.bindings(UUID.fromString(holder.caller().id()))
                : List.of(holder.machineRole());
        return new Verified(
                new Authenticated(holder.caller(), bindings, holder.scopes()), holder.expiresAt(), holder.lastUsedAt());
    }

    /** The intersection of both; null means no narrowing. */
    private static @Nullable Set<String> narrower(@Nullable List<String> one, @Nullable List<String> other) {
        if (one == null || other == null) {
            List<String> only = one == null ? other : one;
            return only == null ? null : Set.copyOf(only);
        }
        return one.stream().filter(other::contains).collect(Collectors.toUnmodifiableSet());
    }

    /** Skipped when a concurrent request is writing it: exactness is not worth the wait. */
    void noteUse(byte[] digest, Instant now) {
        jdbc.sql("""
                UPDATE identity.access_token SET last_used_at = :now WHERE token_hash IN (
                    SELECT token_hash FROM identity.access_token
                    WHERE token_hash = :digest AND (last_used_at IS NULL OR last_used_at < :before)
                    FOR UPDATE SKIP LOCKED)""")
                .param("digest", digest)
                .param("now", Columns.time(now))
                .param("before", Columns.time(now.minus(LAST_USED_PRECISION)))
                .update();
    }

    /** Serializes the creation of tokens for one person, so that concurrent requests cannot exceed the limit. */
    void lock(PrincipalId person) {
        jdbc.sql("SELECT 1 FROM identity.principal WHERE id = :id FOR NO KEY UPDATE")
                .param("id", person.value())
                .query(row -> {});
    }

    long countLive(PrincipalId person, Instant now) {
        return jdbc.sql("""
                SELECT count(*) FROM identity.access_token
                WHERE principal_id = :id AND name IS NOT NULL AND revoked_at IS NULL AND expires_at > :now""")
                .param("id", person.value())
                .param("now", Columns.time(now))
                .query(Long.class)
                .single();
    }

    List<AccessToken> list(PrincipalId person, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM identity.access_token
                WHERE principal_id = :person AND name IS NOT NULL AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("person", person.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(AccessTokenStore::token)
                .list();
    }

    /** Revoking twice keeps the first time. */
    Optional<AccessToken> revoke(PrincipalId person, AccessTokenId id, Instant now) {
        return jdbc.sql("""
                UPDATE identity.access_token SET revoked_at = coalesce(revoked_at, :now)
                WHERE id = :id AND principal_id = :person AND name IS NOT NULL RETURNING *""")
                .param("id", id.value())
                .param("person", person.value())
                .param("now", Columns.time(now))
                .query(AccessTokenStore::token)
                .optional();
    }

    int deleteMintedExpiredBefore(Instant time, int batch) {
        return delete("key_id IS NOT NULL AND expires_at < :time", time, batch);
    }

    int deleteExpiredBefore(Instant time, int batch) {
        return delete("expires_at < :time", time, batch);
    }

    private int delete(String condition, Instant time, int batch) {
        return jdbc.sql("DELETE FROM identity.access_token WHERE token_hash = ANY (ARRAY("
                        + "SELECT token_hash FROM identity.access_token WHERE " + condition + " LIMIT :batch))")
                .param("time", Columns.time(time))
                .param("batch", batch)
                .update();
    }

    private static AccessToken token(ResultSet row, int number) throws SQLException {
        return new AccessToken(
                new AccessTokenId(row.getObject("id", UUID.class)),
                row.getString("name"),
                Columns.optionalTexts(row, "scopes"),
                Columns.instant(row, "created_at"),
                Columns.instant(row, "expires_at"),
                Columns.optionalInstant(row, "last_used_at"),
                Columns.optionalInstant(row, "revoked_at"));
    }
}
