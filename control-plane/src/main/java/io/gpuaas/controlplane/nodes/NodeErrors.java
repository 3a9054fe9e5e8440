package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import java.time.Instant;

final class NodeErrors {

    private NodeErrors() {}

    static ProblemException certificateRequired() {
        return ProblemException.of(ErrorCode.NODE_CERTIFICATE_REQUIRED, "This call needs the node's certificate.");
    }

    static ProblemException certificateRefused(String why) {
        return ProblemException.of(ErrorCode.NODE_CERTIFICATE_REFUSED, "The certificate " + why + ".");
    }

    /** By certificate alone the host is what it was; by now it has been rebuilt, or joined again. */
    static ProblemException certificateOutdated() {
        return certificateRefused("was issued before the host was rebuilt or joined again");
    }

    static ProblemException renewedEarly(Instant from) {
        return ProblemException.of(
                ErrorCode.CERTIFICATE_RENEWAL_EARLY, "The certificate can be renewed from " + from + " on.");
    }

    static ProblemException renewedTooOften() {
        return ProblemException.retryLater(
                ErrorCode.RATE_LIMITED, "The node was given too many certificates lately.", Duration.ofMinutes(10));
    }

    static ProblemException certificateExpired() {
        return ProblemException.of(
                ErrorCode.NODE_CERTIFICATE_EXPIRED, "The certificate is not valid at this time; use recover.");
    }

    static ProblemException retired() {
        return ProblemException.of(ErrorCode.NODE_RETIRED, "This node is retired.");
    }

    static ProblemException joinTokenInvalid() {
        return ProblemException.of(ErrorCode.JOIN_TOKEN_INVALID, "There is no such join token, or it has expired.");
    }

    static ProblemException joinTokenUsed() {
        return ProblemException.of(
                ErrorCode.JOIN_TOKEN_USED,
                "This join token was used with another key, or is no longer good for this host.");
    }

    static ProblemException certificateRequestInvalid(String why) {
        return ProblemException.of(ErrorCode.CERTIFICATE_REQUEST_INVALID, why);
    }

    static ProblemException nameTaken(String name) {
        return ProblemException.of(ErrorCode.NODE_NAME_TAKEN, "There is a node named '" + name + "' already.");
    }

    static ProblemException stateConflict(NodeState from, NodeState to) {
        return ProblemException.of(
                ErrorCode.NODE_STATE_CONFLICT, "A node that is " + from.wire() + " cannot become " + to.wire() + ".");
    }

    static ProblemException stateConflict(NodeState state, String act) {
        return ProblemException.of(
                ErrorCode.NODE_STATE_CONFLICT, "A node that is " + state.wire() + " cannot be " + act + ".");
    }

    static ProblemException changedMeanwhile() {
        return ProblemException.of(ErrorCode.CONFLICT, "The node changed in between.");
    }

    static ProblemException taskInvalid(String why) {
        return ProblemException.of(ErrorCode.NODE_TASK_INVALID, why);
    }

    static ProblemException taskEnded(TaskState state) {
        return ProblemException.of(ErrorCode.NODE_TASK_ENDED, "The task has " + state.wire() + " already.");
    }

    static ProblemException gpuNotFaulty(String state) {
        return ProblemException.of(
                ErrorCode.NODE_STATE_CONFLICT,
                "Only a faulty GPU can be returned to service; this one is " + state + ".");
    }

    static ProblemException noSuchGpu() {
        return ProblemException.notFound("GPU");
    }

    static ProblemException noSuchNode() {
        return ProblemException.notFound("node");
    }

    static ProblemException noSuchTask() {
        return ProblemException.notFound("task");
    }
}
