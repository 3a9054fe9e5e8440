package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.ArtifactSbom;
import io.gpuaas.controlplane.artifacts.SbomReader.Reading;
import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.sbom.PackageUrl;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of SBOMs and of the packages that they list. */
@Component
class SbomStore {

    private final JdbcClient jdbc;

    SbomStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Artifacts that were verified since their SBOMs were looked for. */
    List<ArtifactId> listDue(Instant now, int limit) {
        return jdbc.sql("""
                SELECT id FROM artifacts.artifact
                WHERE sbom_mark < verify_mark AND verify_due_at IS NULL AND (sbom_due_at IS NULL OR sbom_due_at <= :now)
                ORDER BY id LIMIT :limit""")
                .param("now", Columns.time(now))
                .param("limit", limit)
                .query((row, n) -> new ArtifactId(row.getObject("id", UUID.class)))
                .list();
    }

    boolean isDue(ArtifactId id) {
        return jdbc.sql("SELECT sbom_mark < verify_mark FROM artifacts.artifact WHERE id = :id")
                .param("id", id.value())
                .query(Boolean.class)
                .single();
    }

    void postpone(ArtifactId id, Instant until) {
        jdbc.sql("UPDATE artifacts.artifact SET sbom_due_at = :until WHERE id = :id")
                .param("id", id.value())
                .param("until", Columns.time(until))
                .update();
    }

    void done(ArtifactId id, long mark) {
        jdbc.sql("UPDATE artifacts.artifact SET sbom_mark = :mark, sbom_due_at = NULL WHERE id = :id")
                .param("id", id.value())
                .param("mark", mark)
                .update();
    }

    Set<String> digests(ArtifactId artifact) {
        return Set.copyOf(jdbc.sql("SELECT digest FROM artifacts.sbom WHERE artifact_id = :artifact")
                .param("artifact", artifact.value())
                .query(String.class)
                .list());
    }

    long countComponents(TenantId tenant) {
        return jdbc.sql("SELECT coalesce(sum(components), 0) FROM artifacts.sbom WHERE tenant_id = :tenant")
                .param("tenant", tenant.value())
                .query(Long.class)
                .single();
    }

    void removeOthers(ArtifactId artifact, Collection<String> digests) {
        jdbc.sql("DELETE FROM artifacts.sbom WHERE artifact_id = :artifact AND digest <> ALL (:digests)")
                .param("artifact", artifact.value())
                .param("digests", digests.toArray(String[]::new))
                .update();
    }

    /** Adds an SBOM without its packages, if it was not read. */
    void addFaulty(Standing artifact, Reading reading, String fault, Instant now) {
        add(artifact, reading, fault, 0, 0, now);
    }

    void add(Standing artifact, Reading reading, Instant now) {
        List<PackageUrl> packages =
                List.copyOf(Objects.requireNonNull(reading.sbom()).packages());
        add(artifact, reading, null, packages.size(), reading.sbom().unnamed(), now);
        jdbc.sql("""
                INSERT INTO artifacts.sbom_component (artifact_id, digest, package, version)
                SELECT :artifact, :digest, one.package, one.version
                FROM unnest(:packages::text[], :versions::text[]) AS one (package, version) ON CONFLICT DO NOTHING""")
                .param("artifact", artifact.id().value())
                .param("digest", reading.digest())
                .param("packages", packages.stream().map(PackageUrl::key).toArray(String[]::new))
                .param(
                        "versions",
                        packages.stream()
                                .map(one -> Objects.requireNonNullElse(one.version(), ""))
                                .toArray(String[]::new))
                .update();
    }

    private void add(
            Standing artifact, Reading reading, @Nullable String fault, int components, int unnamed, Instant now) {
        jdbc.sql("""
                INSERT INTO artifacts.sbom (artifact_id, digest, tenant_id, format, fault, components, unnamed, indexed_at)
                VALUES (:artifact, :digest, :tenant, :format, :fault, :components, :unnamed, :now)""")
                .param("artifact", artifact.id().value())
                .param("digest", reading.digest())
                .param("tenant", artifact.tenant().value())
                .param("format", TrustStore.wire(reading.format()))
                .param("fault", fault)
                .param("components", components)
                .param("unnamed", unnamed)
                .param("now", Columns.time(now))
                .update();
    }

    List<ArtifactSbom> list(ArtifactId artifact) {
        return jdbc.sql("SELECT * FROM artifacts.sbom WHERE artifact_id = :artifact ORDER BY indexed_at DESC, digest")
                .param("artifact", artifact.value())
                .query((row, n) -> new ArtifactSbom(
                        row.getString("digest"),
                        row.getString("format"),
                        row.getString("fault"),
                        row.getInt("components"),
                        row.getInt("unnamed"),
                        Columns.instant(row, "indexed_at")))
                .list();
    }
}
