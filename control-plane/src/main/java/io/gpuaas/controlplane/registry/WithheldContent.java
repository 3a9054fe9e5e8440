package io.gpuaas.controlplane.registry;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Refuses withheld manifests, and blobs that only withheld manifests refer to. */
@Component
class WithheldContent {

    private static final int PARENTS_PAGE = 100;

    private final WithheldManifests withheld;
    private final JdbcClient jdbc;

    WithheldContent(WithheldManifests withheld, JdbcClient jdbc) {
        this.withheld = withheld;
        this.jdbc = jdbc;
    }

    void requireOpen(ContentDigest manifest) {
        if (!withheld.among(List.of(manifest)).isEmpty()) {
            throw RegistryException.denied("the manifest is withheld by an operator");
        }
    }

    void requireOpen(Repository repository, ContentDigest blob) {
        if (isWithheld(repository, blob)) {
            throw RegistryException.denied("the blob belongs to a manifest that is withheld by an operator");
        }
    }

    /** A blob that another manifest of the repository refers to, or none yet, stays readable. */
    boolean isWithheld(Repository repository, ContentDigest blob) {
        String after = "";
        while (true) {
            List<ContentDigest> parents = parents(repository, blob, after);
            if (parents.isEmpty()) {
                return !after.isEmpty();
            }
            if (withheld.among(parents).size() < parents.size()) {
                return false;
            }
            after = parents.getLast().toString();
        }
    }

    private List<ContentDigest> parents(Repository repository, ContentDigest blob, String after) {
        return jdbc.sql("""
                SELECT parent FROM registry.manifest_child
                WHERE repository_id = :repository AND child = :child AND parent > :after ORDER BY parent LIMIT :limit""")
                .param("repository", repository.id())
                .param("child", blob.toString())
                .param("after", after)
                .param("limit", PARENTS_PAGE)
                .query((row, n) -> ContentDigest.find(row.getString("parent")).orElseThrow())
                .list();
    }
}
