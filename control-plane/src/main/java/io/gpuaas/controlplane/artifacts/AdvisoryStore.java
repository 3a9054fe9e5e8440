package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.Advisory;
import io.gpuaas.api.AdvisoryAction;
import io.gpuaas.api.AdvisorySeverity;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AdvisoryId;
import io.gpuaas.kernel.ArtifactId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of advisories and of the artifacts that they hit. */
@Component
class AdvisoryStore {

    private static final String SELECT = """
            SELECT a.*, (SELECT count(DISTINCT h.artifact_id) FROM artifacts.advisory_hit h WHERE h.advisory_id = a.id) AS hits
            FROM artifacts.advisory a
        """;

    private final JdbcClient jdbc;

    AdvisoryStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** New advisories wait for SBOMs that are being indexed, and those begin after it: neither misses the other. */
    void lock() {
        lock("pg_advisory_xact_lock");
    }

    void share() {
        lock("pg_advisory_xact_lock_shared");
    }

    private void lock(String function) {
        jdbc.sql("SELECT " + function + "(hashtextextended('artifacts.advisory', 0))")
                .query((row, n) -> true)
                .single();
    }

    long countOpen() {
        return jdbc.sql("SELECT count(*) FROM artifacts.advisory WHERE closed_at IS NULL")
                .query(Long.class)
                .single();
    }

    void add(Advisory advisory, String type) {
        jdbc.sql("""
                INSERT INTO artifacts.advisory (id, title, package, package_type, versions, severity, action, reference,
                    created_at, created_by, scanned_to)
                VALUES (:id, :title, :package, :type, :versions, :severity, :action, :reference, :at, :by, '')""")
                .param("id", advisory.id().value())
                .param("title", advisory.title())
                .param("package", advisory.purl())
                .param("type", type)
                .param("versions", advisory.versions())
                .param("severity", advisory.severity().wire())
                .param("action", advisory.action().wire())
                .param("reference", advisory.reference(), Types.VARCHAR)
                .param("at", Columns.time(advisory.createdAt()))
                .param("by", advisory.createdBy())
                .update();
    }

    Optional<Advisory> find(AdvisoryId id) {
        return jdbc.sql(SELECT + "WHERE a.id = :id")
                .param("id", id.value())
                .query(AdvisoryStore::advisory)
                .optional();
    }

    boolean lock(AdvisoryId id) {
        return jdbc.sql("SELECT 1 FROM artifacts.advisory WHERE id = :id FOR NO KEY UPDATE")
                .param("id", id.value())
                .query((row, n) -> true)
                .optional()
                .isPresent();
    }

    List<Advisory> list(@Nullable UUID before, int limit) {
        return jdbc.sql(SELECT
                        + "WHERE (:before::uuid IS NULL OR a.id < :before::uuid) ORDER BY a.id DESC LIMIT :limit")
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(AdvisoryStore::advisory)
                .list();
    }

    void close(AdvisoryId id, String reason, String by, Instant at) {
        jdbc.sql("""
                UPDATE artifacts.advisory SET closed_at = :at, closed_by = :by, close_reason = :reason, scanned_to = NULL
                WHERE id = :id""")
                .param("id", id.value())
                .param("reason", reason)
                .param("by", by)
                .param("at", Columns.time(at))
                .update();
    }

    private static Advisory advisory(ResultSet row, int number) throws SQLException {
        return new Advisory(
                new AdvisoryId(row.getObject("id", UUID.class)),
                row.getString("title"),
                row.getString("package"),
                row.getString("versions"),
                AdvisorySeverity.fromWire(row.getString("severity")),
                AdvisoryAction.fromWire(row.getString("action")),
                row.getString("reference"),
                row.getString("scanned_to") != null,
                row.getLong("hits"),
                Columns.instant(row, "created_at"),
                row.getString("created_by"),
                Columns.optionalInstant(row, "closed_at"),
                row.getString("closed_by"),
                row.getString("close_reason"));
    }

    /** An advisory whose older components have not all been looked at, and where to go on. */
    record Scan(AdvisoryId id, String after) {}

    Optional<Scan> lockNextScan() {
        return jdbc.sql("""
                SELECT id, scanned_to FROM artifacts.advisory WHERE scanned_to IS NOT NULL
                ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED""")
                .query((row, n) ->
                        new Scan(new AdvisoryId(row.getObject("id", UUID.class)), row.getString("scanned_to")))
                .optional();
    }

    void scanned(AdvisoryId id, @Nullable String to) {
        jdbc.sql("UPDATE artifacts.advisory SET scanned_to = :to WHERE id = :id")
                .param("id", id.value())
                .param("to", to, Types.VARCHAR)
                .update();
    }

    /** A package in an artifact. {@code place} orders the packages of one name. */
    record Listed(ArtifactId artifact, String version, String place) {}

