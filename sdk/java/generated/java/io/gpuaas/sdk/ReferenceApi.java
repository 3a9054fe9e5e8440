// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

/** The error catalogue. */
public final class ReferenceApi {

    private final Transport transport;

    ReferenceApi(Transport transport) {
        this.transport = transport;
    }

    /** Get an error code. */
    public ErrorDescription getErrorCode(String code) {
        Call call = Call.of("GET", "/api/v1/errors/{code}")
                .path("code", code)
                .accept("application/json");
        return transport.send(call, ErrorDescription.class);
    }

    /** List all error codes. */
    public ErrorCatalogue listErrorCodes() {
        Call call = Call.of("GET", "/api/v1/errors")
                .accept("application/json");
        return transport.send(call, ErrorCatalogue.class);
    }
}
