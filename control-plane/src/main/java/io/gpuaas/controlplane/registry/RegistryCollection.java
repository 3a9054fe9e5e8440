package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.objects.ObjectName;
import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.platform.GpuaasProperties.Role;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.registry.UploadStore.Segment;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Removes what nothing needs any more: expired grants, repositories and uploads, blobs without a repository, and objects
 * without a row. Pushes and pulls go on meanwhile; locks of rows keep a blob that is being linked again.
 */
@Component
class RegistryCollection implements BackgroundWork {

    static final Duration UPLOAD_IDLE_MAX = Duration.ofHours(24);
    static final Duration BLOB_UNLINKED_MAX = Duration.ofHours(24);

    /** Longer than any request that may still be reading or writing. */
    static final Duration ORPHAN_AGE_MIN = Duration.ofHours(1);

    private static final Logger log = LoggerFactory.getLogger(RegistryCollection.class);

    private static final int BATCH = 200;

    /** How long a round goes on with the next batch of blobs, and then of their objects. */
    private static final Duration ROUND_MAX = Duration.ofSeconds(20);

    private static final int LISTED_MAX = 20_000;
    private static final int UNLINKED_MAX = 10_000;

    private final JdbcClient jdbc;
    private final Repositories repositories;
    private final UploadStore uploads;
    private final ObjectStore objects;
    private final Clock clock;

    RegistryCollection(
            JdbcClient jdbc, Repositories repositories, UploadStore uploads, ObjectStore objects, Clock clock) {
        this.jdbc = jdbc;
        this.repositories = repositories;
        this.uploads = uploads;
        this.objects = objects;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofMinutes(5), Role.REGISTRY, "registry.collection", this::collect)
                .firstAfter(Duration.ofMinutes(1));
        rounds.every(Duration.ofHours(1), Role.REGISTRY, "registry.unlinked", this::markUnlinked);
    }

    /** Finds blobs that lost their last link without a mark. It reads all blobs, so it runs seldom. */
    void markUnlinked() {
        Instant now = clock.instant();
        jdbc.sql("""
                UPDATE registry.blob SET unlinked_at = :now WHERE unlinked_at IS NULL AND digest IN (
                    SELECT b.digest FROM registry.blob b WHERE b.unlinked_at IS NULL AND b.created_at <= :before
                        AND NOT EXISTS (SELECT 1 FROM registry.repository_blob l WHERE l.digest = b.digest)
                    LIMIT :limit)""")
                .param("now", Columns.time(now))
                .param("before", Columns.time(now.minus(ORPHAN_AGE_MIN)))
                .param("limit", UNLINKED_MAX)
                .update();
    }

    void collect() throws IOException {
        Instant now = clock.instant();
        jdbc.sql("DELETE FROM registry.access_grant WHERE expires_at <= :now")
                .param("now", Columns.time(now))
                .update();
        ids("SELECT id FROM registry.repository WHERE expires_at <= :time ORDER BY expires_at LIMIT :limit", now)
                .forEach(this::deleteRepository);
        jdbc.sql("DELETE FROM registry.upload WHERE touched_at <= :time")
                .param("time", Columns.time(now.minus(UPLOAD_IDLE_MAX)))
                .update();
        Instant until = now.plus(ROUND_MAX);
        int removed;
        do {
            removed = deleteUnlinkedBlobs(now.minus(BLOB_UNLINKED_MAX));
        } while (removed >= BATCH && mayGoOn(until));
        deleteOrphans(now.minus(ORPHAN_AGE_MIN), now.plus(ROUND_MAX.multipliedBy(2)));
        for (UUID content : ids(
                "SELECT id FROM registry.content WHERE swept_at IS NULL AND created_at <= :time AND EXISTS ("
                        + "SELECT 1 FROM registry.blob b WHERE b.content_id = content.id) LIMIT :limit",
                now.minus(ORPHAN_AGE_MIN))) {
            sweep(content, now);
        }
    }

    private boolean mayGoOn(Instant until) {
        return clock.instant().isBefore(until) && !Thread.currentThread().isInterrupted();
    }

    /** A repository that cannot be deleted must not keep those of others. */
    private void deleteRepository(UUID id) {
        try {
            repositories.deleteExpired(id);
        } catch (RuntimeException e) {
            log.atError().setCause(e).addKeyValue("repository", id).log("could not delete a repository; retrying");
        }
    }

    private void deleteOrphans(Instant before, Instant until) throws IOException {
        List<UUID> orphans;
        do {
            orphans = ids(
                    "SELECT content_id FROM registry.orphan WHERE since <= :time ORDER BY since LIMIT :limit", before);
            for (UUID content : orphans) {
                deleteOrphan(content);
            }
        } while (orphans.size() >= BATCH && mayGoOn(until));
    }

    private List<UUID> ids(String sql, Instant time) {
        return jdbc.sql(sql)
                .param("time", Columns.time(time))
                .param("limit", BATCH)
                .query((row, n) -> row.getObject(1, UUID.class))
                .list();
    }

    /** A push of the same bytes clears the mark under the row's lock, and the delete then finds nothing. */
    private int deleteUnlinkedBlobs(Instant before) {
        return jdbc.sql("""
                DELETE FROM registry.blob WHERE digest IN (
                    SELECT b.digest FROM registry.blob b WHERE b.unlinked_at <= :time AND NOT EXISTS (
                        SELECT 1 FROM registry.repository_blob l WHERE l.digest = b.digest)
                    ORDER BY b.unlinked_at LIMIT :limit FOR UPDATE SKIP LOCKED)""")
                .param("time", Columns.time(before))
                .param("limit", BATCH)
                .update();
    }

    /** Content is never taken into use again once its upload has ended, so what is found here stays garbage. */
    private void deleteOrphan(UUID content) throws IOException {
        boolean isUsed = jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM registry.blob WHERE content_id = :id)
                    OR EXISTS (SELECT 1 FROM registry.upload WHERE id = :id)""").param("id", content).query(Boolean.class).single();
        if (!isUsed) {
            deleteObjects(content, Set.of());
            jdbc.sql("DELETE FROM registry.content WHERE id = :id")
                    .param("id", content)
                    .update();
        }
        jdbc.sql("DELETE FROM registry.orphan WHERE content_id = :id")
                .param("id", content)
                .update();
    }

    /** A crash between storing an object and committing its row leaves the object behind. */
    private void sweep(UUID content, Instant now) throws IOException {
        deleteObjects(
                content, uploads.segments(content).stream().map(Segment::object).collect(Collectors.toSet()));
        jdbc.sql("UPDATE registry.content SET swept_at = :now WHERE id = :id")
                .param("now", Columns.time(now))
                .param("id", content)
                .update();
    }

    private void deleteObjects(UUID content, Set<String> needed) throws IOException {
        for (ObjectName name : objects.listAfter(SegmentWriter.prefix(content), null, LISTED_MAX)) {
            if (!needed.contains(name.value())) {
                objects.delete(name);
            }
        }
    }
}
