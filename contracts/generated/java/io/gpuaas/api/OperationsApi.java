// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Live events and an overview of the platform, for operators. */
public interface OperationsApi {

    /** Get an overview of the fleet, queue, billing and events. */
    @ContractOperation(
            id = "getOverview",
            permission = "overview.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/overview", produces = "application/json")
    Overview getOverview();

    /** List the background work of all processes. */
    @ContractOperation(
            id = "listBackgroundRounds",
            permission = "overview.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/background-rounds", produces = "application/json")
    BackgroundRounds listBackgroundRounds();

    /** Stream platform events. */
    @ContractOperation(
            id = "streamOperatorEvents",
            permission = "events.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/operator-events", produces = "text/event-stream")
    StreamingResponseBody streamOperatorEvents(
            @RequestParam(name = "after", required = false) @Size(max = 60) @Nullable String after);
}
