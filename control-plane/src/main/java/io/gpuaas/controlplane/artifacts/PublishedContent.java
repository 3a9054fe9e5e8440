package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.ArtifactKind;
import io.gpuaas.api.ArtifactTrust;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.TenantId;
import java.util.Collection;
import java.util.List;
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

    /** Returns those of the digests that operators withhold, for a while or for good. */
    public Set<String> findWithheld(Collection<String> digests) {
        return Set.copyOf(
                jdbc.sql("SELECT DISTINCT digest FROM artifacts.withheld_digest WHERE digest = ANY (:digests::text[])")
                        .param("digests", digests.toArray(String[]::new))
                        .query((row, number) -> row.getString("digest"))
                        .list());
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
