package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.controlplane.trust.LaunchDecision.Launch;
import io.gpuaas.controlplane.trust.PromotionState;
import io.gpuaas.controlplane.trust.TrustState;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.PublisherId;
import io.gpuaas.kernel.PublisherKeyId;
import io.gpuaas.kernel.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of the trust and promotion of artifacts. */
@Component
class TrustStore {

    private static final String VERIFICATION_DUE = " SET verify_due_at = :now, verify_mark = verify_mark + 1";

    /** Signers of an artifact without one of its keys: the people who registered the others, at most as many as before. */
    private static final String OTHER_SIGNERS = """
            least(signer_count, (SELECT count(DISTINCT k.created_by) FROM artifacts.publisher_key k
                WHERE k.publisher_id = :publisher AND k.id::text = ANY (array_remove(signers, :key))))""";

    private static final List<String> OFFERED = List.of("promoted", "deprecated");
    private static final List<String> OFFERED_FOR_RESTART = List.of("promoted", "deprecated", "retired");

    private final JdbcClient jdbc;

    TrustStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** An artifact with both states. {@code mark} changes whenever something makes a verification due. */
    record Standing(
            ArtifactId id,
            TenantId tenant,
            PublisherId publisher,
            String app,
            String digest,
            Instant publishedAt,
            TrustState trust,
            @Nullable String trustReason,
            String announcedTrust,
            PromotionState promotion,
            @Nullable String promotionReason,
            @Nullable ArtifactId successor,
            int signerCount,
            List<String> platformSigners,
            boolean isDue,
            long mark,
            @Nullable Instant verifiedAt) {}

    void addManifests(ArtifactId artifact, Collection<String> digests) {
        jdbc.sql("""
                INSERT INTO artifacts.artifact_manifest (artifact_id, digest) SELECT :artifact, one FROM unnest(:digests) AS one
                ON CONFLICT DO NOTHING""")
                .param("artifact", artifact.value())
                .param("digests", digests.toArray(String[]::new))
                .update();
    }

    List<String> listManifests(ArtifactId artifact) {
        return jdbc.sql("SELECT digest FROM artifacts.artifact_manifest WHERE artifact_id = :artifact ORDER BY digest")
                .param("artifact", artifact.value())
                .query((row, n) -> row.getString("digest"))
                .list();
    }

    /** Returns those of the digests that are manifests of artifacts. */
    Set<String> findPublished(Collection<String> digests) {
        return Set.copyOf(jdbc.sql(
                        "SELECT DISTINCT digest FROM artifacts.artifact_manifest WHERE digest = ANY (:digests::text[])")
                .param("digests", digests.toArray(String[]::new))
                .query(String.class)
                .list());
    }

    /**
     * Lists the manifests that withholding an artifact withholds: its own digest, and the images of an index that no other
     * publisher has. Otherwise an index over somebody else's image would take that image from everybody.
     */
    List<String> listWithholdable(Standing artifact) {
        return jdbc.sql("""
                SELECT m.digest FROM artifacts.artifact_manifest m WHERE m.artifact_id = :artifact
                    AND (m.digest = :digest OR NOT EXISTS (
                        SELECT 1 FROM artifacts.artifact_manifest o JOIN artifacts.artifact a ON a.id = o.artifact_id
                        WHERE o.digest = m.digest AND a.publisher_id <> :publisher))
                ORDER BY m.digest""")
                .param("artifact", artifact.id().value())
                .param("digest", artifact.digest())
                .param("publisher", artifact.publisher().value())
                .query((row, n) -> row.getString("digest"))
                .list();
    }

    Optional<Standing> find(TenantId tenant, ArtifactId id) {
        return jdbc.sql("SELECT * FROM artifacts.artifact WHERE id = :id AND tenant_id = :tenant")
                .param("id", id.value())
                .param("tenant", tenant.value())
                .query(TrustStore::standing)
                .optional();
    }

    Optional<Standing> find(ArtifactId id) {
        return query(id, "");
    }

    Optional<Standing> lock(ArtifactId id) {
        return query(id, " FOR UPDATE");
    }