    List<Listed> listComponents(String packageName, String after, int limit) {
        return jdbc.sql("""
                SELECT artifact_id, version, artifact_id::text || ' ' || digest || ' ' || version AS place
                FROM artifacts.sbom_component
                WHERE package = :package AND (:after = '' OR (artifact_id, digest, version) > (
                    CAST(nullif(split_part(:after, ' ', 1), '') AS uuid), split_part(:after, ' ', 2),
                    substr(:after, length(split_part(:after, ' ', 1)) + length(split_part(:after, ' ', 2)) + 3)))
                ORDER BY artifact_id, digest, version LIMIT :limit""")
                .param("package", packageName)
                .param("after", after)
                .param("limit", limit)
                .query((row, n) -> new Listed(
                        new ArtifactId(row.getObject("artifact_id", UUID.class)),
                        row.getString("version"),
                        row.getString("place")))
                .list();
    }

    /** An open advisory about a package that an artifact has. */
    record Match(Advisory advisory, String version) {}

    List<Match> listMatches(ArtifactId artifact, int limit) {
        return jdbc.sql("""
                SELECT DISTINCT a.*, 0::bigint AS hits, c.version AS found
                FROM artifacts.sbom_component c JOIN artifacts.advisory a ON a.package = c.package AND a.closed_at IS NULL
                WHERE c.artifact_id = :artifact ORDER BY a.id, found LIMIT :limit""")
                .param("artifact", artifact.value())
                .param("limit", limit)
                .query((row, n) -> new Match(advisory(row, n), row.getString("found")))
                .list();
    }

    /** False when the hit is known. */
    boolean addHit(
            AdvisoryId advisory, ArtifactId artifact, String version, boolean certain, Instant now, boolean acts) {
        return jdbc.sql("""
                INSERT INTO artifacts.advisory_hit (advisory_id, artifact_id, version, certain, found_at, acted_at)
                VALUES (:advisory, :artifact, :version, :certain, :now, CASE WHEN :acts THEN NULL ELSE :now END)
                ON CONFLICT DO NOTHING""")
                        .param("advisory", advisory.value())
                        .param("artifact", artifact.value())
                        .param("version", version)
                        .param("certain", certain)
                        .param("now", Columns.time(now))
                        .param("acts", acts)
                        .update()
                == 1;
    }

    /** A hit whose action is not carried out. */
    record OpenHit(AdvisoryId advisory, ArtifactId artifact, String title) {}

    List<OpenHit> listOpenHits(int limit) {
        return jdbc.sql("""
                SELECT DISTINCT h.advisory_id, h.artifact_id, a.title FROM artifacts.advisory_hit h
                JOIN artifacts.advisory a ON a.id = h.advisory_id WHERE h.acted_at IS NULL
                ORDER BY h.advisory_id, h.artifact_id LIMIT :limit""")
                .param("limit", limit)
                .query((row, n) -> new OpenHit(
                        new AdvisoryId(row.getObject("advisory_id", UUID.class)),
                        new ArtifactId(row.getObject("artifact_id", UUID.class)),
                        row.getString("title")))
                .list();
    }

    void acted(OpenHit hit, Instant now) {
        jdbc.sql("""
                UPDATE artifacts.advisory_hit SET acted_at = :now
                WHERE advisory_id = :advisory AND artifact_id = :artifact AND acted_at IS NULL""")
                .param("advisory", hit.advisory().value())
                .param("artifact", hit.artifact().value())
                .param("now", Columns.time(now))
                .update();
    }

    /** A place in the list of hits. */
    record HitKey(UUID artifact, String version) {

        static HitKey parse(String text) {
            int space = text.indexOf(' ');
            return new HitKey(UUID.fromString(text.substring(0, space)), text.substring(space + 1));
        }

        @Override
        public String toString() {
            return artifact + " " + version;
        }
    }

    /** A hit with the artifact that it names. */
    record Hit(
            ArtifactId artifact,
            String version,
            boolean certain,
            Instant foundAt,
            @Nullable Instant actedAt) {}

    List<Hit> listHits(AdvisoryId advisory, @Nullable HitKey after, int limit) {
        return jdbc.sql("""
                SELECT * FROM artifacts.advisory_hit WHERE advisory_id = :advisory
                    AND (:artifact::uuid IS NULL OR (artifact_id, version) > (:artifact::uuid, :version))
                ORDER BY artifact_id, version LIMIT :limit""")
                .param("advisory", advisory.value())
                .param("artifact", after == null ? null : after.artifact(), Types.OTHER)
                .param("version", after == null ? "" : after.version())
                .param("limit", limit)
                .query((row, n) -> new Hit(
                        new ArtifactId(row.getObject("artifact_id", UUID.class)),
                        row.getString("version"),
                        row.getBoolean("certain"),
                        Columns.instant(row, "found_at"),
                        Columns.optionalInstant(row, "acted_at")))
                .list();
    }
}
