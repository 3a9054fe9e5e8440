// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AdvisoryId;
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

/** Advisories about packages, and the artifacts that they hit. */
public interface AdvisoriesApi {

    /** Close an advisory. */
    @ContractOperation(
            id = "closeAdvisory",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "advisory.close")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/advisories/{advisory_id}/close", produces = "application/json", consumes = "application/json")
    Advisory closeAdvisory(
            @PathVariable("advisory_id") AdvisoryId advisoryId,
            @Valid @RequestBody ArtifactReason artifactReason);

    /** File an advisory about versions of a package. */
    @ContractOperation(
            id = "createAdvisory",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "advisory.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/advisories", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Advisory createAdvisory(
            @Valid @RequestBody CreateAdvisory createAdvisory);

    /** Get an advisory. */
    @ContractOperation(
            id = "getAdvisory",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/advisories/{advisory_id}", produces = "application/json")
    Advisory getAdvisory(
            @PathVariable("advisory_id") AdvisoryId advisoryId);

    /** List advisories about packages. */
    @ContractOperation(
            id = "listAdvisories",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/advisories", produces = "application/json")
    AdvisoryPage listAdvisories(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List the artifacts and app versions that an advisory hits. */
    @ContractOperation(
            id = "listAdvisoryHits",
            permission = "artifacts.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/advisories/{advisory_id}/hits", produces = "application/json")
    AdvisoryHitPage listAdvisoryHits(
            @PathVariable("advisory_id") AdvisoryId advisoryId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);
}
