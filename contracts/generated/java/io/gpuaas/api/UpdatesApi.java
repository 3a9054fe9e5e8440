// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
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

/** Node agent releases and their rollout to nodes, for operators. */
public interface UpdatesApi {

    /** Abort a rollout. */
    @ContractOperation(
            id = "abortRollout",
            permission = "updates.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "rollout.abort")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/rollouts/{rollout_id}/abort", produces = "application/json", consumes = "application/json")
    Rollout abortRollout(
            @PathVariable("rollout_id") RolloutId rolloutId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Register a signed node agent release. */
    @ContractOperation(
            id = "createAgentRelease",
            permission = "updates.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "agent_release.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/agent-releases", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    AgentRelease createAgentRelease(
            @Valid @RequestBody CreateAgentRelease createAgentRelease);

    /** Roll out an agent release to nodes. */
    @ContractOperation(
            id = "createRollout",
            permission = "updates.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "rollout.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/rollouts", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Rollout createRollout(
            @Valid @RequestBody CreateRollout createRollout);

    /** Get a node agent release. */
    @ContractOperation(
            id = "getAgentRelease",
            permission = "updates.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/agent-releases/{release_id}", produces = "application/json")
    AgentRelease getAgentRelease(
            @PathVariable("release_id") AgentReleaseId releaseId);

    /** Get a rollout and its progress. */
    @ContractOperation(
            id = "getRollout",
            permission = "updates.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/rollouts/{rollout_id}", produces = "application/json")
    Rollout getRollout(
            @PathVariable("rollout_id") RolloutId rolloutId);

    /** List node agent releases. */
    @ContractOperation(
            id = "listAgentReleases",
            permission = "updates.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/agent-releases", produces = "application/json")
    AgentReleasePage listAgentReleases(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List the nodes of a rollout and their progress. */
    @ContractOperation(
            id = "listRolloutNodes",
            permission = "updates.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/rollouts/{rollout_id}/nodes", produces = "application/json")
    RolloutNodePage listRolloutNodes(
            @PathVariable("rollout_id") RolloutId rolloutId,
            @RequestParam(name = "state", required = false) @Nullable RolloutNodeState state,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List rollouts. */
    @ContractOperation(
            id = "listRollouts",
            permission = "updates.read",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/rollouts", produces = "application/json")
    RolloutPage listRollouts(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Pause a rollout. */
    @ContractOperation(
            id = "pauseRollout",
            permission = "updates.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "rollout.pause")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/rollouts/{rollout_id}/pause", produces = "application/json", consumes = "application/json")
    Rollout pauseRollout(
            @PathVariable("rollout_id") RolloutId rolloutId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Resume a paused rollout. */
    @ContractOperation(
            id = "resumeRollout",
            permission = "updates.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "rollout.resume")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/rollouts/{rollout_id}/resume", produces = "application/json", consumes = "application/json")
    Rollout resumeRollout(
            @PathVariable("rollout_id") RolloutId rolloutId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Revert the nodes of a rollout to their previous version. */
    @ContractOperation(
            id = "revertRollout",
            permission = "updates.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.REQUIRED,
            audit = "rollout.revert")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/rollouts/{rollout_id}/revert", produces = "application/json", consumes = "application/json")
    Rollout revertRollout(
            @PathVariable("rollout_id") RolloutId rolloutId,
            @Valid @RequestBody NodeReason nodeReason);

    /** Upload one part of a release's program. */
    @ContractOperation(
            id = "uploadAgentReleasePart",
            permission = "updates.manage",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.OPTIONAL,
            audit = "agent_release.upload_part")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/agent-releases/{release_id}/parts", produces = "application/json", consumes = "application/json")
    AgentRelease uploadAgentReleasePart(
            @PathVariable("release_id") AgentReleaseId releaseId,
            @Valid @RequestBody UploadAgentReleasePart uploadAgentReleasePart);
}
