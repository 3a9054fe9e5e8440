package io.gpuaas.controlplane.terminal;

import io.gpuaas.api.Terminal;
import io.gpuaas.api.TerminalAccess;
import io.gpuaas.api.TerminalState;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.GatewayStreams;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TerminalId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Opens, attaches to, joins and closes terminals. */
@Component
class Terminals implements BackgroundWork {

    static final Duration TOKEN_TIME = Duration.ofMinutes(5);

    /** An agent with little memory takes fewer. */
    private static final int PER_NODE_MAX = 512;

    /** Tenants share hosts; each leaves room for others. */
    static final int PER_NODE_AND_TENANT_MAX = 256;

    private static final Duration SHOWN_AFTER_END = Duration.ofDays(30);
    private static final NodeTasks.Options CLOSE_OPTIONS = new NodeTasks.Options(Duration.ofHours(1), 3);

    private final TerminalStore store;
    private final GuestStore guests;
    private final AllocationLogins logins;
    private final GatewayStreams streams;
    private final NodeAgents agents;
    private final NodeTasks tasks;
    private final Policies policies;
    private final Principals principals;
    private final Clock clock;
    private final IdSource ids;

    Terminals(
            TerminalStore store,
            GuestStore guests,
            AllocationLogins logins,
            GatewayStreams streams,
            NodeAgents agents,
            NodeTasks tasks,
            Policies policies,
            Principals principals,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.guests = guests;
        this.logins = logins;
        this.streams = streams;
        this.agents = agents;
        this.tasks = tasks;
        this.policies = policies;
        this.principals = principals;
        this.clock = clock;
        this.ids = ids;
    }

    TerminalAccess open(ProjectId project, AllocationId allocation) {
        AllocationLogins.Login login = requireLogin(project, allocation);
        requireHeard(login.node());
        Instant now = clock.instant();
        if (store.countOpen(login.node(), now) >= PER_NODE_MAX) {
            throw TerminalErrors.tooMany(PER_NODE_MAX);
        }
        if (store.countOpen(login.node(), login.tenant(), now) >= PER_NODE_AND_TENANT_MAX) {
            throw TerminalErrors.tooManyOfTenant(PER_NODE_AND_TENANT_MAX);
        }
        Duration life = policies.effective(TerminalPolicies.LIFETIME_MAX, login.tenant(), project);
        TerminalRecord terminal = new TerminalRecord(
                new TerminalId(ids.next()),
                login.tenant(),
                project,
                allocation,
                login.node(),
                PrincipalId.parse(Call.current().caller().id()),
                now,
                now.plus(life),
                null,
                null,
                TerminalEnd.UNKNOWN);
        store.add(terminal);
        return access(terminal);
    }

    /** Only for the person who opened it: to others it does not exist. */
    TerminalAccess attach(ProjectId project, AllocationId allocation, TerminalId id) {
        TerminalRecord terminal = require(project, allocation, id);
        if (!terminal.principal().toString().equals(Call.current().caller().id())) {
            throw TerminalErrors.noSuchTerminal();
        }
        requireGoingOn(terminal);
        return access(terminal);
    }

    /** For other people, who are visible in it; writing needs a permission of its own. */
    TerminalAccess join(ProjectId project, AllocationId allocation, TerminalId id, boolean mayWrite) {
        TerminalRecord terminal = require(project, allocation, id);
        requireGoingOn(terminal);
        if (terminal.begunAt() == null) {
            throw TerminalErrors.notBegun();
        }
        TerminalAccess access = access(terminal);
        PrincipalId who = PrincipalId.parse(Call.current().caller().id());
        if (!who.equals(terminal.principal())) {
            guests.add(new GuestStore.Guest(access.streamId(), id, who, mayWrite), clock.instant());
        }
        return access;
    }

    private void requireGoingOn(TerminalRecord terminal) {
        if (terminal.isOver(clock.instant())) {
            throw TerminalErrors.ended();
        }
        requireHeard(requireLogin(terminal.project(), terminal.allocation()).node());
    }

    private TerminalAccess access(TerminalRecord terminal) {
        GatewayStreams.Opened opened = streams.open(new GatewayStreams.Purpose(
                TerminalStreams.ROLE, terminal.id().toString(), terminal.node(), TOKEN_TIME, terminal.endsAt()));
        return new TerminalAccess(
                view(terminal), opened.id(), opened.url(), opened.origin(), opened.token(), opened.expiresAt());
    }

    /** A person who may open terminals in the project may also close those of others. */
    Terminal close(ProjectId project, AllocationId allocation, TerminalId id) {
        TerminalRecord terminal = require(project, allocation, id);
        if (!terminal.isOver(clock.instant())) {
            store.end(id, TerminalEnd.CLOSED, clock.instant());
            streams.endAll(TerminalStreams.ROLE, id.toString());
            if (terminal.begunAt() != null && logins.find(allocation).isPresent()) {
                tasks.add(terminal.node(), "terminal.close", Map.of("session_id", id.toString()), CLOSE_OPTIONS);
            }
        }
        return view(require(project, allocation, id));
    }

    private TerminalRecord require(ProjectId project, AllocationId allocation, TerminalId id) {
        return store.find(id)
                .filter(found ->
                        found.project().equals(project) && found.allocation().equals(allocation))
                .orElseThrow(TerminalErrors::noSuchTerminal);
    }

    /** The login of an active allocation on a responding node. */
    AllocationLogins.Login requireReachable(ProjectId project, AllocationId allocation) {
        AllocationLogins.Login login = requireLogin(project, allocation);
        requireHeard(login.node());
        return login;
    }

    private AllocationLogins.Login requireLogin(ProjectId project, AllocationId allocation) {
        if (!logins.exists(project, allocation)) {
            throw TerminalErrors.noSuchAllocation();
        }
        return logins.find(allocation).orElseThrow(TerminalErrors::notActive);
    }

    private void requireHeard(NodeId node) {
        agents.list(List.of(node)).stream()
                .filter(agent -> !agent.isHeard())
                .findFirst()
                .ifPresent(agent -> {
                    throw TerminalErrors.nodeNotHeard(agent.state());
                });
    }

    List<Terminal> view(List<TerminalRecord> rows) {
        Map<PrincipalId, String> names =
                principals.names(rows.stream().map(TerminalRecord::principal).toList());
        return rows.stream().map(row -> view(row, names.get(row.principal()))).toList();
    }

    private Terminal view(TerminalRecord terminal) {
        return view(List.of(terminal)).getFirst();
    }

    private Terminal view(TerminalRecord terminal, @Nullable String openedByName) {
        boolean isOpen = !terminal.isOver(clock.instant())
                && logins.find(terminal.allocation()).isPresent();
        return new Terminal(
                terminal.id(),
                terminal.allocation(),
                isOpen ? TerminalState.OPEN : TerminalState.ENDED,
                terminal.principal(),
                openedByName,
                terminal.openedAt(),
                terminal.endsAt(),
                terminal.endedAt(),
                terminal.end().reason(),
                terminal.end().exitCode());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofHours(1), "terminal.delete-old-terminals", this::deleteOld)
                .firstAfter(Duration.ofMinutes(11));
    }

    void deleteOld() {
        store.deleteEndedBefore(clock.instant().minus(SHOWN_AFTER_END));
    }
}
