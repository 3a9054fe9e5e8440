// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Node agent releases and their rollout to nodes, for operators. */
public final class UpdatesApi {

    private final Transport transport;

    UpdatesApi(Transport transport) {
        this.transport = transport;
    }

    /** Abort a rollout. */
    public Rollout abortRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return abortRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** Abort a rollout, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout abortRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/abort")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Register a signed node agent release. */
    public AgentRelease createAgentRelease(CreateAgentRelease createAgentRelease) {
        return createAgentRelease(createAgentRelease, IdempotencyKey.random());
    }

    /** Register a signed node agent release, under a key you chose: the same key again answers the same and does nothing more. */
    public AgentRelease createAgentRelease(CreateAgentRelease createAgentRelease, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/agent-releases")
                .idempotencyKey(idempotencyKey)
                .body(createAgentRelease)
                .accept("application/json");
        return transport.send(call, AgentRelease.class);
    }

    /** Roll out an agent release to nodes. */
    public Rollout createRollout(CreateRollout createRollout) {
        return createRollout(createRollout, IdempotencyKey.random());
    }

    /** Roll out an agent release to nodes, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout createRollout(CreateRollout createRollout, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts")
                .idempotencyKey(idempotencyKey)
                .body(createRollout)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Get a node agent release. */
    public AgentRelease getAgentRelease(AgentReleaseId releaseId) {
        Call call = Call.of("GET", "/api/v1/agent-releases/{release_id}")
                .path("release_id", releaseId)
                .accept("application/json");
        return transport.send(call, AgentRelease.class);
    }

    /** Get a rollout and its progress. */
    public Rollout getRollout(RolloutId rolloutId) {
        Call call = Call.of("GET", "/api/v1/rollouts/{rollout_id}")
                .path("rollout_id", rolloutId)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** List node agent releases. */
    public AgentReleasePage listAgentReleases(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/agent-releases")
                .page(page)
                .accept("application/json");
        return transport.send(call, AgentReleasePage.class);
    }

    /** List the nodes of a rollout and their progress. */
    public RolloutNodePage listRolloutNodes(RolloutId rolloutId, ListRolloutNodesFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/rollouts/{rollout_id}/nodes")
                .path("rollout_id", rolloutId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, RolloutNodePage.class);
    }

    /** List rollouts. */
    public RolloutPage listRollouts(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/rollouts")
                .page(page)
                .accept("application/json");
        return transport.send(call, RolloutPage.class);
    }

    /** Pause a rollout. */
    public Rollout pauseRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return pauseRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** Pause a rollout, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout pauseRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/pause")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Resume a paused rollout. */
    public Rollout resumeRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return resumeRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** Resume a paused rollout, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout resumeRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/resume")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Revert the nodes of a rollout to their previous version. */
    public Rollout revertRollout(RolloutId rolloutId, NodeReason nodeReason) {
        return revertRollout(rolloutId, nodeReason, IdempotencyKey.random());
    }

    /** Revert the nodes of a rollout to their previous version, under a key you chose: the same key again answers the same and does nothing more. */
    public Rollout revertRollout(RolloutId rolloutId, NodeReason nodeReason, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/rollouts/{rollout_id}/revert")
                .path("rollout_id", rolloutId)
                .idempotencyKey(idempotencyKey)
                .body(nodeReason)
                .accept("application/json");
        return transport.send(call, Rollout.class);
    }

    /** Upload one part of a release's program. */
    public AgentRelease uploadAgentReleasePart(AgentReleaseId releaseId, UploadAgentReleasePart uploadAgentReleasePart) {
        return uploadAgentReleasePart(releaseId, uploadAgentReleasePart, IdempotencyKey.random());
    }

    /** Upload one part of a release's program, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AgentRelease uploadAgentReleasePart(AgentReleaseId releaseId, UploadAgentReleasePart uploadAgentReleasePart, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/agent-releases/{release_id}/parts")
                .path("release_id", releaseId)
                .idempotencyKey(idempotencyKey)
                .body(uploadAgentReleasePart)
                .accept("application/json");
        return transport.send(call, AgentRelease.class);
    }

    /** Filters of {@code listRolloutNodes}. */
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
