package io.gpuaas.controlplane.entitlements;

import io.gpuaas.api.Violation;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.util.List;

final class EntitlementErrors {

    private EntitlementErrors() {}

    static ProblemException noApp() {
        return ProblemException.notFound("app");
    }

    static ProblemException noVersion() {
        return ProblemException.notFound("version of the app");
    }

    static ProblemException noEntitlement() {
        return ProblemException.notFound("entitlement");
    }

    static ProblemException noRequest() {
        return ProblemException.notFound("request for an app");
    }

    static ProblemException badRange() {
        return ProblemException.invalid("/versions", "must be a range of versions such as '>=1.4 <2', or '*'");
    }

    static ProblemException badOverlay(List<Violation> faults) {
        return ProblemException.invalid("/overlay: " + faults.getFirst().message(), faults);
    }

    static ProblemException badOverlay(String sentence) {
        return badOverlay(List.of(new Violation("/overlay", sentence)));
    }

    static ProblemException tooMany(String what, long max, String policy) {
        return ProblemException.of(
                ErrorCode.QUOTA_EXCEEDED,
                "There are " + max + " " + what + ", which is the limit (policy " + policy + ").");
    }

    static ProblemException decided(String state) {
        return ProblemException.of(ErrorCode.APP_REQUEST_DECIDED, "The request was " + state + ".");
    }
}
