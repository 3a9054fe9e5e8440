// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactVerification(
        @JsonProperty("artifact_id") @NotNull ArtifactId artifactId,
        @JsonProperty("tenant_id") @NotNull TenantId tenantId,
        @JsonProperty("digest") @NotNull String digest,
        @JsonProperty("trust") @NotNull ArtifactTrust trust,
        @JsonProperty("trust_reason") @Nullable String trustReason,
        @JsonProperty("promotion") @NotNull ArtifactPromotion promotion,
        @JsonProperty("promotion_reason") @Nullable String promotionReason,
        @JsonProperty("successor_id") @Nullable ArtifactId successorId,
        @JsonProperty("quarantined") @NotNull Boolean quarantined,
        @JsonProperty("quarantine_reason") @Nullable String quarantineReason,
        @JsonProperty("pending") @NotNull Boolean pending,
        @JsonProperty("verified_at") @Nullable Instant verifiedAt,
        @JsonProperty("signatures_required") @NotNull Integer signaturesRequired,
        @JsonProperty("evidence") @NotNull List<@Valid SignatureEvidence> evidence,
        @JsonProperty("rejected") @NotNull List<@Valid RejectedSignature> rejected,
        @JsonProperty("referrers") @NotNull List<@Valid ArtifactReferrer> referrers,
        @JsonProperty("platform_signatures_required") @Nullable Integer platformSignaturesRequired,
        @JsonProperty("signatures_left_out") @Nullable Boolean signaturesLeftOut,
        @JsonProperty("reinstatement") @Valid @Nullable ArtifactReinstatement reinstatement) {

    public ArtifactVerification {
        evidence = evidence == null ? null : List.copyOf(evidence);
        rejected = rejected == null ? null : List.copyOf(rejected);
        referrers = referrers == null ? null : List.copyOf(referrers);
    }
}
