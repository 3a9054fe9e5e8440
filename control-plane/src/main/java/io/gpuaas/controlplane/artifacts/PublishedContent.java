package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.ArtifactKind;
import io.gpuaas.api.ArtifactTrust;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Answers other domains who owns a namespace and which artifacts were published for an app. */
@Component
public class PublishedContent {

    private final JdbcClient jdbc;

    PublishedContent(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** An artifact of an app. */
    public record Published(ArtifactId id, ArtifactKind kind, String digest, ArtifactTrust trust) {}

    /** Finds the tenant's publisher and locks it until the transaction ends, so that counts of its apps stay true. */
    public Optional<PublisherId> lockPublisher(TenantId tenant, String namespace) {
        return jdbc.sql("""
                SELECT id FROM artifacts.publisher
                WHERE tenant_id = :tenant AND namespace = :namespace FOR NO KEY UPDATE""")
                .param("tenant", tenant.value())
                .param("namespace", namespace)
                .query((row, number) -> new PublisherId(row.getObject("id", UUID.class)))
                .optional();
    }

    public boolean publisherExists(String namespace) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM artifacts.publisher WHERE namespace = :namespace)")
                .param("namespace", namespace)
                .query(Boolean.class)
                .single();
    }

    /** Returns those artifacts of which operators withhold the manifest or an image, for a while or for good. */
    public Set<ArtifactId> findWithheld(Collection<ArtifactId> artifacts) {
        return Set.copyOf(jdbc.sql("""
                    SELECT DISTINCT m.artifact_id FROM artifacts.artifact_manifest m
                    JOIN artifacts.withheld_digest w ON w.digest = m.digest
                    WHERE m.artifact_id =""" + " " + Columns.ANY_OF_IDS)
                .param("ids", values(artifacts))
                .query((row, number) -> new ArtifactId(row.getObject("artifact_id", UUID.class)))
                .list());
    }

    /** Returns the trust of those artifacts that are the tenant's. */
    public Map<ArtifactId, ArtifactTrust> findTrust(TenantId tenant, Collection<ArtifactId> artifacts) {
        Map<ArtifactId, ArtifactTrust> found = new HashMap<>();
        jdbc.sql("SELECT id, trust FROM artifacts.artifact WHERE tenant_id = :tenant AND id = " + Columns.ANY_OF_IDS)
                .param("tenant", tenant.value())
                .param("ids", values(artifacts))
                .query((ResultSet row) -> {
                    found.put(
                            new ArtifactId(row.getObject("id", UUID.class)),
                            ArtifactTrust.fromWire(row.getString("trust")));
                });
        return found;
    }

    /** Returns the principals who published the artifacts. */
    public Set<String> listPublishedBy(Collection<ArtifactId> artifacts) {
        return Set.copyOf(
                jdbc.sql("SELECT DISTINCT published_by FROM artifacts.artifact WHERE id = " + Columns.ANY_OF_IDS)
                        .param("ids", values(artifacts))
                        .query(String.class)
                        .list());
    }

    private static UUID[] values(Collection<ArtifactId> artifacts) {
        return artifacts.stream().map(ArtifactId::value).toArray(UUID[]::new);
    }

    /** Returns the tenant's artifacts of the app with these digests, those published first at the front. */
    public List<Published> list(TenantId tenant, String app, Collection<String> digests) {
        return jdbc.sql("""
                SELECT id, kind, digest, trust FROM artifacts.artifact
                WHERE tenant_id = :tenant AND app = :app AND digest = ANY (:digests::text[]) ORDER BY id""")
                .param("tenant", tenant.value())
                .param("app", app)
                .param("digests", digests.toArray(String[]::new))
                .query((row, number) -> new Published(
                        new ArtifactId(row.getObject("id", UUID.class)),
                        ArtifactKind.fromWire(row.getString("kind")),
                        row.getString("digest"),
                        ArtifactTrust.fromWire(row.getString("trust"))))
                .list();
    }
}
