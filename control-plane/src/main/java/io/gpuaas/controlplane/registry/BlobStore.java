package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.platform.Columns;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of blobs and of their links to repositories. */
@Component
class BlobStore {

    private final JdbcClient jdbc;

    BlobStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Blob(ContentDigest digest, UUID content, long size) {}

    /** Finds a blob through its link to the repository. The digest alone never suffices. */
    Optional<Blob> find(Repository repository, ContentDigest digest) {
        return jdbc.sql("""
                SELECT b.content_id, b.size FROM registry.repository_blob l JOIN registry.blob b ON b.digest = l.digest
                WHERE l.repository_id = :repository AND l.digest = :digest""")
                .param("repository", repository.id())
                .param("digest", digest.toString())
                .query((row, n) -> new Blob(digest, row.getObject("content_id", UUID.class), row.getLong("size")))
                .optional();
    }

    /**
     * Makes content readable as a blob of the repository. Where the same bytes are stored already, those stay and the
     * content is collected later. The row's lock keeps garbage collection from removing the blob meanwhile.
     */
    void link(Repository repository, ContentDigest digest, UUID content, long size, Instant now) {
        jdbc.sql("""
                INSERT INTO registry.blob (digest, content_id, size, created_at) VALUES (:digest, :content, :size, :now)
                ON CONFLICT (digest) DO UPDATE SET unlinked_at = NULL""")
                .param("digest", digest.toString())
                .param("content", content)
                .param("size", size)
                .param("now", Columns.time(now))
                .update();
        linkTo(repository, digest, now);
    }

    /** Links a blob of one repository to another. False when the source does not have it. */
    boolean mount(Repository from, Repository to, ContentDigest digest, Instant now) {
        boolean found = jdbc.sql("""
                UPDATE registry.blob SET unlinked_at = NULL WHERE digest = :digest AND EXISTS (
                    SELECT 1 FROM registry.repository_blob WHERE repository_id = :from AND digest = :digest)""")
                        .param("digest", digest.toString())
                        .param("from", from.id())
                        .update()
                == 1;
        if (found) {
            linkTo(to, digest, now);
        }
        return found;
    }

    private void linkTo(Repository repository, ContentDigest digest, Instant now) {
        jdbc.sql("""
                INSERT INTO registry.repository_blob (repository_id, digest, linked_at) VALUES (:repository, :digest, :now)
                ON CONFLICT DO NOTHING""")
                .param("repository", repository.id())
                .param("digest", digest.toString())
                .param("now", Columns.time(now))
                .update();
    }

    boolean unlink(Repository repository, ContentDigest digest, Instant now) {
        jdbc.sql("SELECT 1 FROM registry.blob WHERE digest = :digest FOR NO KEY UPDATE")
                .param("digest", digest.toString())
                .query((row, n) -> true)
                .optional();
        boolean was = jdbc.sql("""
                DELETE FROM registry.repository_blob WHERE repository_id = :repository AND digest = :digest""")
                        .param("repository", repository.id())
                        .param("digest", digest.toString())
                        .update()
                == 1;
        jdbc.sql("""
                UPDATE registry.blob SET unlinked_at = :now WHERE digest = :digest
                    AND NOT EXISTS (SELECT 1 FROM registry.repository_blob WHERE digest = :digest)""")
                .param("digest", digest.toString())
                .param("now", Columns.time(now))
                .update();
        return was;
    }
}
