package io.gpuaas.controlplane.updates;

import io.gpuaas.api.AgentReleaseState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.ReleaseKeys;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class ReleaseStore {

    private final JdbcClient jdbc;

    ReleaseStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Release(
            AgentReleaseId id,
            String version,
            String digest,
            long sizeBytes,
            Instant expiresAt,
            String manifest,
            List<ReleaseKeys.Signed> signatures,
            AgentReleaseState state,
            Instant createdAt) {}

    /** Versions only grow, so two releases are not registered at once. */
    List<String> lockVersions() {
        jdbc.sql("LOCK TABLE updates.release IN SHARE ROW EXCLUSIVE MODE").update();
        return jdbc.sql("SELECT version FROM updates.release")
                .query((row, n) -> row.getString(1))
                .list();
    }

    void add(Release release) {
        jdbc.sql("""
                INSERT INTO updates.release
                    (id, version, digest, size_bytes, expires_at, manifest, key_ids, signatures, state, created_at)
                VALUES (:id, :version, :digest, :size, :expires, :manifest, :keys, :signatures, :state, :created)""")
                .param("id", release.id().value())
                .param("version", release.version())
                .param("digest", release.digest())
                .param("size", release.sizeBytes())
                .param("expires", Columns.time(release.expiresAt()))
                .param("manifest", release.manifest())
                .param(
                        "keys",
                        release.signatures().stream()
                                .map(ReleaseKeys.Signed::keyId)
                                .toArray(String[]::new))
                .param(
                        "signatures",
                        release.signatures().stream()
                                .map(ReleaseKeys.Signed::signature)
                                .toArray(String[]::new))
                .param("state", release.state().wire())
                .param("created", Columns.time(release.createdAt()))
                .update();
    }

    Optional<Release> find(AgentReleaseId id) {
        return jdbc.sql("SELECT * FROM updates.release WHERE id = :id")
                .param("id", id.value())
                .query(ReleaseStore::read)
                .optional();
    }

    Release lock(AgentReleaseId id) {
        return jdbc.sql("SELECT * FROM updates.release WHERE id = :id FOR UPDATE")
                .param("id", id.value())
                .query(ReleaseStore::read)
                .optional()
                .orElseThrow(UpdateErrors::noSuchRelease);
    }

    List<Release> list(@Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM updates.release WHERE :before::uuid IS NULL OR id < :before
                ORDER BY id DESC LIMIT :limit""")
                .param("before", before)
                .param("limit", limit)
                .query(ReleaseStore::read)
                .list();
    }

    void putPart(AgentReleaseId release, int number, byte[] bytes) {
        jdbc.sql("""
                INSERT INTO updates.release_part (release_id, number, bytes) VALUES (:release, :number, :bytes)
                ON CONFLICT (release_id, number) DO UPDATE SET bytes = excluded.bytes""")
                .param("release", release.value())
                .param("number", number)
                .param("bytes", bytes)
                .update();
    }

    int countParts(AgentReleaseId release) {
        return jdbc.sql("SELECT count(*) FROM updates.release_part WHERE release_id = :release")
                .param("release", release.value())
                .query(Integer.class)
                .single();
    }

    Optional<byte[]> findPart(AgentReleaseId release, int number) {
        return jdbc.sql("SELECT bytes FROM updates.release_part WHERE release_id = :release AND number = :number")
                .param("release", release.value())
                .param("number", number)
                .query(byte[].class)
                .optional();
    }

    Optional<Release> findComplete(String digest) {
        return jdbc.sql("SELECT * FROM updates.release WHERE digest = :digest AND state = 'complete' LIMIT 1")
                .param("digest", digest)
                .query(ReleaseStore::read)
                .optional();
    }

    void complete(AgentReleaseId id) {
        jdbc.sql("UPDATE updates.release SET state = 'complete' WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    private static Release read(ResultSet row, int number) throws SQLException {
        List<String> keys = Columns.texts(row, "key_ids");
        List<String> texts = Columns.texts(row, "signatures");
        List<ReleaseKeys.Signed> signatures = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            signatures.add(new ReleaseKeys.Signed(keys.get(i), texts.get(i)));
        }
        return new Release(
                new AgentReleaseId(row.getObject("id", UUID.class)),
                row.getString("version"),
                row.getString("digest"),
                row.getLong("size_bytes"),
                Columns.instant(row, "expires_at"),
                row.getString("manifest"),
                List.copyOf(signatures),
                AgentReleaseState.fromWire(row.getString("state")),
                Columns.instant(row, "created_at"));
    }
}