    private Optional<Standing> query(ArtifactId id, String lock) {
        return jdbc.sql("SELECT * FROM artifacts.artifact WHERE id = :id" + lock)
                .param("id", id.value())
                .query(TrustStore::standing)
                .optional();
    }

    /**
     * Finds an artifact if a tenant may see it for a launch: its own, one that is promoted or deprecated, or, for a restart, a
     * retired one. {@code locked} keeps its states until the transaction ends.
     */
    Optional<Standing> findForLaunch(ArtifactId id, TenantId tenant, Launch launch, boolean locked) {
        return jdbc.sql("""
                SELECT * FROM artifacts.artifact
                WHERE id = :id AND (tenant_id = :tenant OR promotion = ANY (:offered))""" + (locked ? " FOR SHARE" : ""))
                .param("id", id.value())
                .param("tenant", tenant.value())
                .param("offered", offered(launch))
                .query(TrustStore::standing)
                .optional();
    }

    private static String[] offered(Launch launch) {
        return (launch == Launch.RESTART ? OFFERED_FOR_RESTART : OFFERED).toArray(String[]::new);
    }

    /**
     * Finds the artifact that speaks best for a launch of a digest, for explanations that name no artifact: one that the tenant
     * owns or that is promoted or deprecated.
     */
    Optional<Standing> findBestForLaunch(String digest, TenantId tenant) {
        return jdbc.sql("""
                SELECT a.* FROM artifacts.artifact a JOIN artifacts.artifact_manifest m ON m.artifact_id = a.id
                WHERE m.digest = :digest AND (a.tenant_id = :tenant OR a.promotion = ANY (:offered))
                ORDER BY CASE a.trust WHEN 'verified' THEN 0 WHEN 'unverified' THEN 1 ELSE 2 END, a.signer_count DESC,
                    (a.promotion = 'retired'), (a.promotion = 'deprecated'), (a.tenant_id = :tenant) DESC, a.id DESC
                LIMIT 1""")
                .param("digest", digest)
                .param("tenant", tenant.value())
                .param("offered", offered(Launch.NEW))
                .query(TrustStore::standing)
                .optional();
    }

    /** Lists the artifacts of an app with one of these digests that are promoted or deprecated. */
    List<Standing> listOffered(String app, Collection<String> digests) {
        return jdbc.sql("""
                SELECT * FROM artifacts.artifact
                WHERE digest = ANY (:digests) AND app = :app AND promotion = ANY (:offered) ORDER BY id""")
                .param("digests", digests.toArray(String[]::new))
                .param("app", app)
                .param("offered", OFFERED.toArray(String[]::new))
                .query(TrustStore::standing)
                .list();
    }

    void makeDue(Collection<ArtifactId> ids, Instant now) {
        jdbc.sql("UPDATE artifacts.artifact" + VERIFICATION_DUE + " WHERE id = " + Columns.ANY_OF_IDS)
                .param("ids", ids.stream().map(ArtifactId::value).toArray(UUID[]::new))
                .param("now", Columns.time(now))
                .update();
    }

    /** A new key may be the one that signatures waited for. Artifacts without signatures stay as they are. */
    void makeSignedOnesDue(PublisherId publisher, Instant now) {
        lockAll(publisher);
        jdbc.sql("UPDATE artifacts.artifact" + VERIFICATION_DUE
                        + " WHERE publisher_id = :publisher AND trust = 'failed_verification'")
                .param("publisher", publisher.value())
                .param("now", Columns.time(now))
                .update();
    }

    /** Ends the trust that rests on a key: artifacts with too few other signers are no longer verified. */
    void withdraw(PublisherId publisher, PublisherKeyId key, Instant now) {
        lockAll(publisher);
        jdbc.sql("UPDATE artifacts.artifact" + VERIFICATION_DUE + ", trust = CASE WHEN trust = 'verified' AND "
                        + OTHER_SIGNERS + " < signers_required THEN 'unverified' ELSE trust END, signer_count = "
                        + OTHER_SIGNERS + """
                            , trust_reason = CASE WHEN trust = 'verified' THEN 'revoked_key' ELSE trust_reason END,
                                signers = array_remove(signers, :key)
                            WHERE publisher_id = :publisher AND (:key = ANY (signers) OR trust = 'failed_verification')""")
                .param("publisher", publisher.value())
                .param("key", key.toString())
                .param("now", Columns.time(now))
                .update();
    }

