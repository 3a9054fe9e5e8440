// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Releases of the node agent and how they reach the nodes, for operators. */
public final class UpdatesApi {

    private final Transport transport;

    UpdatesApi(Transport transport) {
        this.transport = transport;
    }

    /** End a rollout where it stands. */
    public Rollout abortRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return abortRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** End a rollout where it stands, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout abortRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/abort")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Register a release of the node agent that enough release keys signed. */
    public AgentRelease createAgentRelease(CreateAgentRelease createAgentRelease) {
        return createAgentRelease(createAgentRelease, IdempotencyKey.random());
    }

    /** Register a release of the node agent that enough release keys signed, under a key you chose: the same key again answers the same and does nothing more. */
    public AgentRelease createAgentRelease(CreateAgentRelease createAgentRelease, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/agent-releases")
                .idempotencyKey(idempotencyKey)
                .body(createAgentRelease)
                .accept("application/json");
        return transport.send(call, AgentRelease.class);
    }

    /** Update the agents of nodes to a release, canaries first, then in waves. */
    public Rollout createRollout(CreateRollout createRollout) {
        return createRollout(createRollout, IdempotencyKey.random());
    }

    /** Update the agents of nodes to a release, canaries first, then in waves, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout createRollout(CreateRollout createRollout, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts")
                .idempotencyKey(idempotencyKey)
                .body(createRollout)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Show a release of the node agent. */
    public AgentRelease getAgentRelease(AgentReleaseId releaseId) {
        Call call = Call.of("GET", "/api/v1/agent-releases/{release_id}")
                .path("release_id", releaseId)
                .accept("application/json");
        return transport.send(call, AgentRelease.class);
    }

    /** Show how far a rollout is. */
    public Rollout getRollout(RolloutId rolloutId) {
        Call call = Call.of("GET", "/api/v1/rollouts/{rollout_id}")
                .path("rollout_id", rolloutId)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** List the releases of the node agent. */
    public AgentReleasePage listAgentReleases(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/agent-releases")
                .page(page)
                .accept("application/json");
        return transport.send(call, AgentReleasePage.class);
    }

    /** List the nodes of a rollout and how far each is. */
    public RolloutNodePage listRolloutNodes(RolloutId rolloutId, ListRolloutNodesFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/rollouts/{rollout_id}/nodes")
                .path("rollout_id", rolloutId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, RolloutNodePage.class);
    }

    /** List the rollouts of agent releases. */
    public RolloutPage listRollouts(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/rollouts")
                .page(page)
                .accept("application/json");
        return transport.send(call, RolloutPage.class);
    }

    /** Begin no further node of a rollout. */
    public Rollout pauseRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return pauseRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** Begin no further node of a rollout, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout pauseRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/pause")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Let a paused rollout go on. */
    public Rollout resumeRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return resumeRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** Let a paused rollout go on, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout resumeRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/resume")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Send the nodes of a rollout back to what they ran before. */
    public Rollout revertRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return revertRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** Send the nodes of a rollout back to what they ran before, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout revertRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/revert")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Send one part of a release's program. */
    public AgentRelease uploadAgentReleasePart(AgentReleaseId releaseId, UploadAgentReleasePart uploadAgentReleasePart) {
        return uploadAgentReleasePart(releaseId, uploadAgentReleasePart, IdempotencyKey.random());
    }

    /** Send one part of a release's program, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AgentRelease uploadAgentReleasePart(AgentReleaseId releaseId, UploadAgentReleasePart uploadAgentReleasePart, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/agent-releases/{release_id}/parts")
                .path("release_id", releaseId)
                .idempotencyKey(idempotencyKey)
                .body(uploadAgentReleasePart)
                .accept("application/json");
        return transport.send(call, AgentRelease.class);
    }

    /** What to narrow {@code listRolloutNodes} to. */
    public record ListRolloutNodesFilter(Map<String, String> parameters) {

        public ListRolloutNodesFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListRolloutNodesFilter none() {
            return new ListRolloutNodesFilter(Map.of());
        }

        public ListRolloutNodesFilter state(RolloutNodeState state) {
            return new ListRolloutNodesFilter(Parameters.with(parameters, "state", state));
        }
    }
}
