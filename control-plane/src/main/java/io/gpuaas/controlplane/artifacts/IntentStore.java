package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.PlannedArtifact;
import io.gpuaas.api.PublishIntentState;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.PublishIntentId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
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
import tools.jackson.databind.json.JsonMapper;

@Component
class IntentStore {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JdbcClient jdbc;

    IntentStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A publish intent as stored. The grant is the credential for its repository. */
    record Intent(
            PublishIntentId id,
            TenantId tenant,
            ProjectId project,
            PublisherId publisher,
            String app,
            String version,
            PublishIntentState state,
            List<PlannedArtifact> planned,
            String repository,
            UUID grant,
            List<UUID> published,
            Instant createdAt,
            String createdBy,
            Instant expiresAt,
            @Nullable Instant endedAt) {

        Intent {
            planned = List.copyOf(planned);
            published = List.copyOf(published);
        }

        Intent ended(PublishIntentState how, List<UUID> artifacts, Instant at) {
            return new Intent(
                    id,
                    tenant,
                    project,
                    publisher,
                    app,
                    version,
                    how,
                    planned,
                    repository,
                    grant,
                    artifacts,
                    createdAt,
                    createdBy,
                    expiresAt,
                    at);
        }
    }

    void add(Intent intent) {
        jdbc.sql("""
                INSERT INTO artifacts.publish_intent (id, tenant_id, project_id, publisher_id, app, version, state, planned,
                    repository, grant_id, created_at, created_by, expires_at)
                VALUES (:id, :tenant, :project, :publisher, :app, :version, :state, CAST(:planned AS jsonb), :repository,
                    :grant, :created, :by, :expires)""")
                .param("id", intent.id().value())
                .param("tenant", intent.tenant().value())
                .param("project", intent.project().value())
                .param("publisher", intent.publisher().value())
                .param("app", intent.app())
                .param("version", intent.version())
                .param("state", intent.state().wire())
                .param("planned", JSON.writeValueAsString(intent.planned()))
                .param("repository", intent.repository())
                .param("grant", intent.grant())
                .param("created", Columns.time(intent.createdAt()))
                .param("by", intent.createdBy())
                .param("expires", Columns.time(intent.expiresAt()))
                .update();
    }

    long countOpen(TenantId tenant) {
        return jdbc.sql("SELECT count(*) FROM artifacts.publish_intent WHERE tenant_id = :tenant AND state = 'open'")
                .param("tenant", tenant.value())
                .query(Long.class)
                .single();
    }

    void end(Intent intent) {
        jdbc.sql("""
                UPDATE artifacts.publish_intent SET state = :state, published = :published, ended_at = :at WHERE id = :id""")
                .param("id", intent.id().value())
                .param("state", intent.state().wire())
                .param("published", intent.published().toArray(UUID[]::new))
                .param("at", Columns.optionalTime(intent.endedAt()))
                .update();
    }

    Optional<Intent> find(ProjectId project, PublishIntentId id) {
        return query(project, id, "");
    }

    /** Waits for another request that ends the same intent. */
    Optional<Intent> lock(ProjectId project, PublishIntentId id) {
        return query(project, id, " FOR UPDATE");
    }

    private Optional<Intent> query(ProjectId project, PublishIntentId id, String lock) {
        return jdbc.sql("SELECT * FROM artifacts.publish_intent WHERE id = :id AND project_id = :project" + lock)
                .param("id", id.value())
                .param("project", project.value())
                .query(IntentStore::intent)
                .optional();
    }

    List<Intent> list(ProjectId project, @Nullable UUID before, int limit) {
        return jdbc.sql("""
                SELECT * FROM artifacts.publish_intent
                WHERE project_id = :project AND (:before::uuid IS NULL OR id < :before::uuid)
                ORDER BY id DESC LIMIT :limit""")
                .param("project", project.value())
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(IntentStore::intent)
                .list();
    }

    /** An open intent whose time is over. */
    record Expired(PublishIntentId id, String repository) {}

    /** Lists open intents whose time is over, in the order of their ids, those after the given one. */
    List<Expired> listExpired(Instant now, @Nullable PublishIntentId after, int limit) {
        return jdbc.sql("""
                SELECT id, repository FROM artifacts.publish_intent
                WHERE state = 'open' AND expires_at <= :now AND (:after::uuid IS NULL OR id > :after::uuid)
                ORDER BY id LIMIT :limit""")
                .param("now", Columns.time(now))
                .param("after", after == null ? null : after.value(), Types.OTHER)
                .param("limit", limit)
                .query((row, n) ->
                        new Expired(new PublishIntentId(row.getObject("id", UUID.class)), row.getString("repository")))
                .list();
    }

    /** Locks an open intent whose time is over, unless another transaction is ending it. */
    Optional<Intent> lockExpired(PublishIntentId id, Instant now) {
        return jdbc.sql("""
                SELECT * FROM artifacts.publish_intent WHERE id = :id AND state = 'open' AND expires_at <= :now
                FOR UPDATE SKIP LOCKED""")
                .param("id", id.value())
                .param("now", Columns.time(now))
                .query(IntentStore::intent)
                .optional();
    }

    private static Intent intent(ResultSet row, int number) throws SQLException {
        UUID[] published = row.getArray("published") == null
                ? new UUID[0]
                : (UUID[]) row.getArray("published").getArray();
        return new Intent(
                new PublishIntentId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new ProjectId(row.getObject("project_id", UUID.class)),
                new PublisherId(row.getObject("publisher_id", UUID.class)),
                row.getString("app"),
                row.getString("version"),
                PublishIntentState.fromWire(row.getString("state")),
                List.of(JSON.readValue(row.getString("planned"), PlannedArtifact[].class)),
                row.getString("repository"),
                row.getObject("grant_id", UUID.class),
                List.of(published),
                Columns.instant(row, "created_at"),
                row.getString("created_by"),
                Columns.instant(row, "expires_at"),
                Columns.optionalInstant(row, "ended_at"));
    }
}
