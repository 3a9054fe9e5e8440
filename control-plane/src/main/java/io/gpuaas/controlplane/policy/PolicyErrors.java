package io.gpuaas.controlplane.policy;

import io.gpuaas.api.PolicyScope;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;

final class PolicyErrors {

    private PolicyErrors() {}

    static ProblemException noSuchKey(String name) {
        return ProblemException.of(ErrorCode.NOT_FOUND, "There is no policy key '" + name + "'.");
    }

    static ProblemException notOfType(PolicyKey<?> key, String text, RuntimeException cause) {
        String example = key.values().type() == io.gpuaas.api.PolicyType.DURATION ? " such as PT30S" : "";
        return ProblemException.caused(
                ErrorCode.POLICY_VALUE_INVALID,
                key.name() + " must be a " + key.values().type().wire() + example + ", not '" + text + "'.",
                cause);
    }

    static ProblemException outOfBounds(PolicyKey<?> key, String text) {
        return ProblemException.of(
                ErrorCode.POLICY_VALUE_INVALID,
                key.name() + " must be between " + key.values().minimum() + " and "
                        + key.values().maximum() + ", not '" + text + "'.");
    }

    static ProblemException notAllowed(PolicyKey<?> key, String text) {
        return ProblemException.of(
                ErrorCode.POLICY_VALUE_INVALID,
                key.name() + " must be one of " + String.join(", ", key.values().allowed()) + ", not '" + text + "'.");
    }

    static ProblemException notInScope(PolicyKey<?> key, PolicyScope scope) {
        return ProblemException.of(
                ErrorCode.POLICY_SCOPE_INVALID,
                key.name() + " cannot be overridden for a " + scope.wire() + ", only for "
                        + String.join(
                                ", ",
                                key.scopes().stream().map(PolicyScope::wire).toList()) + ".");
    }
}
