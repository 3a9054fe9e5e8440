// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpuaas.kernel.ArtifactId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record ArtifactVerification(
        @JsonProperty("artifact_id") ArtifactId artifactId,
        @JsonProperty("tenant_id") TenantId tenantId,
        @JsonProperty("digest") String digest,
        @JsonProperty("trust") ArtifactTrust trust,
        @JsonProperty("trust_reason") @Nullable String trustReason,
        @JsonProperty("promotion") ArtifactPromotion promotion,
        @JsonProperty("promotion_reason") @Nullable String promotionReason,
        @JsonProperty("successor_id") @Nullable ArtifactId successorId,
        @JsonProperty("quarantined") Boolean quarantined,
        @JsonProperty("quarantine_reason") @Nullable String quarantineReason,
        @JsonProperty("pending") Boolean pending,
        @JsonProperty("verified_at") @Nullable Instant verifiedAt,
        @JsonProperty("signatures_required") Integer signaturesRequired,
        @JsonProperty("evidence") List<SignatureEvidence> evidence,
        @JsonProperty("rejected") List<RejectedSignature> rejected,
        @JsonProperty("referrers") List<ArtifactReferrer> referrers,
        @JsonProperty("platform_signatures_required") @Nullable Integer platformSignaturesRequired,
        @JsonProperty("signatures_left_out") @Nullable Boolean signaturesLeftOut,
        @JsonProperty("reinstatement") @Nullable ArtifactReinstatement reinstatement) {

    public ArtifactVerification {
        evidence = evidence == null ? List.of() : List.copyOf(evidence);
        rejected = rejected == null ? List.of() : List.copyOf(rejected);
        referrers = referrers == null ? List.of() : List.copyOf(referrers);
    }
}
