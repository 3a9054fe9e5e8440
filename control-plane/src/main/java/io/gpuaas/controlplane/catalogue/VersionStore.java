package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppArtifact;
import io.gpuaas.api.AppReviewOutcome;
import io.gpuaas.api.AppVersionState;
import io.gpuaas.api.ArtifactKind;
import io.gpuaas.api.DeprecateAppVersion;
import io.gpuaas.api.ManifestFinding;
import io.gpuaas.controlplane.catalogue.AppStore.AppRow;
import io.gpuaas.controlplane.catalogue.VersionRow.Content;
import io.gpuaas.controlplane.catalogue.VersionRow.Ending;
import io.gpuaas.controlplane.catalogue.VersionRow.Progress;
import io.gpuaas.controlplane.entitlements.AppDirectory.ArtifactUse;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.AppId;
import io.gpuaas.kernel.AppVersionId;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.manifest.SemVer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

@Component
class VersionStore {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Everything but the manifest, which may be large. */
    private static final String SELECT = """
            SELECT id, app_id, app, tenant_id, project_id, version, state, digest, profile, title, summary, findings,
                created_at, created_by, submitted_at, reviewer, review_started_at, outcome, outcome_message, outcome_at,
                outcome_digest, approved_at, published_at, deprecated_at, deprecation, successor, sunset_at
            FROM catalogue.app_version
        """;

    private final JdbcClient jdbc;

    VersionStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A place in the queue of reviews. */
    record QueueKey(Instant submittedAt, UUID id) {

        static QueueKey parse(String text) {
            String[] parts = text.split("/", 2);
            return new QueueKey(Instant.parse(parts[0]), UUID.fromString(parts[1]));
        }

        @Override
        public String toString() {
            return submittedAt + "/" + id;
        }
    }

    Optional<VersionRow> find(AppId app, String version) {
        return jdbc.sql(SELECT + "WHERE app_id = :app AND version = :version")
                .param("app", app.value())
                .param("version", version)
                .query(VersionStore::row)
                .optional();
    }

    /** Locks the version until the transaction ends. */
    Optional<VersionRow> lock(AppId app, String version) {
        return jdbc.sql(SELECT + "WHERE app_id = :app AND version = :version FOR NO KEY UPDATE")
                .param("app", app.value())
                .param("version", version)
                .query(VersionStore::row)
                .optional();
    }

    byte[] manifest(AppVersionId id) {
        return jdbc.sql("SELECT manifest FROM catalogue.app_version WHERE id = :id")
                .param("id", id.value())
                .query((row, number) -> row.getBytes("manifest"))
                .single();
    }

