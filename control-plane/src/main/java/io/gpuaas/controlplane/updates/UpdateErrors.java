package io.gpuaas.controlplane.updates;

import io.gpuaas.api.AgentReleaseState;
import io.gpuaas.api.RolloutState;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Instant;
import java.util.Set;

final class UpdateErrors {

    private UpdateErrors() {}

    static ProblemException noKeys() {
        return ProblemException.of(ErrorCode.RELEASE_KEYS_MISSING, "gpuaas.nodes.release-keys-file is not set.");
    }

    static ProblemException notSigned(int threshold, Set<String> agreeing) {
        return ProblemException.of(
                ErrorCode.RELEASE_NOT_SIGNED,
                "The release needs signatures from " + threshold + " release keys. Valid signatures: " + agreeing
                        + ".");
    }

    static ProblemException manifestInvalid(String why) {
        return ProblemException.of(ErrorCode.RELEASE_MANIFEST_INVALID, why);
    }

    static ProblemException expired(Instant at) {
        return ProblemException.of(ErrorCode.RELEASE_EXPIRED, "The release expired at " + at + ".");
    }

    static ProblemException notNewer(String version, String newest) {
        return ProblemException.of(
                ErrorCode.RELEASE_VERSION_NOT_NEWER,
                "Version " + version + " is not higher than the latest release " + newest + ".");
    }

    static ProblemException partInvalid(String why) {
        return ProblemException.of(ErrorCode.RELEASE_PART_INVALID, why);
    }

    static ProblemException releaseState(AgentReleaseState state) {
        return ProblemException.of(ErrorCode.RELEASE_STATE_CONFLICT, "The release is " + state.wire() + ".");
    }

    static ProblemException noSuchRelease() {
        return ProblemException.notFound("release");
    }

    static ProblemException noSuchRollout() {
        return ProblemException.notFound("rollout");
    }

    static ProblemException inProgress() {
        return ProblemException.of(
                ErrorCode.ROLLOUT_IN_PROGRESS,
                "Another rollout is in progress. Wait for it to finish, or abort or revert it.");
    }

    static ProblemException rolloutState(RolloutState state, String act) {
        return ProblemException.of(
                ErrorCode.ROLLOUT_STATE_CONFLICT, "The rollout is " + state.wire() + " and cannot be " + act + ".");
    }
}
