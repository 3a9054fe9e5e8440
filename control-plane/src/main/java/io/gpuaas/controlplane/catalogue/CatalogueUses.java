package io.gpuaas.controlplane.catalogue;

import io.gpuaas.controlplane.artifacts.ArtifactUses;
import io.gpuaas.kernel.ArtifactId;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Answers the package artifacts from the catalogue. */
@Component
class CatalogueUses implements ArtifactUses {

    private final JdbcClient jdbc;

    CatalogueUses(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Map<ArtifactId, List<String>> versionsUsing(Collection<ArtifactId> artifacts, int max) {
        Map<ArtifactId, List<String>> found = new HashMap<>();
        jdbc.sql("""
                SELECT wanted.id, newest.version FROM unnest((SELECT :ids)::uuid[]) AS wanted (id)
                CROSS JOIN LATERAL (
                    SELECT DISTINCT v.id, v.version FROM catalogue.artifact_use u JOIN catalogue.app_version v ON v.id = u.version_id
                    WHERE u.artifact_id = wanted.id ORDER BY v.id DESC LIMIT :max) AS newest
                ORDER BY newest.id DESC""")
                .param("ids", artifacts.stream().map(ArtifactId::value).toArray(UUID[]::new))
                .param("max", max)
                .query((ResultSet row) -> {
                    found.computeIfAbsent(new ArtifactId(row.getObject("id", UUID.class)), id -> new ArrayList<>())
                            .add(row.getString("version"));
                });
        return found;
    }
}
