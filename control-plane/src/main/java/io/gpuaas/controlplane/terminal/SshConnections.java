package io.gpuaas.controlplane.terminal;

import io.gpuaas.api.SshConnectionAccess;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.GatewayStreams;
import io.gpuaas.controlplane.gateways.StreamRole;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.terminal.recordings.Recordings;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Opens streams to the SSH servers of allocations. A stream carries the bytes of one SSH connection; the SSH server
 * authenticates whoever connects, as it does without a gateway.
 */
@Component
class SshConnections implements StreamRole {

    static final String ROLE = "ssh";

    /** Editors keep a connection open all day. */
    static final Duration TIME_MAX = Duration.ofHours(24);

    private static final String PERMISSION = "terminals.open";
    private static final NodeTasks.Options OPTIONS = new NodeTasks.Options(Duration.ofMinutes(1), 1);

    private final Terminals terminals;
    private final AllocationLogins logins;
    private final GatewayStreams streams;
    private final Principals principals;
    private final Access access;
    private final NodeTasks tasks;
    private final Recordings recordings;
    private final Policies policies;
    private final Clock clock;

    SshConnections(
            Terminals terminals,
            AllocationLogins logins,
            GatewayStreams streams,
            Principals principals,
            Access access,
            NodeTasks tasks,
            Recordings recordings,
            Policies policies,
            Clock clock) {
        this.terminals = terminals;
        this.logins = logins;
        this.streams = streams;
        this.principals = principals;
        this.access = access;
        this.tasks = tasks;
        this.recordings = recordings;
        this.policies = policies;
        this.clock = clock;
    }

    SshConnectionAccess open(ProjectId project, AllocationId allocation) {
        AllocationLogins.Login login = terminals.requireReachable(project, allocation);
        if (isOff(login)) {
            throw TerminalErrors.noSshByPolicy();
        }
        GatewayStreams.Opened opened = streams.open(new GatewayStreams.Purpose(
                ROLE,
                allocation.toString(),
                login.node(),
                Terminals.TOKEN_TIME,
                clock.instant().plus(TIME_MAX).plus(Terminals.TOKEN_TIME)));
        return new SshConnectionAccess(opened.id(), opened.url(), opened.origin(), opened.token(), opened.expiresAt());
    }

    /** Where everything in a shell has to be recorded, nothing may pass that is not. */
    private boolean isOff(AllocationLogins.Login login) {
        return recordings.isStrict(login.tenant(), login.project())
                || policies.effective(TerminalPolicies.SSH, login.tenant(), login.project())
                        .equals("off");
    }

    @Override
    public String name() {
        return ROLE;
    }

    @Override
    public Optional<TaskId> readerCame(Carried stream, String nodeUrl) {
        AllocationLogins.Login login = findAllowed(Set.of(stream)).get(stream.id());
        if (login == null) {
            throw TerminalErrors.ended();
        }
        return Optional.of(tasks.add(
                login.node(),
                "ssh.connect",
                Map.of(
                        "stream_id", stream.id().toString(),
                        "allocation_id", login.allocation().toString(),
                        "gateway_url", nodeUrl,
                        "username", login.username()),
                OPTIONS));
    }

    @Override
    public Set<StreamId> findLost(Collection<Carried> carried) {
        Set<StreamId> allowed = findAllowed(carried).keySet();
        return carried.stream()
                .map(Carried::id)
                .filter(id -> !allowed.contains(id))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The logins of those streams whose readers may use them now, by stream. */
    private Map<StreamId, AllocationLogins.Login> findAllowed(Collection<Carried> carried) {
        Map<AllocationId, AllocationLogins.Login> active =
                logins.find(carried.stream().map(SshConnections::allocation).toList());
        Map<PrincipalId, Authenticated> people =
                principals.find(carried.stream().map(Carried::reader).toList());
        access.learn(
                active.values().stream().map(AllocationLogins.Login::project).toList());
        return carried.stream()
                .filter(stream -> isAllowed(stream, active.get(allocation(stream)), people.get(stream.reader())))
                .collect(Collectors.toMap(Carried::id, stream -> active.get(allocation(stream))));
    }

    private boolean isAllowed(Carried stream, AllocationLogins.@Nullable Login login, @Nullable Authenticated reader) {
        return login != null
                && reader != null
                && login.node().equals(stream.node())
                && !isOff(login)
                && access.onProject(reader, PERMISSION, login.project()) instanceof Access.Decision.Granted;
    }

    private static AllocationId allocation(Carried stream) {
        return AllocationId.parse(stream.source());
    }
}