    /** In one order, so that two changes of many artifacts wait for each other. */
    private void lockAll(PublisherId publisher) {
        jdbc.sql("""
                SELECT count(*) FROM (SELECT 1 FROM artifacts.artifact
                    WHERE publisher_id = :publisher AND trust IN ('verified', 'failed_verification')
                    ORDER BY id FOR NO KEY UPDATE) AS locked""").param("publisher", publisher.value()).query(Long.class).single();
    }

    /** Revokes all artifacts with one of the digests. The events of others than the named one follow by the round. */
    void revoke(Collection<String> digests, String reason, Instant now) {
        String[] all = digests.toArray(String[]::new);
        jdbc.sql("""
                SELECT count(*) FROM (SELECT 1 FROM artifacts.artifact WHERE digest = ANY (:digests)
                    ORDER BY id FOR NO KEY UPDATE) AS locked""").param("digests", all).query(Long.class).single();
        jdbc.sql("UPDATE artifacts.artifact" + VERIFICATION_DUE + """
                , trust = 'revoked', trust_reason = :reason WHERE digest = ANY (:digests) AND trust <> 'revoked'""")
                .param("digests", all)
                .param("reason", reason)
                .param("now", Columns.time(now))
                .update();
    }

    /**
     * Ends the revocation of artifacts with one of the digests, except of those that another revocation withholds. The
     * events of others than the named one follow by the round.
     */
    void reinstate(Collection<String> digests, Instant now) {
        String[] all = digests.toArray(String[]::new);
        jdbc.sql("""
                SELECT count(*) FROM (SELECT 1 FROM artifacts.artifact WHERE digest = ANY (:digests)
                    ORDER BY id FOR NO KEY UPDATE) AS locked""").param("digests", all).query(Long.class).single();
        jdbc.sql("UPDATE artifacts.artifact" + VERIFICATION_DUE + """
                , trust = 'unverified', trust_reason = NULL, signers = '{}', signer_count = 0, platform_signers = '{}'
                WHERE digest = ANY (:digests) AND trust = 'revoked' AND NOT EXISTS (
                    SELECT 1 FROM artifacts.withheld_digest w WHERE w.digest = artifact.digest AND w.kind = 'revoked')""")
                .param("digests", all)
                .param("now", Columns.time(now))
                .update();
    }

    /** Makes artifacts due that one of these keys of the platform signed. */
    void makeSignedByPlatformDue(Collection<String> platformKeys, Instant now, int limit) {
        jdbc.sql("UPDATE artifacts.artifact" + VERIFICATION_DUE + " " + """
                WHERE id IN (SELECT a.id FROM artifacts.artifact a WHERE a.verify_due_at IS NULL AND a.platform_signers <> '{}'
                    AND a.platform_signers && :keys::text[]
                    ORDER BY a.id LIMIT :limit FOR NO KEY UPDATE SKIP LOCKED)""")
                .param("keys", platformKeys.toArray(String[]::new))
                .param("limit", limit)
                .param("now", Columns.time(now))
                .update();
    }

    /** Makes the newest artifacts due whose signatures did not suffice: a key that arrived may be what they lacked. */
    void makeFailedDue(Instant now, int limit) {
        List<ArtifactId> failed = jdbc.sql("""
                SELECT id FROM (SELECT id FROM artifacts.artifact WHERE trust = 'failed_verification'
                    ORDER BY id DESC LIMIT :limit) AS newest ORDER BY id""")
                .param("limit", limit)
                .query((row, n) -> new ArtifactId(row.getObject("id", UUID.class)))
                .list();
        jdbc.sql("SELECT count(*) FROM (SELECT 1 FROM artifacts.artifact WHERE id = " + Columns.ANY_OF_IDS
                        + " ORDER BY id FOR NO KEY UPDATE) AS locked")
                .param("ids", failed.stream().map(ArtifactId::value).toArray(UUID[]::new))
                .query(Long.class)
                .single();
        makeDue(failed, now);
    }

