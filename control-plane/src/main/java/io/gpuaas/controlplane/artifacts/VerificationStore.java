package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.RejectedSignature;
import io.gpuaas.api.SignatureEvidence;
import io.gpuaas.controlplane.platform.Columns;
import io.gpuaas.kernel.ArtifactId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The outcomes of verifications, with their evidence. Only the newest ones of an artifact are kept. */
@Component
class VerificationStore {

    private static final int KEPT = 10;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JdbcClient jdbc;

    VerificationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    record Outcome(
            String trust,
            @Nullable String reason,
            int signersRequired,
            List<SignatureEvidence> evidence,
            List<RejectedSignature> rejected,
            boolean leftOut) {

        Outcome {
            evidence = List.copyOf(evidence);
            rejected = List.copyOf(rejected);
        }
    }

    Optional<Outcome> findLast(ArtifactId artifact) {
        return jdbc.sql("SELECT * FROM artifacts.verification WHERE artifact_id = :artifact ORDER BY id DESC LIMIT 1")
                .param("artifact", artifact.value())
                .query((row, n) -> new Outcome(
                        row.getString("trust"),
                        row.getString("reason"),
                        row.getInt("signers_required"),
                        List.of(JSON.readValue(row.getString("evidence"), SignatureEvidence[].class)),
                        List.of(JSON.readValue(row.getString("rejected"), RejectedSignature[].class)),
                        row.getBoolean("left_out")))
                .optional();
    }

    void add(UUID id, ArtifactId artifact, Outcome outcome, Instant now) {
        jdbc.sql("""
                INSERT INTO artifacts.verification (id, artifact_id, verified_at, trust, reason, signers_required, evidence,
                    rejected, left_out)
                VALUES (:id, :artifact, :now, :trust, :reason, :required, CAST(:evidence AS jsonb),
                    CAST(:rejected AS jsonb), :leftOut)""")
                .param("id", id)
                .param("artifact", artifact.value())
                .param("now", Columns.time(now))
                .param("trust", outcome.trust())
                .param("reason", outcome.reason())
                .param("required", outcome.signersRequired())
                .param("evidence", JSON.writeValueAsString(outcome.evidence()))
                .param("rejected", JSON.writeValueAsString(outcome.rejected()))
                .param("leftOut", outcome.leftOut())
                .update();
        jdbc.sql("""
                DELETE FROM artifacts.verification WHERE artifact_id = :artifact AND id NOT IN (
                    SELECT id FROM artifacts.verification WHERE artifact_id = :artifact ORDER BY id DESC LIMIT :kept)""").param("artifact", artifact.value()).param("kept", KEPT).update();
    }
}
