package io.gpuaas.controlplane.gateways;

import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.ErrorCode;
import java.time.Duration;

final class GatewayErrors {

    private GatewayErrors() {}

    static ProblemException nameTaken(String name) {
        return ProblemException.of(ErrorCode.GATEWAY_NAME_TAKEN, "A gateway named '" + name + "' already exists.");
    }

    static ProblemException refused(String why) {
        return ProblemException.of(ErrorCode.GATEWAY_REFUSED, why);
    }

    static ProblemException alreadyThere(Duration silence) {
        return ProblemException.retryLater(
                ErrorCode.GATEWAY_ALREADY_CONNECTED,
                "A gateway with this secret was active in the last " + silence.toSeconds() + " seconds.",
                silence);
    }

    static ProblemException unavailable() {
        return ProblemException.retryLater(
                ErrorCode.GATEWAY_UNAVAILABLE,
                "No gateway is connected. Try again in a few seconds.",
                Duration.ofSeconds(5));
    }

    static ProblemException tokenStoreUnavailable(Exception cause) {
        return ProblemException.retryLater(
                ErrorCode.TOKEN_STORE_UNAVAILABLE,
                "Stream tokens cannot be stored or used at the moment. Try again in a few seconds.",
                Duration.ofSeconds(5),
                cause);
    }

    static ProblemException streamRefused(String why) {
        return ProblemException.of(ErrorCode.STREAM_REFUSED, why);
    }

    /** With Retry-After, so that the gateway answers 503: a reader with another credential requests a new token. */
    static ProblemException credentialEnded() {
        return ProblemException.retryLater(
                ErrorCode.STREAM_REFUSED,
                "A credential of the reader ended a moment ago. Request a new token in a few seconds.",
                Duration.ofSeconds(5));
    }

    static ProblemException nodeNotHeard(String state) {
        return ProblemException.of(ErrorCode.NODE_STATE_CONFLICT, "The node is " + state + " and cannot send its log.");
    }

    static ProblemException tooManyStreams(int max) {
        return ProblemException.of(ErrorCode.TOO_MANY, "A node can have at most " + max + " streams at a time.");
    }

    static ProblemException noSuchGateway() {
        return ProblemException.notFound("gateway");
    }

    static ProblemException noSuchStream() {
        return ProblemException.notFound("stream");
    }
}
