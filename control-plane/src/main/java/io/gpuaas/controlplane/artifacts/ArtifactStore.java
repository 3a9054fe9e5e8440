package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.Artifact;
import io.gpuaas.api.ArtifactKind;
import io.gpuaas.api.ArtifactPromotion;
import io.gpuaas.api.ArtifactTrust;
import io.gpuaas.controlplane.artifacts.IntentStore.Intent;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.registry.RegistryAddress;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

@Component
class ArtifactStore {

    private final JdbcClient jdbc;
    private final RegistryAddress registry;

    ArtifactStore(JdbcClient jdbc, RegistryAddress registry) {
        this.jdbc = jdbc;
        this.registry = registry;
    }

    /** False when the version of the app already has an artifact of this name. */
    boolean add(Intent intent, Artifact artifact) {
        return jdbc.sql("""
                INSERT INTO artifacts.artifact (id, tenant_id, project_id, publisher_id, app, version, name, kind, digest,
                    media_type, artifact_type, size_bytes, platforms, trust, promotion, published_at, published_by,
                    verify_due_at)
                VALUES (:id, :tenant, :project, :publisher, :app, :version, :name, :kind, :digest, :mediaType, :artifactType,
                    :size, :platforms, :trust, :promotion, :at, :by, :at)
                ON CONFLICT (app, version, name) DO NOTHING""")
                        .param("id", artifact.id().value())
                        .param("tenant", intent.tenant().value())
                        .param("project", intent.project().value())
                        .param("publisher", artifact.publisherId().value())
                        .param("app", artifact.app())
                        .param("version", artifact.version())
                        .param("name", artifact.name())
                        .param("kind", artifact.kind().wire())
                        .param("digest", artifact.digest())
                        .param("mediaType", artifact.mediaType())
                        .param("artifactType", artifact.artifactType())
                        .param("size", artifact.sizeBytes())
                        .param("platforms", artifact.platforms().toArray(String[]::new))
                        .param("trust", artifact.trust().wire())
                        .param("promotion", artifact.promotion().wire())
                        .param("at", Columns.time(artifact.publishedAt()))
                        .param("by", artifact.publishedBy())
                        .update()
                == 1;
    }

    Optional<Artifact> find(TenantId tenant, ArtifactId id) {
        return jdbc.sql("SELECT * FROM artifacts.artifact WHERE id = :id AND tenant_id = :tenant")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .query(this::artifact)
                .optional();
    }

    Optional<Artifact> find(String app, String version, String name) {
        return jdbc.sql("SELECT * FROM artifacts.artifact WHERE app = :app AND version = :version AND name = :name")
                .param("app", app)
                .param("version", version)
                .param("name", name)
                .query(this::artifact)
                .optional();
    }

    List<Artifact> list(Collection<UUID> ids) {
        return jdbc.sql("SELECT * FROM artifacts.artifact WHERE id = " + Columns.ANY_OF_IDS)
                .param("ids", ids.toArray(UUID[]::new))
                .query(this::artifact)
                .list();
    }

    List<Artifact> list(TenantId tenant, @Nullable String app, @Nullable UUID before, int limit) {
        return jdbc.sql(page(app != null, before != null))
                .param("tenant", tenant.value())
                .param("app", app)
                .param("before", before, Types.OTHER)
                .param("limit", limit)
                .query(this::artifact)
                .list();
    }

    /** Conditions that may be absent are left out: with them a prepared plan would read all pages before this one. */
    static String page(boolean isOfApp, boolean isLater) {
        return "SELECT * FROM artifacts.artifact WHERE tenant_id = :tenant"
                + (isOfApp ? " AND app = :app" : "")
                + (isLater ? " AND id < :before" : "")
                + " ORDER BY id DESC LIMIT :limit";
    }

    private Artifact artifact(ResultSet row, int number) throws SQLException {
        String app = row.getString("app");
        return new Artifact(
                new ArtifactId(row.getObject("id", UUID.class)),
                new PublisherId(row.getObject("publisher_id", UUID.class)),
                app,
                row.getString("version"),
                row.getString("name"),
                ArtifactKind.fromWire(row.getString("kind")),
                row.getString("digest"),
                row.getString("media_type"),
                row.getString("artifact_type"),
                row.getLong("size_bytes"),
                Columns.texts(row, "platforms"),
                registry.url(),
                app,
                ArtifactTrust.fromWire(row.getString("trust")),
                ArtifactPromotion.fromWire(row.getString("promotion")),
                Columns.instant(row, "published_at"),
                row.getString("published_by"));
    }
}
