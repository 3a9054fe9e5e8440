package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.RegistryGrants.Grant;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Opens single manifests of another tenant's repository with everything they refer to, and nothing around them: no tags,
 * no referrers, no other digest. The decision is taken for each request.
 */
@Component
class SharedContent {

    /** From a blob to its image, and from there to an index. */
    private static final int LEVELS = 2;

    private static final int PAGE = 5_000;

    private final SharedManifests shared;
    private final JdbcClient jdbc;

    SharedContent(SharedManifests shared, JdbcClient jdbc) {
        this.shared = shared;
        this.jdbc = jdbc;
    }

    /** Whether the grant may open something of a repository of this name, which need not exist. */
    boolean mayHold(Grant grant, RepositoryName name) {
        return !grant.tenants().isEmpty() && shared.mayShare(grant.tenants(), name);
    }

    /** Whether the manifest or blob is, or is part of, a manifest that is open to the grant. */
    boolean isOpen(Grant grant, Repository repository, ContentDigest digest) {
        return !repository.allowsTags()
                && isPartOfAny(
                        repository,
                        digest,
                        roots -> shared.isAnyOpen(grant.caller(), grant.tenants(), repository.name(), roots));
    }

    private boolean isPartOfAny(Repository repository, ContentDigest digest, Predicate<List<ContentDigest>> isAnyOpen) {
        String after = "";
        while (true) {
            List<ContentDigest> roots = roots(repository, digest, after);
            if (roots.isEmpty()) {
                return false;
            }
            if (isAnyOpen.test(roots)) {
                return true;
            }
            if (roots.size() < PAGE) {
                return false;
            }
            after = roots.getLast().toString();
        }
    }

    /** The manifests that are the digest or refer to it, in the order of their digests. */
    private List<ContentDigest> roots(Repository repository, ContentDigest digest, String after) {
        return jdbc.sql("""
                WITH RECURSIVE up (digest, level) AS (
                    SELECT CAST(:digest AS text), 0
                    UNION
                    SELECT c.parent, up.level + 1 FROM up JOIN registry.manifest_child c
                        ON c.repository_id = :repository AND c.child = up.digest
                    WHERE up.level < :levels)
                SELECT DISTINCT m.digest FROM up JOIN registry.manifest m
                    ON m.repository_id = :repository AND m.digest = up.digest
                WHERE m.digest > :after ORDER BY m.digest LIMIT :limit""")
                .param("digest", digest.toString())
                .param("repository", repository.id())
                .param("levels", LEVELS)
                .param("after", after)
                .param("limit", PAGE)
                .query((row, n) -> ContentDigest.find(row.getString("digest")).orElseThrow())
                .list();
    }
}
