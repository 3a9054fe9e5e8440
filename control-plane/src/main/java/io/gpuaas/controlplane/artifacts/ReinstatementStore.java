package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.ArtifactId;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The wishes of first persons to lift a revocation. */
@Component
class ReinstatementStore {

    private final JdbcClient jdbc;

    ReinstatementStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Wish(String reason, Instant askedAt, String askedBy) {}

    Optional<Wish> find(ArtifactId artifact, Instant askedAfter) {
        return jdbc.sql("SELECT * FROM artifacts.reinstatement WHERE artifact_id = :artifact AND asked_at > :after")
                .param("artifact", artifact.value())
                .param("after", Columns.time(askedAfter))
                .query((row, n) ->
                        new Wish(row.getString("reason"), Columns.instant(row, "asked_at"), row.getString("asked_by")))
                .optional();
    }

    /** Replaces a wish that has expired. */
    void put(ArtifactId artifact, Wish wish) {
        jdbc.sql("""
                INSERT INTO artifacts.reinstatement (artifact_id, reason, asked_at, asked_by)
                VALUES (:artifact, :reason, :at, :by)
                ON CONFLICT (artifact_id) DO UPDATE
                SET reason = excluded.reason, asked_at = excluded.asked_at, asked_by = excluded.asked_by""")
                .param("artifact", artifact.value())
                .param("reason", wish.reason())
                .param("at", Columns.time(wish.askedAt()))
                .param("by", wish.askedBy())
                .update();
    }

    /** Ends the wishes for all artifacts with the digest. */
    void remove(String digest) {
        jdbc.sql("""
                DELETE FROM artifacts.reinstatement
                WHERE artifact_id IN (SELECT id FROM artifacts.artifact WHERE digest = :digest)""").param("digest", digest).update();
    }
}
