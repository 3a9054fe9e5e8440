package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.registry.ContentDigest.Algorithm;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of uploads, of the segments they consist of, and of the content they become. */
@Component
class UploadStore {

    private final JdbcClient jdbc;

    UploadStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** An upload as last committed. The digest covers exactly its size in bytes, where it is known. */
    record Upload(
            UUID id,
            UUID repository,
            TenantId tenant,
            Algorithm algorithm,
            long size,
            @Nullable String hashed) {}

    record Segment(int number, String object, long size) {}

    void start(UUID id, Repository repository, Algorithm algorithm, Instant now) {
        jdbc.sql("""
                WITH content AS (INSERT INTO registry.content (id, created_at) VALUES (:id, :now))
                INSERT INTO registry.upload (id, repository_id, tenant_id, algorithm, started_at, touched_at)
                VALUES (:id, :repository, :tenant, :algorithm, :now, :now)""")
                .param("id", id)
                .param("repository", repository.id())
                .param("tenant", repository.tenant().value())
                .param("algorithm", algorithm.wire())
                .param("now", Columns.time(now))
                .update();
    }

    Optional<Upload> find(UUID id, Repository repository) {
        return query(id, repository, "");
    }

    Optional<Upload> lock(UUID id, Repository repository) {
        return query(id, repository, " FOR UPDATE");
    }

    private Optional<Upload> query(UUID id, Repository repository, String lock) {
        return jdbc.sql("SELECT * FROM registry.upload WHERE id = :id AND repository_id = :repository" + lock)
                .param("id", id)
                .param("repository", repository.id())
                .query((row, n) -> new Upload(
                        id,
                        row.getObject("repository_id", UUID.class),
                        new TenantId(row.getObject("tenant_id", UUID.class)),
                        Algorithm.find(row.getString("algorithm")).orElseThrow(),
                        row.getLong("size"),
                        row.getString("hashed")))
                .optional();
    }

    List<Segment> segments(UUID content) {
        return jdbc.sql("SELECT * FROM registry.segment WHERE content_id = :content ORDER BY number")
                .param("content", content)
                .query((row, n) -> new Segment(row.getInt("number"), row.getString("object"), row.getLong("size")))
                .list();
    }

    Optional<Segment> findLastSegment(UUID content) {
        return jdbc.sql("SELECT * FROM registry.segment WHERE content_id = :content ORDER BY number DESC LIMIT 1")
                .param("content", content)
                .query((row, n) -> new Segment(row.getInt("number"), row.getString("object"), row.getLong("size")))
                .optional();
    }

    /** Adds or replaces the last segment, unless another request has moved the upload on since. */
    boolean commit(UUID upload, long sizeBefore, Segment segment, long sizeAfter, Instant now) {
        return jdbc.sql("""
                WITH moved AS (
                    UPDATE registry.upload SET size = :after, hashed = NULL, touched_at = :now
                    WHERE id = :id AND size = :before RETURNING id)
                INSERT INTO registry.segment (content_id, number, object, size)
                SELECT id, :number, :object, :size FROM moved
                ON CONFLICT (content_id, number) DO UPDATE SET object = excluded.object, size = excluded.size""")
                        .param("id", upload)
                        .param("before", sizeBefore)
                        .param("after", sizeAfter)
                        .param("number", segment.number())
                        .param("object", segment.object())
                        .param("size", segment.size())
                        .param("now", Columns.time(now))
                        .update()
                == 1;
    }

    void setHashed(UUID upload, long size, ContentDigest digest) {
        jdbc.sql("UPDATE registry.upload SET hashed = :digest WHERE id = :id AND size = :size")
                .param("id", upload)
                .param("size", size)
                .param("digest", digest.toString())
                .update();
    }

    /** Ends an upload. Its content stays until a blob takes it over or it is collected. */
    boolean delete(UUID upload) {
        return jdbc.sql("DELETE FROM registry.upload WHERE id = :id")
                        .param("id", upload)
                        .update()
                == 1;
    }

    long openUploads(TenantId tenant) {
        return jdbc.sql("SELECT count(*) FROM registry.upload WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query(Long.class)
                .single();
    }

    /**
     * Counts bytes that a tenant's repositories link to, each blob once, their manifests, and bytes on their
     * way in.
     */
    long bytesOf(TenantId tenant) {
        return jdbc.sql("""
                SELECT (SELECT coalesce(sum(size), 0) FROM registry.blob WHERE digest IN (
                        SELECT l.digest FROM registry.repository r
                        JOIN registry.repository_blob l ON l.repository_id = r.id WHERE r.tenant_id = :tenant))
                    + (SELECT coalesce(sum(octet_length(m.bytes)), 0) FROM registry.repository r
                        JOIN registry.manifest m ON m.repository_id = r.id WHERE r.tenant_id = :tenant)
                    + (SELECT coalesce(sum(size), 0) FROM registry.upload WHERE tenant_id = :tenant)""").param("tenant", tenant.value()).query(Long.class).single();
    }
}
