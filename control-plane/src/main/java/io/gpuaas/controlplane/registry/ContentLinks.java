package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.platform.Columns;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Copies links from one repository to another; the content itself is stored once. */
@Component
class ContentLinks {

    /** Everything that the manifests refer to, and manifests that name one of them as their subject. */
    private static final String REACHED = """
            WITH RECURSIVE reached (digest) AS (
                SELECT unnest(:digests)
                UNION
                SELECT next.digest FROM reached CROSS JOIN LATERAL (
                    SELECT c.child AS digest FROM registry.manifest_child c
                    WHERE c.repository_id = :from AND c.parent = reached.digest
                    UNION ALL
                    SELECT m.digest FROM registry.manifest m
                    WHERE m.repository_id = :from AND m.subject = reached.digest) next)
            """;

    private final JdbcClient jdbc;

    ContentLinks(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The stored sizes of those blobs that the repository links to. */
    Map<ContentDigest, Long> sizes(Repository repository, Collection<ContentDigest> blobs) {
        Map<ContentDigest, Long> sizes = new HashMap<>();
        jdbc.sql("""
                SELECT l.digest, b.size FROM registry.repository_blob l JOIN registry.blob b ON b.digest = l.digest
                WHERE l.repository_id = :repository AND l.digest = ANY (:digests)""")
                .param("repository", repository.id())
                .param("digests", texts(blobs))
                .query((ResultSet row) -> {
                    long size = row.getLong("size");
                    ContentDigest.find(row.getString("digest")).ifPresent(digest -> sizes.put(digest, size));
                });
        return sizes;
    }

    /** How many manifests come along because they name a subject, and their bytes. */
    record Referrers(long count, long bytes) {}

    Referrers referrers(Repository repository, ContentDigest manifest) {
        return jdbc.sql(REACHED + """
                SELECT count(*), coalesce(sum(octet_length(m.bytes)), 0)
                FROM registry.manifest m JOIN reached r ON r.digest = m.digest
                WHERE m.repository_id = :from AND m.subject IS NOT NULL""")
                .param("digests", texts(List.of(manifest)))
                .param("from", repository.id())
                .query((row, n) -> new Referrers(row.getLong(1), row.getLong(2)))
                .single();
    }

    /** Lists the referrers of a manifest, without those that are kept, that are beyond the newest few. */
    List<ContentDigest> listSurplus(
            Repository repository, ContentDigest manifest, Collection<ContentDigest> kept, int max, long bytesMax) {
        return jdbc.sql(REACHED + """
                SELECT digest FROM (
                    SELECT m.digest, row_number() OVER newest AS place, sum(octet_length(m.bytes)) OVER newest AS total
                    FROM registry.manifest m JOIN reached r ON r.digest = m.digest
                    WHERE m.repository_id = :from AND m.subject IS NOT NULL AND m.digest <> :manifest
                        AND m.digest <> ALL (:kept)
                    WINDOW newest AS (ORDER BY m.pushed_at DESC, m.digest)) AS ranked
                WHERE place > :max OR total > :bytes""")
                .param("digests", texts(List.of(manifest)))
                .param("manifest", manifest.toString())
                .param("from", repository.id())
                .param("kept", texts(kept))
                .param("max", max)
                .param("bytes", bytesMax)
                .query((row, n) -> ContentDigest.find(row.getString("digest")).orElseThrow())
                .list();
    }

    /** Removes manifests, and the links to blobs that no other manifest of the repository refers to. */
    void drop(Repository repository, Collection<ContentDigest> manifests) {
        jdbc.sql("""
                WITH orphans AS (
                    SELECT c.child FROM registry.manifest_child c
                    WHERE c.repository_id = :repository AND c.parent = ANY (:manifests) AND NOT EXISTS (
                        SELECT 1 FROM registry.manifest_child o
                        WHERE o.repository_id = :repository AND o.child = c.child AND o.parent <> ALL (:manifests))),
                dropped AS (
                    DELETE FROM registry.manifest WHERE repository_id = :repository AND digest = ANY (:manifests))
                DELETE FROM registry.repository_blob
                WHERE repository_id = :repository AND digest IN (SELECT child FROM orphans)""")
                .param("repository", repository.id())
                .param("manifests", texts(manifests))
                .update();
    }

    void copy(Repository from, Repository to, Collection<ContentDigest> manifests, Instant now) {
        run("""
                INSERT INTO registry.repository_blob (repository_id, digest, linked_at)
                SELECT :to, l.digest, :now FROM registry.repository_blob l JOIN reached r ON r.digest = l.digest
                WHERE l.repository_id = :from ON CONFLICT DO NOTHING""", from, to, manifests, now);
        run("""
                INSERT INTO registry.manifest (repository_id, digest, media_type, artifact_type, subject, annotations, bytes,
                    platform, pushed_at)
                SELECT :to, m.digest, m.media_type, m.artifact_type, m.subject, m.annotations, m.bytes, m.platform, :now
                FROM registry.manifest m JOIN reached r ON r.digest = m.digest
                WHERE m.repository_id = :from ON CONFLICT DO NOTHING""", from, to, manifests, now);
        run("""
                INSERT INTO registry.manifest_child (repository_id, parent, child)
                SELECT :to, c.parent, c.child FROM registry.manifest_child c JOIN reached r ON r.digest = c.parent
                WHERE c.repository_id = :from ON CONFLICT DO NOTHING""", from, to, manifests, now);
    }

    private void run(String insert, Repository from, Repository to, Collection<ContentDigest> manifests, Instant now) {
        jdbc.sql(REACHED + insert)
                .param("digests", texts(manifests))
                .param("from", from.id())
                .param("to", to.id())
                .param("now", Columns.time(now))
                .update();
    }

    private static String[] texts(Collection<ContentDigest> digests) {
        return digests.stream().map(ContentDigest::toString).toArray(String[]::new);
    }
}
