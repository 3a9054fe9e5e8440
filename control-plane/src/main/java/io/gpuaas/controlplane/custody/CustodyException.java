package io.gpuaas.controlplane.custody;

/** Thrown when a secret that should be there cannot be read or written. Its message never has a part of a secret. */
public final class CustodyException extends RuntimeException {

    CustodyException(String message) {
        super(message);
    }

    CustodyException(String message, Throwable cause) {
        super(message, cause);
    }
}
