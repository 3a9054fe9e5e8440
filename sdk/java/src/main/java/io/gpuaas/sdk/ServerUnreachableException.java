package io.gpuaas.sdk;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;

/** No answer came. Whether the server acted is unknown; with the same idempotency key it is safe to ask again. */
public final class ServerUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ServerUnreachableException(URI server, IOException cause) {
        super("No answer from " + server + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        if (cause instanceof ConnectException) {
            return "nothing listens there";
        }
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
    }
}
