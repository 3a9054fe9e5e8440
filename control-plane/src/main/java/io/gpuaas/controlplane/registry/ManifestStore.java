package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.platform.Columns;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The rows of manifests, of what they refer to, and of tags. */
@Component
class ManifestStore {

    static final int REFERRER_PAGE_BYTES_MAX = 4 << 20;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JdbcClient jdbc;

    ManifestStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A manifest as it came. */
    static final class Manifest {

        private final ContentDigest digest;
        private final String mediaType;
        private final byte[] bytes;

        Manifest(ContentDigest digest, String mediaType, byte[] bytes) {
            this.digest = digest;
            this.mediaType = mediaType;
            this.bytes = bytes;
        }

        ContentDigest digest() {
            return digest;
        }

        String mediaType() {
            return mediaType;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    /** A manifest that names another one as its subject. Annotations are JSON. */
    record Referrer(
            String digest,
            String mediaType,
            int size,
            @Nullable String artifactType,
            @Nullable String annotations) {}

    /** False when the repository has the manifest already. */
    boolean put(
            Repository repository,
            ContentDigest digest,
            ManifestDocument document,
            @Nullable String platform,
            byte[] bytes,
            Instant now) {
        int added = jdbc.sql("""
                INSERT INTO registry.manifest (repository_id, digest, media_type, artifact_type, subject, annotations, bytes,
                    platform, pushed_at)
                VALUES (:repository, :digest, :type, :artifact, :subject, CAST(:annotations AS jsonb), :bytes, :platform, :now)
                ON CONFLICT (repository_id, digest) DO NOTHING""")
                .param("repository", repository.id())
                .param("digest", digest.toString())
                .param("type", document.mediaType())
                .param("artifact", document.artifactType())
                .param(
                        "subject",
                        document.subject() == null ? null : document.subject().toString())
                .param(
                        "annotations",
                        document.annotations().isEmpty() ? null : JSON.writeValueAsString(document.annotations()))
                .param("bytes", bytes)
                .param("platform", platform)
                .param("now", Columns.time(now))
                .update();
        jdbc.sql("""
                INSERT INTO registry.manifest_child (repository_id, parent, child)
                SELECT :repository, :parent, child FROM unnest(:children) AS child ON CONFLICT DO NOTHING""")
                .param("repository", repository.id())
                .param("parent", digest.toString())
                .param(
                        "children",
                        java.util.stream.Stream.concat(document.blobs().stream(), document.manifests().stream())
                                .map(ContentDigest::toString)
                                .toArray(String[]::new))
                .update();
        return added == 1;
    }

    /** Makes a manifest a referrer of the subject, unless it names one itself. Its bytes stay as they are. */
    void adopt(Repository repository, ContentDigest digest, ContentDigest subject) {
        jdbc.sql("""
                UPDATE registry.manifest SET subject = :subject
                WHERE repository_id = :repository AND digest = :digest AND subject IS NULL""")
                .param("repository", repository.id())
                .param("digest", digest.toString())
                .param("subject", subject.toString())
                .update();
    }

    /** The first of these blobs that the repository does not have. */
    Optional<ContentDigest> findMissingBlob(Repository repository, Collection<ContentDigest> digests) {
        return jdbc.sql("""
                SELECT wanted FROM unnest(:digests) AS wanted WHERE NOT EXISTS (
                    SELECT 1 FROM registry.repository_blob l WHERE l.repository_id = :repository AND l.digest = wanted)
                LIMIT 1""")
                .param("repository", repository.id())
                .param("digests", digests.stream().map(ContentDigest::toString).toArray(String[]::new))
                .query(String.class)
                .optional()
                .flatMap(ContentDigest::find);
    }

    Optional<Manifest> find(Repository repository, ContentDigest digest) {
        return jdbc.sql("""
                SELECT digest, media_type, bytes FROM registry.manifest
                WHERE repository_id = :repository AND digest = :digest""")
                .param("repository", repository.id())
                .param("digest", digest.toString())
                .query((row, n) -> new Manifest(digest, row.getString("media_type"), row.getBytes("bytes")))
                .optional();
    }

    Optional<String> findPlatform(Repository repository, ContentDigest digest) {
        return jdbc.sql("""
                SELECT platform FROM registry.manifest
                WHERE repository_id = :repository AND digest = :digest AND platform IS NOT NULL""")
                .param("repository", repository.id())
                .param("digest", digest.toString())
                .query(String.class)
                .optional();
    }

    Optional<ContentDigest> resolve(Repository repository, Tag tag) {
        return jdbc.sql("SELECT digest FROM registry.tag WHERE repository_id = :repository AND name = :name")
                .param("repository", repository.id())
                .param("name", tag.value())
                .query(String.class)
                .optional()
                .flatMap(ContentDigest::find);
    }

    boolean delete(Repository repository, ContentDigest digest) {
        return jdbc.sql("DELETE FROM registry.manifest WHERE repository_id = :repository AND digest = :digest")
                        .param("repository", repository.id())
                        .param("digest", digest.toString())
                        .update()
                == 1;
    }

    long count(Repository repository) {
        return jdbc.sql("SELECT count(*) FROM registry.manifest WHERE repository_id = :repository")
                .param("repository", repository.id())
                .query(Long.class)
                .single();
    }

    /** False when the tag pointed to the manifest before. */
    boolean tag(Repository repository, Tag tag, ContentDigest digest, Instant now) {
        return jdbc.sql("""
                INSERT INTO registry.tag (repository_id, name, digest, moved_at) VALUES (:repository, :name, :digest, :now)
                ON CONFLICT (repository_id, name) DO UPDATE SET digest = excluded.digest, moved_at = excluded.moved_at
                WHERE tag.digest <> excluded.digest""")
                        .param("repository", repository.id())
                        .param("name", tag.value())
                        .param("digest", digest.toString())
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    boolean untag(Repository repository, Tag tag) {
        return jdbc.sql("DELETE FROM registry.tag WHERE repository_id = :repository AND name = :name")
                        .param("repository", repository.id())
                        .param("name", tag.value())
                        .update()
                == 1;
    }

    List<String> listTags(Repository repository, String after, int limit) {
        return jdbc.sql("""
                SELECT name FROM registry.tag WHERE repository_id = :repository AND name > :after
                ORDER BY name LIMIT :limit""")
                .param("repository", repository.id())
                .param("after", after)
                .param("limit", limit)
                .query((row, n) -> row.getString("name"))
                .list();
    }

    /** Returns referrers without their annotations: those that are named at the front, then the newest. */
    List<Referrer> listNewestReferrers(
            Repository repository,
            ContentDigest subject,
            @Nullable String artifactType,
            Collection<String> first,
            int limit) {
        return jdbc.sql("""
                SELECT digest, media_type, octet_length(bytes) AS size, artifact_type FROM registry.manifest
                WHERE repository_id = :repository AND subject = :subject
                    AND (CAST(:type AS text) IS NULL OR artifact_type = :type)
                ORDER BY (digest = ANY (:first)) DESC, pushed_at DESC, digest LIMIT :limit""")
                .param("repository", repository.id())
                .param("subject", subject.toString())
                .param("type", artifactType)
                .param("first", first.toArray(String[]::new))
                .param("limit", limit)
                .query((row, n) -> new Referrer(
                        row.getString("digest"),
                        row.getString("media_type"),
                        row.getInt("size"),
                        row.getString("artifact_type"),
                        null))
                .list();
    }

    /** Some referrers in the order of their digests, and whether there are more. */
    record ReferrerPage(List<Referrer> referrers, boolean more) {}

    /** A page ends early where annotations are large: a subject may have thousands of referrers with megabytes each. */
    ReferrerPage listReferrers(
            Repository repository, ContentDigest subject, @Nullable String artifactType, String after, int limit) {
        record Row(Referrer referrer, int matching) {}
        List<Row> rows = jdbc.sql("""
                SELECT * FROM (
                    SELECT found.*, count(*) OVER () AS matching, row_number() OVER ordered AS place,
                        coalesce(sum(octet_length(annotations)) OVER ordered, 0) AS annotation_bytes
                    FROM (SELECT digest, media_type, octet_length(bytes) AS size, artifact_type,
                            annotations::text AS annotations
                        FROM registry.manifest
                        WHERE repository_id = :repository AND subject = :subject AND digest > :after
                            AND (CAST(:type AS text) IS NULL OR artifact_type = :type)
                        ORDER BY digest LIMIT :limit + 1) AS found
                    WINDOW ordered AS (ORDER BY digest)) AS measured
                WHERE place = 1 OR (place <= :limit AND annotation_bytes <= :bytes)
                ORDER BY digest""")
                .param("repository", repository.id())
                .param("subject", subject.toString())
                .param("type", artifactType)
                .param("after", after)
                .param("limit", limit)
                .param("bytes", REFERRER_PAGE_BYTES_MAX)
                .query((row, n) -> new Row(
                        new Referrer(
                                row.getString("digest"),
                                row.getString("media_type"),
                                row.getInt("size"),
                                row.getString("artifact_type"),
                                row.getString("annotations")),
                        row.getInt("matching")))
                .list();
        boolean more = !rows.isEmpty() && rows.size() < rows.getFirst().matching();
        return new ReferrerPage(rows.stream().map(Row::referrer).toList(), more);
    }
}
