package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.trust.TrustState;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import org.springframework.stereotype.Component;

/** Compares the signers of an artifact with the numbers that policies ask for at this moment. */
@Component
class SignerCounts {

    private final PlatformKeyStore platformKeys;
    private final TrustRules rules;

    SignerCounts(PlatformKeyStore platformKeys, TrustRules rules) {
        this.platformKeys = platformKeys;
        this.rules = rules;
    }

    /**
     * The trust in an artifact for a project. A policy that asks for more signers counts before the next verification.
     *
     * @param locked holds off revocations of the platform's keys until the transaction ends
     */
    TrustState trust(Standing artifact, TenantId tenant, ProjectId project, boolean locked) {
        if (artifact.trust() != TrustState.VERIFIED) {
            return artifact.trust();
        }
        // A revoked key of the platform counts for nothing from its commit on, before any artifact is verified again.
        boolean enough = artifact.signerCount() >= rules.signersRequired(tenant, project)
                && platformKeys.countInForce(artifact.platformSigners(), locked)
                        >= rules.platformSignersRequired(tenant, project);
        return enough ? TrustState.VERIFIED : TrustState.UNVERIFIED;
    }
}
