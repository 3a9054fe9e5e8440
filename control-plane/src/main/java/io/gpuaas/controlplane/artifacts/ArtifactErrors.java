package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.PublisherKeyState;
import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.util.List;

final class ArtifactErrors {

    private ArtifactErrors() {}

    static ProblemException namespaceTaken(String namespace) {
        return ProblemException.of(
                ErrorCode.PUBLISHER_NAMESPACE_TAKEN,
                "The namespace '" + namespace + "' is taken or reserved. Choose another namespace.");
    }

    static ProblemException tooManyPublishers(long max) {
        return ProblemException.of(ErrorCode.QUOTA_EXCEEDED, "A tenant may register at most " + max + " publishers.");
    }

    static ProblemException tooManyIntents(long max) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "The tenant has " + max + " open publish intents, which is the limit. Complete or cancel some first.");
    }

    static ProblemException notOwnNamespace(String namespace) {
        return ProblemException.invalid(
                "/app", "begins with '" + namespace + "', which is not a publisher namespace of this tenant");
    }

    static ProblemException repeatedName(String name) {
        return ProblemException.invalid("/artifacts", "names '" + name + "' more than once");
    }

    static ProblemException otherNames(List<String> planned) {
        return ProblemException.invalid(
                "/artifacts", "must name each artifact of the intent once: " + String.join(", ", planned));
    }

    static ProblemException closed(String state) {
        return ProblemException.of(
                ErrorCode.PUBLISH_INTENT_CLOSED,
                "The publish intent is " + state + ". Create a new intent and push again.");
    }

    static ProblemException completedOtherwise() {
        return ProblemException.of(
                ErrorCode.PUBLISH_INTENT_CLOSED, "The publish intent was completed with other digests.");
    }

    static ProblemException refused(List<Violation> faults) {
        Violation first = faults.getFirst();
        return ProblemException.of(
                ErrorCode.ARTIFACT_REFUSED, "Artifact '" + first.field() + "': " + first.message() + ".", faults);
    }

    static ProblemException exists(String app, String version, String name) {
        return ProblemException.of(
                ErrorCode.ARTIFACT_EXISTS,
                app + " " + version + " already has an artifact '" + name
                        + "' with other content. Publish it under another version or name.");
    }

    static ProblemException tooManyKeys(long max) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "A publisher may have at most " + max
                        + " keys that are not revoked. Revoke one that is no longer used.");
    }

    static ProblemException keyExists() {
        return ProblemException.of(
                ErrorCode.PUBLISHER_KEY_EXISTS, "The publisher registered this key before. Make a new key.");
    }

    static ProblemException tooManyPlatformKeys(long max) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "The platform may have at most " + max
                        + " keys that are not revoked. Revoke one that is no longer used.");
    }

    static ProblemException platformKeyExists() {
        return ProblemException.of(
                ErrorCode.PUBLISHER_KEY_EXISTS, "The platform registered this key before. Make a new key.");
    }

    static ProblemException keyOver(PublisherKeyState state) {
        return ProblemException.of(ErrorCode.ARTIFACT_STATE_CONFLICT, "The key is already " + state.wire() + ".");
    }

    static ProblemException confirmedByRegistrant() {
        return ProblemException.of(
                ErrorCode.KEY_CONFIRMED_BY_REGISTRANT,
                "Another person than the one who registered the key must confirm it; a publisher's key, somebody with a"
                        + " role in its tenant.");
    }

    static ProblemException reinstatedByOnePerson() {
        return ProblemException.of(
                ErrorCode.REINSTATED_BY_ONE_PERSON,
                "You asked to lift this revocation; another person must do the same.");
    }

    static ProblemException revokedWithAnother() {
        return ProblemException.of(
                ErrorCode.ARTIFACT_STATE_CONFLICT,
                "The artifact was revoked together with an index that contains it. Reinstate the index.");
    }

    static ProblemException stateConflict(Standing artifact) {
        return ProblemException.of(
                ErrorCode.ARTIFACT_STATE_CONFLICT,
                "The artifact is " + TrustStore.wire(artifact.promotion()) + ", and its trust is "
                        + TrustStore.wire(artifact.trust()) + ".");
    }

    static ProblemException notQuarantined() {
        return ProblemException.of(
                ErrorCode.ARTIFACT_STATE_CONFLICT,
                "The artifact is not quarantined, or another artifact that contains it is.");
    }

    static ProblemException tooManyAdvisories(long max) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED, "At most " + max + " advisories may be open. Close one that is over.");
    }

    static ProblemException storageUsedUp() {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "Publishing this would exceed the tenant's storage in the registry (policy"
                        + " registry.tenant_bytes_max).");
    }
}
