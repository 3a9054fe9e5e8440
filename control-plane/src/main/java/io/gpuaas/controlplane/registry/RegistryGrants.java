package io.gpuaas.controlplane.registry;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.Digests;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TenantId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
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

    record Grant(UUID id, TenantId tenant, Instant expiresAt, Map<UUID, Boolean> pushByRepository) {

        boolean mayRead(Repository repository) {
            return pushByRepository.containsKey(repository.id());
        }

        boolean mayPush(Repository repository) {
            return pushByRepository.getOrDefault(repository.id(), false);
        }
    }

    public Issued issue(TenantId tenant, List<Opened> opened, Instant expiresAt) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        String secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        UUID id = ids.next();
        transaction.executeWithoutResult(status -> {
            jdbc.sql("""
                    INSERT INTO registry.access_grant (id, secret_hash, tenant_id, expires_at, created_at)
                    VALUES (:id, :hash, :tenant, :expires, :now)""")
                    .param("id", id)
                    .param("hash", Digests.sha256(secret))
                    .param("tenant", tenant.value())
                    .param("expires", Columns.time(expiresAt))
                    .param("now", Columns.time(clock.instant()))
                    .update();
            opened.forEach(one -> open(id, one));
        });
        return new Issued(id, secret, expiresAt);
    }

    private void open(UUID grant, Opened opened) {
        int rows = jdbc.sql("""
                INSERT INTO registry.granted_repository (grant_id, repository_id, may_push)
                SELECT :grant, id, :push FROM registry.repository WHERE name = :name""")
                .param("grant", grant)
                .param("push", opened.mayPush())
                .param("name", opened.repository().value())
                .update();
        if (rows != 1) {
            throw new IllegalArgumentException("there is no repository " + opened.repository());
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
        record Row(UUID id, UUID tenant, Instant expiresAt, UUID repository, boolean mayPush) {}
        List<Row> rows = jdbc.sql("""
                SELECT g.id, g.tenant_id, g.expires_at, r.repository_id, r.may_push
                FROM registry.access_grant g JOIN registry.granted_repository r ON r.grant_id = g.id
                WHERE g.secret_hash = :hash""")
                .param("hash", hash)
                .query((row, n) -> new Row(
                        row.getObject("id", UUID.class),
                        row.getObject("tenant_id", UUID.class),
                        Columns.instant(row, "expires_at"),
                        row.getObject("repository_id", UUID.class),
                        row.getBoolean("may_push")))
                .list();
        return rows.stream()
                .findFirst()
                .map(first -> new Grant(
                        first.id(),
                        new TenantId(first.tenant()),
                        first.expiresAt(),
                        rows.stream().collect(Collectors.toUnmodifiableMap(Row::repository, Row::mayPush))));
    }
}