    void promote(ArtifactId id, PromotionState to, String reason, @Nullable ArtifactId successor) {
        jdbc.sql("""
                UPDATE artifacts.artifact SET promotion = :promotion, promotion_reason = :reason, successor_id = :successor
                WHERE id = :id""")
                .param("id", id.value())
                .param("promotion", wire(to))
                .param("reason", reason)
                .param("successor", successor == null ? null : successor.value(), Types.OTHER)
                .update();
    }

    List<ArtifactId> listDue(Instant now, Instant verifiedBefore, int limit) {
        return jdbc.sql("""
                (SELECT id FROM artifacts.artifact WHERE verify_due_at <= :now ORDER BY verify_due_at LIMIT :limit)
                UNION
                (SELECT id FROM artifacts.artifact
                    WHERE trust = 'verified' AND verified_at < :before AND verify_due_at IS NULL
                    ORDER BY verified_at LIMIT :limit)""")
                .param("now", Columns.time(now))
                .param("before", Columns.time(verifiedBefore))
                .param("limit", limit)
                .query((row, n) -> new ArtifactId(row.getObject("id", UUID.class)))
                .list();
    }

    void postpone(ArtifactId id, Instant until) {
        jdbc.sql("UPDATE artifacts.artifact SET verify_due_at = :until WHERE id = :id")
                .param("id", id.value())
                .param("until", Columns.time(until))
                .update();
    }

    /** The signers that count for an artifact, by key. */
    record Signers(List<String> keys, int count, int required, List<String> platformKeys) {}

    void verified(ArtifactId id, TrustState trust, @Nullable String reason, Signers signers, Instant now) {
        jdbc.sql("""
                UPDATE artifacts.artifact SET trust = :trust, announced_trust = :trust, trust_reason = :reason,
                    signers = :signers, signer_count = :count, signers_required = :required,
                    platform_signers = :platform, verified_at = :now,
                    verify_due_at = NULL
                WHERE id = :id""")
                .param("id", id.value())
                .param("trust", wire(trust))
                .param("reason", reason)
                .param("signers", signers.keys().toArray(String[]::new))
                .param("platform", signers.platformKeys().toArray(String[]::new))
                .param("count", signers.count())
                .param("required", signers.required())
                .param("now", Columns.time(now))
                .update();
    }

    /** Notes that the present trust has been reported by an event. A verification stays due. */
    void announcedTrust(ArtifactId id) {
        jdbc.sql("UPDATE artifacts.artifact SET announced_trust = trust WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    /** Notes that the present trust has been reported by an event, and that nothing is due. */
    void announced(ArtifactId id) {
        jdbc.sql("UPDATE artifacts.artifact SET announced_trust = trust, verify_due_at = NULL WHERE id = :id")
                .param("id", id.value())
                .update();
    }

    static String wire(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static Standing standing(ResultSet row, int number) throws SQLException {
        UUID successor = row.getObject("successor_id", UUID.class);
        return new Standing(
                new ArtifactId(row.getObject("id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new PublisherId(row.getObject("publisher_id", UUID.class)),
                row.getString("app"),
                row.getString("digest"),
                Columns.instant(row, "published_at"),
                TrustState.valueOf(row.getString("trust").toUpperCase(Locale.ROOT)),
                row.getString("trust_reason"),
                row.getString("announced_trust"),
                PromotionState.valueOf(row.getString("promotion").toUpperCase(Locale.ROOT)),
                row.getString("promotion_reason"),
                successor == null ? null : new ArtifactId(successor),
                row.getInt("signer_count"),
                Columns.texts(row, "platform_signers"),
                Columns.optionalInstant(row, "verify_due_at") != null,
                row.getLong("verify_mark"),
                Columns.optionalInstant(row, "verified_at"));
    }
}
