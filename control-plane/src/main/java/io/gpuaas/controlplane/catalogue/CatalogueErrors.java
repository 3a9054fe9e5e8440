package io.gpuaas.controlplane.catalogue;

import io.gpuaas.api.AppVersionState;
import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

final class CatalogueErrors {

    private CatalogueErrors() {}

    static ProblemException noApp() {
        return ProblemException.notFound("app");
    }

    static ProblemException noVersion() {
        return ProblemException.notFound("version of the app");
    }

    static ProblemException noSuspension() {
        return ProblemException.notFound("suspension");
    }

    static ProblemException refused(List<Violation> faults) {
        Violation first = faults.getFirst();
        return ProblemException.of(
                ErrorCode.APP_MANIFEST_REFUSED,
                (first.field().isEmpty() ? "The manifest" : first.field()) + ": " + first.message(),
                faults);
    }

    static ProblemException exists(String app, String version, AppVersionState state) {
        return ProblemException.of(
                ErrorCode.APP_VERSION_EXISTS,
                app + " " + version + " is " + state.wire() + " with other content. Use a higher version.");
    }

    static ProblemException wrongState(AppVersionState state, Collection<AppVersionState> from) {
        return ProblemException.of(
                ErrorCode.APP_VERSION_STATE,
                "The version is " + state.wire() + "; this is possible only if it is "
                        + from.stream().map(AppVersionState::wire).sorted().collect(Collectors.joining(" or ")) + ".");
    }

    static ProblemException reviewNeeded() {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_NEEDED,
                "The app is public, and this version was not approved by a reviewer. Submit it first.");
    }

    static ProblemException reviewTaken(Instant until) {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_TAKEN,
                "Another reviewer has this version; it can be taken over from " + until + ".");
    }

    static ProblemException notItsReviewer() {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_TAKEN, "Another reviewer started this review. Start it yourself first.");
    }

    static ProblemException reviewIncomplete(List<String> missing) {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_INCOMPLETE,
                "These points are not agreed to: " + String.join(", ", missing) + ".",
                missing.stream()
                        .map(id -> new Violation("/agreed", "must contain '" + id + "'"))
                        .toList());
    }

    static ProblemException reviewOutdated(String digest) {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_OUTDATED,
                "The version's content now has the digest " + digest + ". Read it, then decide.");
    }

    static ProblemException noDigest() {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_INCOMPLETE,
                "An approval names the digest of the content that was read, as the review shows it.",
                List.of(new Violation("/digest", "is missing")));
    }

    static ProblemException ownTenant() {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_OWN_TENANT,
                "You have a role in the tenant that publishes this app. Somebody else must review it.");
    }

    static ProblemException ownVersion() {
        return ProblemException.of(
                ErrorCode.APP_REVIEW_OWN_TENANT,
                "You worked on this version, or a service account of yours did. Somebody else must review it.");
    }

    static ProblemException suspended(String reason) {
        return ProblemException.of(ErrorCode.APP_SUSPENDED, "Suspended by the platform's operators: " + reason);
    }

    static ProblemException liftedBySuspender() {
        return ProblemException.of(
                ErrorCode.SUSPENSION_LIFTED_BY_SUSPENDER, "You suspended it; another person must lift the suspension.");
    }

    static ProblemException noTests() {
        return refused(List.of(
                new Violation("/tests", "missing_field: A version that is submitted declares at least one test.")));
    }

    static ProblemException artifactNotTrusted(String name, String trust) {
        return refused(
                List.of(new Violation("/artifacts/" + name, "artifact_untrusted: The artifact is " + trust + ".")));
    }

    static ProblemException tooMany(String what, long max, String policy) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "There are " + max + " " + what + ", which is the limit (policy " + policy + ").");
    }

    static ProblemException badSuccessor() {
        return ProblemException.invalid("/successor", "must be another published version of the app");
    }

    static ProblemException sunsetInThePast() {
        return ProblemException.invalid("/sunset_at", "must be in the future");
    }
}
