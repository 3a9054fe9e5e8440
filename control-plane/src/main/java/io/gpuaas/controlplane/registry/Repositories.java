package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.registry.RegistryGrants.Grant;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Creates and removes repositories. Callers decide who may have one. */
@Component
public class Repositories {

    private static final int MANIFESTS_PER_BATCH = 500;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    Repositories(JdbcClient jdbc, TransactionTemplate transaction, IdSource ids, Clock clock) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    /** Creates a repository for pushes, with tags, that is removed after the given time. */
    public void createForPush(RepositoryName name, TenantId tenant, Instant expiresAt) {
        if (!insert(name, tenant, true, expiresAt)) {
            throw new IllegalArgumentException("there is already a repository " + name);
        }
    }

    /**
     * Creates a repository that is read by digest and stays until it is deleted, if it does not exist yet. Refuses a name
     * that another tenant has.
     */
    public void createPermanent(RepositoryName name, TenantId tenant) {
        if (!insert(name, tenant, false, null) && !isPermanentOf(name, tenant)) {
            throw new IllegalArgumentException("the repository " + name + " belongs to another tenant");
        }
    }

    private boolean isPermanentOf(RepositoryName name, TenantId tenant) {
        return find(name)
                .filter(found -> found.tenant().equals(tenant) && !found.allowsTags())
                .isPresent();
    }

    private boolean insert(RepositoryName name, TenantId tenant, boolean allowsTags, @Nullable Instant expiresAt) {
        return jdbc.sql("""
                INSERT INTO registry.repository (id, name, tenant_id, allows_tags, expires_at, created_at)
                VALUES (:id, :name, :tenant, :tags, :expires, :now) ON CONFLICT (name) DO NOTHING""")
                        .param("id", ids.next())
                        .param("name", name.value())
                        .param("tenant", tenant.value())
                        .param("tags", allowsTags)
                        .param("expires", Columns.optionalTime(expiresAt))
                        .param("now", Columns.time(clock.instant()))
                        .update()
                == 1;
    }

    Optional<Repository> find(RepositoryName name) {
        return jdbc.sql("""
                SELECT * FROM registry.repository WHERE name = :name AND (expires_at IS NULL OR expires_at > :now)""")
                .param("name", name.value())
                .param("now", Columns.time(clock.instant()))
                .query(Repositories::repository)
                .optional();
    }

    /** A repository that has the blob and that the grant lets its holder read. */
    Optional<Repository> findReadable(Grant grant, ContentDigest blob) {
        return jdbc.sql("""
                SELECT r.* FROM registry.repository_blob l JOIN registry.repository r ON r.id = l.repository_id
                WHERE l.digest = :digest AND (r.expires_at IS NULL OR r.expires_at > :now)
                    AND (r.id = ANY(:named) OR (NOT r.allows_tags AND r.tenant_id = ANY(:tenants)))
                LIMIT 1""")
                .param("digest", blob.toString())
                .param("now", Columns.time(clock.instant()))
                .param("named", grant.pushByRepository().keySet().toArray(UUID[]::new))
                .param("tenants", grant.tenants().stream().map(TenantId::value).toArray(UUID[]::new))
                .query(Repositories::repository)
                .optional()
                .filter(grant::mayRead);
    }

    private static Repository repository(ResultSet row, int number) throws SQLException {
        return new Repository(
                row.getObject("id", UUID.class),
                new RepositoryName(row.getString("name")),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                row.getBoolean("allows_tags"));
    }

    /** Keeps a repository that exists from changing and from going until the transaction ends. */
    boolean lock(RepositoryName name) {
        return jdbc.sql("""
                SELECT id FROM registry.repository WHERE name = :name AND (expires_at IS NULL OR expires_at > :now)
                FOR UPDATE""")
                .param("name", name.value())
                .param("now", Columns.time(clock.instant()))
                .query((row, n) -> true)
                .optional()
                .isPresent();
    }

    /**
     * Keeps a repository until the transaction ends; others may do so too. Locks are taken in the order quota, repository,
     * upload, blob.
     */
    void share(Repository repository) {
        boolean isThere = jdbc.sql("SELECT 1 FROM registry.repository WHERE id = :id FOR KEY SHARE")
                .param("id", repository.id())
                .query((row, n) -> true)
                .optional()
                .isPresent();
        if (!isThere) {
            throw RegistryException.nameUnknown();
        }
    }

    /** Removes a repository with its manifests and tags. Blobs that nothing links to any more are collected later. */
    public void delete(RepositoryName name) {
        // Also one that has expired, which find no longer shows.
        jdbc.sql("SELECT id FROM registry.repository WHERE name = :name")
                .param("name", name.value())
                .query((row, n) -> row.getObject("id", UUID.class))
                .optional()
                .ifPresent(this::delete);
    }

    /** Removes the manifests of a repository that has expired, in short transactions. Callers have no transaction open. */
    public void clearExpired(RepositoryName name) {
        jdbc.sql("SELECT id FROM registry.repository WHERE name = :name")
                .param("name", name.value())
                .query((row, n) -> row.getObject("id", UUID.class))
                .optional()
                .ifPresent(this::clearExpired);
    }

    void deleteExpired(UUID repository) {
        clearExpired(repository);
        delete(repository);
    }

    private void clearExpired(UUID repository) {
        int deleted;
        do {
            deleted = deleteManifests(repository);
        } while (deleted >= MANIFESTS_PER_BATCH && !Thread.currentThread().isInterrupted());
    }

    private int deleteManifests(UUID repository) {
        Integer deleted = transaction.execute(status -> {
            // A request that found the repository before it expired ends first.
            boolean isExpired = jdbc.sql(
                            "SELECT 1 FROM registry.repository WHERE id = :id AND expires_at <= :now FOR UPDATE")
                    .param("id", repository)
                    .param("now", Columns.time(clock.instant()))
                    .query((row, n) -> true)
                    .optional()
                    .isPresent();
            if (!isExpired) {
                return 0;
            }
            return jdbc.sql("""
                    DELETE FROM registry.manifest WHERE repository_id = :id AND digest IN (
                        SELECT digest FROM registry.manifest WHERE repository_id = :id LIMIT :limit)""")
                    .param("id", repository)
                    .param("limit", MANIFESTS_PER_BATCH)
                    .update();
        });
        return deleted == null ? 0 : deleted;
    }

    void delete(UUID repository) {
        transaction.executeWithoutResult(status -> {
            jdbc.sql("SELECT 1 FROM registry.repository WHERE id = :id FOR UPDATE")
                    .param("id", repository)
                    .query((row, n) -> true)
                    .list();
            // Of two repositories that end at once, the second must see that the first one's links are gone.
            jdbc.sql("""
                    SELECT 1 FROM registry.blob WHERE digest IN (
                        SELECT digest FROM registry.repository_blob WHERE repository_id = :id)
                    ORDER BY digest FOR NO KEY UPDATE""").param("id", repository).query((row, n) -> true).list();
            jdbc.sql("""
                    UPDATE registry.blob b SET unlinked_at = :now
                    WHERE digest IN (SELECT digest FROM registry.repository_blob WHERE repository_id = :id)
                        AND NOT EXISTS (SELECT 1 FROM registry.repository_blob o
                            WHERE o.digest = b.digest AND o.repository_id <> :id)""")
                    .param("now", Columns.time(clock.instant()))
                    .param("id", repository)
                    .update();
            jdbc.sql("DELETE FROM registry.repository WHERE id = :id")
                    .param("id", repository)
                    .update();
        });
    }
}
