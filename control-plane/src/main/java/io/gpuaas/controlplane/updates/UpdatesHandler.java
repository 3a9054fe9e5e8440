package io.gpuaas.controlplane.updates;

import io.gpuaas.api.AgentRelease;
import io.gpuaas.api.AgentReleasePage;
import io.gpuaas.api.CreateAgentRelease;
import io.gpuaas.api.CreateRollout;
import io.gpuaas.api.NodeReason;
import io.gpuaas.api.Rollout;
import io.gpuaas.api.RolloutNode;
import io.gpuaas.api.RolloutNodePage;
import io.gpuaas.api.RolloutNodeState;
import io.gpuaas.api.RolloutPage;
import io.gpuaas.api.UpdatesApi;
import io.gpuaas.api.UploadAgentReleasePart;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.AgentReleaseId;
import io.gpuaas.kernel.RolloutId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class UpdatesHandler implements UpdatesApi {

    private static final String RELEASES = "agent-releases";
    private static final String ROLLOUTS = "rollouts";
    private static final String MEMBERS = "rollout-nodes";

    private final Releases releases;
    private final ReleaseStore releaseStore;
    private final Rollouts rollouts;
    private final RolloutStore rolloutStore;

    UpdatesHandler(Releases releases, ReleaseStore releaseStore, Rollouts rollouts, RolloutStore rolloutStore) {
        this.releases = releases;
        this.releaseStore = releaseStore;
        this.rollouts = rollouts;
        this.rolloutStore = rolloutStore;
    }

    @Override
    public AgentReleasePage listAgentReleases(Integer limit, @Nullable String cursor) {
        List<ReleaseStore.Release> rows =
                releaseStore.list(PageCursor.decode(RELEASES, cursor, UUID::fromString), limit + 1);
        return new AgentReleasePage(
                PageCursor.page(rows, limit).stream().map(releases::view).toList(),
                PageCursor.next(RELEASES, rows, limit, ReleaseStore.Release::id));
    }

    @Override
    public AgentRelease createAgentRelease(CreateAgentRelease command) {
        return releases.create(command);
    }

    @Override
    public AgentRelease getAgentRelease(AgentReleaseId release) {
        return releases.require(release);
    }

    @Override
    public AgentRelease uploadAgentReleasePart(AgentReleaseId release, UploadAgentReleasePart command) {
        return releases.takePart(release, command);
    }

    @Override
    public RolloutPage listRollouts(Integer limit, @Nullable String cursor) {
        List<RolloutRecord> rows = rolloutStore.list(PageCursor.decode(ROLLOUTS, cursor, UUID::fromString), limit + 1);
        return new RolloutPage(
                PageCursor.page(rows, limit).stream().map(rollouts::view).toList(),
                PageCursor.next(ROLLOUTS, rows, limit, RolloutRecord::id));
    }

    @Override
    public Rollout createRollout(CreateRollout command) {
        return rollouts.view(rollouts.create(command));
    }

    @Override
    public Rollout getRollout(RolloutId rollout) {
        return rollouts.view(rollouts.require(rollout));
    }

    @Override
    public RolloutNodePage listRolloutNodes(
            RolloutId rollout, @Nullable RolloutNodeState state, Integer limit, @Nullable String cursor) {
        rollouts.require(rollout);
        List<RolloutMember> rows = rolloutStore.listMembers(
                rollout, state, PageCursor.decode(MEMBERS, cursor, UUID::fromString), limit + 1);
        return new RolloutNodePage(
                PageCursor.page(rows, limit).stream().map(UpdatesHandler::view).toList(),
                PageCursor.next(MEMBERS, rows, limit, RolloutMember::node));
    }

    private static RolloutNode view(RolloutMember member) {
        return new RolloutNode(
                member.node(),
                member.wave(),
                member.state(),
                member.since(),
                member.previousVersion(),
                member.task(),
                member.reason());
    }

    @Override
    public Rollout pauseRollout(RolloutId rollout, NodeReason command) {
        return rollouts.view(rollouts.pause(rollout, command.reason()));
    }

    @Override
    public Rollout resumeRollout(RolloutId rollout, NodeReason command) {
        return rollouts.view(rollouts.resume(rollout, command.reason()));
    }

    @Override
    public Rollout abortRollout(RolloutId rollout, NodeReason command) {
        return rollouts.view(rollouts.abort(rollout, command.reason()));
    }

    @Override
    public Rollout revertRollout(RolloutId rollout, NodeReason command) {
        return rollouts.view(rollouts.revert(rollout, command.reason()));
    }
}
