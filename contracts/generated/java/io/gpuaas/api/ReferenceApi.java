// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import jakarta.validation.constraints.Size;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** The error catalogue. */
public interface ReferenceApi {

    /** Get an error code. */
    @ContractOperation(
            id = "getErrorCode",
            permission = "none",
            scope = Scope.PUBLIC,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/errors/{code}", produces = "application/json")
    ErrorDescription getErrorCode(
            @PathVariable("code") @Size(max = 100) String code);

    /** List all error codes. */
    @ContractOperation(
            id = "listErrorCodes",
            permission = "none",
            scope = Scope.PUBLIC,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/errors", produces = "application/json")
    ErrorCatalogue listErrorCodes();
}
