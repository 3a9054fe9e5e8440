package io.gpuaas.controlplane.registry;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TenantId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Issues and checks the secrets with which OCI clients reach repositories. There is no other way in. */
@Component
public class RegistryGrants {

    private static final String PREFIX = "gpr_";
    private static final int SECRET_BYTES = 32;
    private static final int CACHED_MAX = 10_000;

    /** A revoked grant works for at most this long in other processes. */
    private static final Duration CACHED_FOR = Duration.ofSeconds(2);

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final Cache<ByteBuffer, Optional<Grant>> cache = Caffeine.newBuilder()
            .maximumSize(CACHED_MAX)
            .expireAfterWrite(CACHED_FOR)
            .build();

    RegistryGrants(JdbcClient jdbc, TransactionTemplate transaction, IdSource ids, Clock clock) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    /** One repository that a grant opens, for reading or also for pushing. */
    public record Opened(RepositoryName repository, boolean mayPush) {}

    /** A new grant. The secret is not stored and cannot be shown again. */
    public record Issued(UUID id, String secret, Instant expiresAt) {}

    /** The permanent repositories of the tenants may be read; the repositories named may be read, some also pushed to. */
    record Grant(
            TenantId tenant,
            Caller caller,
            Instant expiresAt,
            Map<UUID, Boolean> pushByRepository,
            Set<TenantId> tenants) {

        boolean mayRead(Repository repository) {
            return pushByRepository.containsKey(repository.id())
                    || (!repository.allowsTags() && tenants.contains(repository.tenant()));
        }

        boolean mayPush(Repository repository) {
            return pushByRepository.getOrDefault(repository.id(), false);
        }
    }

    /** Pushing is granted only to repositories of the tenant itself. */
    public Issued issue(TenantId tenant, List<Opened> opened, Instant expiresAt) {
        Caller caller = Call.findCurrent().map(Call::caller).orElse(Caller.SYSTEM);
        return issue(tenant, caller, opened, Set.of(), expiresAt);
    }

    /** A grant to read all permanent repositories of some tenants. */
    Issued issueForReading(Caller caller, Set<TenantId> tenants, Instant expiresAt) {
        return issue(tenants.iterator().next(), caller, List.of(), tenants, expiresAt);
    }

    private Issued issue(
            TenantId tenant, Caller caller, List<Opened> opened, Set<TenantId> tenants, Instant expiresAt) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        String secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        UUID id = ids.next();
        transaction.executeWithoutResult(status -> {
            jdbc.sql("""
                    INSERT INTO registry.access_grant (id, secret_hash, tenant_id, expires_at, created_at,
                        caller_id, caller_kind, caller_name)
                    VALUES (:id, :hash, :tenant, :expires, :now, :caller, :kind, :name)""")
                    .param("id", id)
                    .param("hash", Digests.sha256(secret))
                    .param("tenant", tenant.value())
                    .param("expires", Columns.time(expiresAt))
                    .param("now", Columns.time(clock.instant()))
                    .param("caller", caller.id())
                    .param("kind", caller.kind().name())
                    .param("name", caller.displayName())
                    .update();
            opened.forEach(one -> open(id, tenant, one));
            tenants.forEach(one -> jdbc.sql(
                            "INSERT INTO registry.granted_tenant (grant_id, tenant_id) VALUES (:grant, :tenant)")
                    .param("grant", id)
                    .param("tenant", one.value())
                    .update());
        });
        return new Issued(id, secret, expiresAt);
    }

    private void open(UUID grant, TenantId tenant, Opened opened) {
        int rows = jdbc.sql("""
                INSERT INTO registry.granted_repository (grant_id, repository_id, may_push)
                SELECT :grant, id, :push FROM registry.repository
                WHERE name = :name AND (tenant_id = :tenant OR NOT :push)""")
                .param("tenant", tenant.value())
                .param("grant", grant)
                .param("push", opened.mayPush())
                .param("name", opened.repository().value())
                .update();
        if (rows != 1) {
            throw new IllegalArgumentException("the tenant has no repository " + opened.repository());
        }
    }

    public void revoke(UUID grant) {
        jdbc.sql("DELETE FROM registry.access_grant WHERE id = :id")
                .param("id", grant)
                .update();
        cache.invalidateAll();
    }

    /** Finds the grant of a secret; anything that does not look like one of our secrets costs no query. */
    Optional<Grant> find(String secret) {
        if (!secret.startsWith(PREFIX) || secret.length() > 100) {
            return Optional.empty();
        }
        byte[] hash = Digests.sha256(secret);
        return cache.get(ByteBuffer.wrap(hash), key -> load(hash))
                .filter(grant -> grant.expiresAt().isAfter(clock.instant()));
    }

    private Optional<Grant> load(byte[] hash) {
        record Row(UUID id, TenantId tenant, Caller caller, Instant expiresAt) {}
        return jdbc.sql("SELECT * FROM registry.access_grant WHERE secret_hash = :hash")
                .param("hash", hash)
                .query((row, n) -> new Row(
                        row.getObject("id", UUID.class),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        caller(row),
                        Columns.instant(row, "expires_at")))
                .optional()
                .map(found -> new Grant(
                        found.tenant(),
                        found.caller(),
                        found.expiresAt(),
                        repositories(found.id()),
                        tenants(found.id())));
    }

    /** Grants of earlier releases have no caller. */
    private static Caller caller(ResultSet row) throws SQLException {
        String id = row.getString("caller_id");
        return id == null
                ? Caller.SYSTEM
                : new Caller(id, Caller.Kind.valueOf(row.getString("caller_kind")), row.getString("caller_name"));
    }

    private Map<UUID, Boolean> repositories(UUID grant) {
        Map<UUID, Boolean> found = new HashMap<>();
        jdbc.sql("SELECT repository_id, may_push FROM registry.granted_repository WHERE grant_id = :grant")
                .param("grant", grant)
                .query(row -> {
                    found.put(row.getObject("repository_id", UUID.class), row.getBoolean("may_push"));
                });
        return Map.copyOf(found);
    }

    private Set<TenantId> tenants(UUID grant) {
        return Set.copyOf(jdbc.sql("SELECT tenant_id FROM registry.granted_tenant WHERE grant_id = :grant")
                .param("grant", grant)
                .query((row, n) -> new TenantId(row.getObject("tenant_id", UUID.class)))
                .list());
    }
}
