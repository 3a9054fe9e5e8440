package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.WithheldManifests;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The digests that operators withhold, for a while or for good, whoever publishes them and under which name. */
@Component
class WithheldDigests implements WithheldManifests {

    static final String QUARANTINED = "quarantined";
    static final String REVOKED = "revoked";

    private final JdbcClient jdbc;

    WithheldDigests(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** A digest that is withheld, and why. */
    record Withheld(String kind, String reason) {}

    @Override
    public Set<ContentDigest> among(Collection<ContentDigest> digests) {
        return jdbc
                .sql("SELECT DISTINCT digest FROM artifacts.withheld_digest WHERE digest = ANY (:digests)")
                .param("digests", digests.stream().map(ContentDigest::toString).toArray(String[]::new))
                .query((row, n) -> ContentDigest.find(row.getString("digest")).orElseThrow())
                .list()
                .stream()
                .collect(Collectors.toSet());
    }

    /** Finds why one of the digests is withheld. A revocation comes before a quarantine. */
    Optional<Withheld> find(Collection<String> digests) {
        return jdbc.sql("""
                SELECT kind, reason FROM artifacts.withheld_digest WHERE digest = ANY (:digests)
                ORDER BY kind DESC, since DESC LIMIT 1""")
                .param("digests", digests.toArray(String[]::new))
                .query((row, n) -> new Withheld(row.getString("kind"), row.getString("reason")))
                .optional();
    }

    Set<String> findAmong(Collection<String> digests) {
        return Set.copyOf(
                jdbc.sql("SELECT DISTINCT digest FROM artifacts.withheld_digest WHERE digest = ANY (:digests)")
                        .param("digests", digests.toArray(String[]::new))
                        .query(String.class)
                        .list());
    }

    Optional<String> findQuarantine(String digest) {
        return jdbc.sql("""
                SELECT reason FROM artifacts.withheld_digest WHERE digest = :digest AND kind = 'quarantined'
                ORDER BY since DESC LIMIT 1""").param("digest", digest).query(String.class).optional();
    }

    /**
     * Holds off launches and completions with these digests until the transaction ends. Digests are locked in one order.
     */
    void lock(Collection<String> digests) {
        sorted(digests).forEach(digest -> lock("pg_advisory_xact_lock", digest));
    }

    /** Holds off a withholding of the digests until the transaction ends. */
    void share(Collection<String> digests) {
        sorted(digests).forEach(digest -> lock("pg_advisory_xact_lock_shared", digest));
    }

    private static List<String> sorted(Collection<String> digests) {
        return digests.stream().distinct().sorted().toList();
    }

    private void lock(String function, String digest) {
        jdbc.sql("SELECT " + function + "(hashtextextended('withheld ' || :digest, 0))")
                .param("digest", digest)
                .query((row, n) -> true)
                .single();
    }

    /** False when all of it was withheld for the same cause before. */
    boolean withhold(Collection<String> digests, String cause, String kind, String reason, Instant now, String by) {
        return jdbc.sql("""
                INSERT INTO artifacts.withheld_digest (digest, cause, kind, reason, since, by_id)
                SELECT one, :cause, :kind, :reason, :now, :by FROM unnest(:digests) AS one
                ON CONFLICT DO NOTHING""")
                        .param("digests", sorted(digests).toArray(String[]::new))
                        .param("cause", cause)
                        .param("kind", kind)
                        .param("reason", reason)
                        .param("now", Columns.time(now))
                        .param("by", by)
                        .update()
                > 0;
    }

    /** Ends the revocation with this cause and returns the digests that it withheld. */
    List<String> reinstate(String cause) {
        return jdbc.sql("DELETE FROM artifacts.withheld_digest WHERE cause = :cause AND kind = 'revoked' RETURNING"
                        + " digest")
                .param("cause", cause)
                .query((row, n) -> row.getString("digest"))
                .list();
    }

    /** False when nothing was quarantined for this cause. */
    boolean release(String cause) {
        return jdbc.sql("DELETE FROM artifacts.withheld_digest WHERE cause = :cause AND kind = 'quarantined'")
                        .param("cause", cause)
                        .update()
                > 0;
    }
}
