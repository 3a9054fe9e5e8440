package io.gpuaas.sdk.signin;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;

/** No answer came from the issuer, or from the server that was asked for it. */
public final class IssuerUnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    IssuerUnreachableException(URI address, IOException cause) {
        super("No answer from " + address + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        if (cause instanceof ConnectException) {
            return "nothing listens there";
        }
        String message = cause.getMessage();
        return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
    }
}