    /** Finds the version that was published last before this one, or last of all if this one was not. */
    Optional<VersionRow> findPublishedBefore(VersionRow version, boolean offeredOnly) {
        return jdbc.sql(SELECT + """
                WHERE app_id = :app AND id <> :id AND published_at IS NOT NULL
                  AND (:before::timestamptz IS NULL OR published_at < :before)
                  AND (NOT :offered OR approved_at IS NOT NULL)
                ORDER BY published_at DESC LIMIT 1""")
                .param("app", version.appId().value())
                .param("id", version.id().value())
                .param("offered", offeredOnly)
                .param("before", Columns.optionalTime(version.progress().publishedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .query(VersionStore::row)
                .optional();
    }

    List<VersionRow> list(
            AppId app, boolean offeredOnly, @Nullable AppVersionState state, @Nullable UUID before, int limit) {
        return jdbc.sql(SELECT + """
                WHERE app_id = :app AND (:before::uuid IS NULL OR id < :before::uuid)
                  AND (:state::text IS NULL OR state = :state)
                  AND (NOT :offered OR (approved_at IS NOT NULL AND state IN ('published', 'deprecated')))
                ORDER BY id DESC LIMIT :limit""")
                .param("app", app.value())
                .param("offered", offeredOnly)
                .param("state", state == null ? null : state.wire(), Types.VARCHAR)
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(VersionStore::row)
                .list();
    }

    /** Lists versions that wait for a review or are in one, those submitted first at the front. */
    List<VersionRow> listQueue(@Nullable AppVersionState state, @Nullable QueueKey after, int limit) {
        return jdbc.sql(SELECT + """
                WHERE state IN ('submitted', 'in_review') AND (:state::text IS NULL OR state = :state)
                  AND (:id::uuid IS NULL OR (submitted_at, id) > (:at::timestamptz, :id::uuid))
                ORDER BY submitted_at, id LIMIT :limit""")
                .param("state", state == null ? null : state.wire(), Types.VARCHAR)
                .param("at", after == null ? null : Columns.time(after.submittedAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .param("id", after == null ? null : after.id(), Types.OTHER)
                .param("limit", limit)
                .query(VersionStore::row)
                .list();
    }

    long count(AppId app) {
        return jdbc.sql("SELECT count(*) FROM catalogue.app_version WHERE app_id = :app")
                .param("app", app.value())
                .query(Long.class)
                .single();
    }

    long countInReview(TenantId tenant) {
        return jdbc.sql("""
                SELECT count(*) FROM catalogue.app_version
                WHERE tenant_id = :tenant AND state IN ('submitted', 'in_review')""").param("tenant", tenant.value()).query(Long.class).single();
    }

    void add(VersionRow version, byte[] manifest) {
        jdbc.sql("""
                INSERT INTO catalogue.app_version (id, app_id, app, tenant_id, project_id, version, state, digest, manifest,
                    profile, title, summary, findings, created_at, created_by)
                VALUES (:id, :app, :name, :tenant, :project, :version, :state, :digest, :manifest, :profile, :title, :summary,
                    CAST(:findings AS jsonb), :at, :by)""")
                .param("id", version.id().value())
                .param("app", version.appId().value())
                .param("name", version.app())
                .param("tenant", version.tenant().value())
                .param("project", version.project().value())
                .param("version", version.version())
                .param("state", version.state().wire())
                .param("digest", version.content().digest())
                .param("manifest", manifest)
                .param("profile", version.content().profile())
                .param("title", version.content().title())
                .param("summary", version.content().summary())
                .param("findings", JSON.writeValueAsString(version.content().findings()))
                .param("at", Columns.time(version.createdAt()))
                .param("by", version.createdBy())
                .update();
    }

    void replace(AppVersionId id, AppVersionState state, Content content, byte[] manifest) {
        jdbc.sql("""
                UPDATE catalogue.app_version SET state = :state, digest = :digest, manifest = :manifest, profile = :profile,
                    title = :title, summary = :summary, findings = CAST(:findings AS jsonb)
                WHERE id = :id""")
                .param("id", id.value())
                .param("state", state.wire())
                .param("digest", content.digest())
                .param("manifest", manifest)
                .param("profile", content.profile())
                .param("title", content.title())
                .param("summary", content.summary())
                .param("findings", JSON.writeValueAsString(content.findings()))
                .update();
    }

    void setArtifacts(AppVersionId id, List<AppArtifact> artifacts) {
        jdbc.sql("DELETE FROM catalogue.artifact_use WHERE version_id = :id")
                .param("id", id.value())
                .update();
        artifacts.forEach(one -> jdbc.sql("""
                        INSERT INTO catalogue.artifact_use (version_id, name, kind, digest, artifact_id)
                        VALUES (:id, :name, :kind, :digest, :artifact)""")
                .param("id", id.value())
                .param("name", one.name())
                .param("kind", one.kind().wire())
                .param("digest", one.digest())
                .param("artifact", one.artifactId().value())
                .update());
    }

    List<AppArtifact> artifacts(AppVersionId id) {
        return jdbc.sql("SELECT * FROM catalogue.artifact_use WHERE version_id = :id ORDER BY name")
                .param("id", id.value())
                .query((row, number) -> new AppArtifact(
                        row.getString("name"),
                        ArtifactKind.fromWire(row.getString("kind")),
                        row.getString("digest"),
                        new ArtifactId(row.getObject("artifact_id", UUID.class))))
                .list();
    }

    /** Lists versions of the app with one of the artifacts that are neither suspended nor after their sunset. */
    List<ArtifactUse> listUses(AppRow app, boolean offeredOnly, Collection<ArtifactId> artifacts, Instant now) {
        return jdbc.sql("""
                SELECT v.version, u.artifact_id
                FROM catalogue.artifact_use u JOIN catalogue.app_version v ON v.id = u.version_id
                WHERE u.artifact_id = ANY (:artifacts) AND v.app_id = :app
                  AND (NOT :offered OR (v.approved_at IS NOT NULL AND v.state IN ('published', 'deprecated')))
                  AND (v.sunset_at IS NULL OR v.sunset_at > :now)
                  AND NOT EXISTS (SELECT 1 FROM catalogue.suspension s
                        WHERE s.namespace = :namespace AND s.lifted_at IS NULL AND (s.app IS NULL OR s.app = v.app)
                          AND (s.version IS NULL OR s.version = v.version))
                ORDER BY v.id DESC""")
                .param("artifacts", artifacts.stream().map(ArtifactId::value).toArray(UUID[]::new))
                .param("app", app.id().value())
                .param("namespace", app.namespace())
                .param("offered", offeredOnly)
                .param("now", Columns.time(now))
                .query((row, number) -> new ArtifactUse(
                        SemVer.parse(row.getString("version")),
                        new ArtifactId(row.getObject("artifact_id", UUID.class))))
                .list();
    }

    void submit(AppVersionId id, AppVersionState state, Instant at) {
        jdbc.sql("""
                UPDATE catalogue.app_version SET state = :state, submitted_at = :at, reviewer = NULL, review_started_at = NULL,
                    outcome = NULL, outcome_message = NULL, outcome_at = NULL, outcome_digest = NULL
                WHERE id = :id""")
                .param("id", id.value())
                .param("state", state.wire())
                .param("at", Columns.time(at))
                .update();
    }

    void withdraw(AppVersionId id, AppVersionState state) {
        jdbc.sql("""
                UPDATE catalogue.app_version SET state = :state, submitted_at = NULL, reviewer = NULL, review_started_at = NULL
                WHERE id = :id""").param("id", id.value()).param("state", state.wire()).update();
    }

    void startReview(AppVersionId id, AppVersionState state, String reviewer, Instant at) {
        jdbc.sql("""
                UPDATE catalogue.app_version SET state = :state, reviewer = :reviewer, review_started_at = :at
                WHERE id = :id""")
                .param("id", id.value())
                .param("state", state.wire())
                .param("reviewer", reviewer)
                .param("at", Columns.time(at))
                .update();
    }

    void decide(VersionRow version, AppVersionState state, AppReviewOutcome outcome, String message, Instant at) {
        jdbc.sql("""
                UPDATE catalogue.app_version SET state = :state, outcome = :outcome, outcome_message = :message,
                    outcome_at = :at, outcome_digest = digest, approved_at = CASE WHEN :outcome = 'approve' THEN :at::timestamptz END
                WHERE id = :id""")
                .param("id", version.id().value())
                .param("state", state.wire())
                .param("outcome", outcome.wire())
                .param("message", message)
                .param("at", Columns.time(at))
                .update();
    }

    /** Notes people who worked on the version. They stay noted when their work is replaced. */
    void addAuthors(AppVersionId id, Collection<String> principals, Instant at) {
        jdbc.sql("""
                INSERT INTO catalogue.version_author (version_id, principal_id, since)
                SELECT :id, one, :at FROM unnest(:principals) AS one ON CONFLICT DO NOTHING""")
                .param("id", id.value())
                .param("principals", principals.toArray(String[]::new))
                .param("at", Columns.time(at))
                .update();
    }

    boolean isAuthor(AppVersionId id, String principal) {
        return jdbc.sql("""
                SELECT EXISTS (SELECT 1 FROM catalogue.version_author
                    WHERE version_id = :id AND principal_id = :principal)""")
                .param("id", id.value())
                .param("principal", principal)
                .query(Boolean.class)
                .single();
    }

    /** Keeps the decision for good; the version has the newest one only. */
    void addReview(
            UUID id,
            VersionRow version,
            AppReviewOutcome outcome,
            String message,
            List<String> agreed,
            String by,
            Instant at) {
        jdbc.sql("""
                INSERT INTO catalogue.review (id, version_id, digest, outcome, message, agreed, decided_at, decided_by)
                VALUES (:id, :version, :digest, :outcome, :message, :agreed, :at, :by)""")
                .param("id", id)
                .param("version", version.id().value())
                .param("digest", version.content().digest())
                .param("outcome", outcome.wire())
                .param("message", message)
                .param("agreed", agreed.toArray(String[]::new))
                .param("at", Columns.time(at))
                .param("by", by)
                .update();
    }

    void publish(AppVersionId id, AppVersionState state, Instant at) {
        jdbc.sql("""
                UPDATE catalogue.app_version SET state = :state, published_at = COALESCE(published_at, :at) WHERE id = :id""")
                .param("id", id.value())
                .param("state", state.wire())
                .param("at", Columns.time(at))
                .update();
    }

    void deprecate(AppVersionId id, AppVersionState state, DeprecateAppVersion command, Instant at) {
        jdbc.sql("""
                UPDATE catalogue.app_version SET state = :state, deprecated_at = :at, deprecation = :message,
                    successor = :successor, sunset_at = :sunset
                WHERE id = :id""")
                .param("id", id.value())
                .param("state", state.wire())
                .param("at", Columns.time(at))
                .param("message", command.message().strip())
                .param("successor", command.successor(), Types.VARCHAR)
                .param("sunset", Columns.optionalTime(command.sunsetAt()), Types.TIMESTAMP_WITH_TIMEZONE)
                .update();
    }

    private static VersionRow row(ResultSet row, int number) throws SQLException {
        String outcome = row.getString("outcome");
        Instant deprecatedAt = Columns.optionalInstant(row, "deprecated_at");
        return new VersionRow(
                new AppVersionId(row.getObject("id", UUID.class)),
                new AppId(row.getObject("app_id", UUID.class)),
                row.getString("app"),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                row.getString("version"),
                AppVersionState.fromWire(row.getString("state")),
                new Content(
                        row.getString("digest"),
                        row.getString("profile"),
                        row.getString("title"),
                        row.getString("summary"),
                        List.of(JSON.readValue(row.getString("findings"), ManifestFinding[].class))),
                Columns.instant(row, "created_at"),
                row.getString("created_by"),
                new Progress(
                        Columns.optionalInstant(row, "submitted_at"),
                        row.getString("reviewer"),
                        Columns.optionalInstant(row, "review_started_at"),
                        outcome == null ? null : AppReviewOutcome.fromWire(outcome),
                        row.getString("outcome_message"),
                        Columns.optionalInstant(row, "outcome_at"),
                        row.getString("outcome_digest"),
                        Columns.optionalInstant(row, "approved_at"),
                        Columns.optionalInstant(row, "published_at")),
                deprecatedAt == null
                        ? null
                        : new Ending(
                                deprecatedAt,
                                row.getString("deprecation"),
                                row.getString("successor"),
                                Columns.optionalInstant(row, "sunset_at")));
    }
}
