package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;
import java.time.Instant;

final class NodeErrors {

    private NodeErrors() {}

    static ProblemException certificateRequired() {
        return ProblemException.of(ErrorCode.NODE_CERTIFICATE_REQUIRED, "This call requires the node's certificate.");
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
                ErrorCode.CERTIFICATE_RENEWAL_EARLY, "The certificate cannot be renewed before " + from + ".");
    }

    static ProblemException renewedTooOften() {
        return ProblemException.retryLater(
                ErrorCode.RATE_LIMITED,
                "Too many certificates were issued to this machine recently.",
                Duration.ofMinutes(10));
    }

    static ProblemException certificateExpired() {
        return ProblemException.of(
                ErrorCode.NODE_CERTIFICATE_EXPIRED,
                "The certificate is not valid at this time. Request a new one with the recover call.");
    }

    static ProblemException retired() {
        return ProblemException.of(ErrorCode.NODE_RETIRED, "The node is retired. Create a new node for this host.");
    }

    static ProblemException joinTokenInvalid() {
        return ProblemException.of(
                ErrorCode.JOIN_TOKEN_INVALID,
                "The join token is unknown or has expired. Ask an operator for a new one.");
    }

    static ProblemException joinTokenUsed() {
        return ProblemException.of(
                ErrorCode.JOIN_TOKEN_USED,
                "The join token was used with another key, or is no longer valid for this host. Ask an operator for a new one.");
    }

    static ProblemException nameTaken(String name) {
        return ProblemException.of(ErrorCode.NODE_NAME_TAKEN, "A node named '" + name + "' already exists.");
    }

    static ProblemException stateConflict(NodeState from, NodeState to) {
        return ProblemException.of(
                ErrorCode.NODE_STATE_CONFLICT, "The node is " + from.wire() + " and cannot become " + to.wire() + ".");
    }

    static ProblemException stateConflict(NodeState state, String act) {
        return ProblemException.of(
                ErrorCode.NODE_STATE_CONFLICT, "The node is " + state.wire() + " and cannot be " + act + ".");
    }

    static ProblemException changedMeanwhile() {
        return ProblemException.of(
                ErrorCode.CONFLICT, "The node was changed by another request. Read it again, then retry.");
    }

    static ProblemException taskInvalid(String why) {
        return ProblemException.of(ErrorCode.NODE_TASK_INVALID, why);
    }

    static ProblemException taskEnded(TaskState state) {
        return ProblemException.of(ErrorCode.NODE_TASK_ENDED, "The task has already ended: " + state.wire() + ".");
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
