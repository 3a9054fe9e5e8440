// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.DeadLetterId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Events waiting to be delivered, and events that could not be published or consumed. For operators. */
public interface EventsApi {

    /** Discard a dead letter and release the events behind it. */
    @ContractOperation(
            id = "discardDeadLetter",
            permission = "events.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "dead_letter.discard")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/dead-letters/{dead_letter_id}/discard", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.ACCEPTED)
    DeadLetter discardDeadLetter(
            @PathVariable("dead_letter_id") DeadLetterId deadLetterId,
            @Valid @RequestBody DiscardDeadLetter discardDeadLetter);

    /** Get a dead letter with its payload and last error. */
    @ContractOperation(
            id = "getDeadLetter",
            permission = "events.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/dead-letters/{dead_letter_id}", produces = "application/json")
    DeadLetter getDeadLetter(
            @PathVariable("dead_letter_id") DeadLetterId deadLetterId);

    /** Get the number of unpublished events and the lag of each consumer. */
    @ContractOperation(
            id = "getEventBacklog",
            permission = "events.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/event-backlog", produces = "application/json")
    EventBacklog getEventBacklog();

    /** List events that could not be published or consumed. */
    @ContractOperation(
            id = "listDeadLetters",
            permission = "events.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/dead-letters", produces = "application/json")
    DeadLetterPage listDeadLetters(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor,
            @RequestParam(name = "stage", required = false) @Size(max = 100) @Nullable String stage,
            @RequestParam(name = "aggregate_id", required = false) @Size(max = 100) @Nullable String aggregateId);

    /** Retry a dead letter now. */
    @ContractOperation(
            id = "replayDeadLetter",
            permission = "events.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "dead_letter.replay")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/dead-letters/{dead_letter_id}/replay", produces = "application/json")
    @ResponseStatus(HttpStatus.ACCEPTED)
    DeadLetter replayDeadLetter(
            @PathVariable("dead_letter_id") DeadLetterId deadLetterId);
}
