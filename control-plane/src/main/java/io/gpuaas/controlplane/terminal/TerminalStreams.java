package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.StreamRole;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.controlplane.terminal.GuestStore.Guest;
import io.gpuaas.controlplane.terminal.recordings.Recordings;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TerminalId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Connections to terminals, as gateways carry them. */
@Component
class TerminalStreams implements StreamRole {

    static final String ROLE = "terminal";

    private static final String OPEN = "terminals.open";
    private static final String JOIN = "terminals.join";
    private static final String TAKE_OVER = "terminals.take_over";
    private static final Pattern UNPRINTABLE = Pattern.compile("\\p{C}+");
    private static final int NAME_LENGTH_MAX = 60;
    private static final NodeTasks.Options OPEN_OPTIONS = new NodeTasks.Options(Duration.ofMinutes(1), 1);

    private final TerminalStore store;
    private final GuestStore guests;
    private final Recordings recordings;
    private final AllocationLogins logins;
    private final Principals principals;
    private final Access access;
    private final NodeTasks tasks;
    private final Policies policies;
    private final Clock clock;

    TerminalStreams(
            TerminalStore store,
            GuestStore guests,
            Recordings recordings,
            AllocationLogins logins,
            Principals principals,
            Access access,
            NodeTasks tasks,
            Policies policies,
            Clock clock) {
        this.store = store;
        this.guests = guests;
        this.recordings = recordings;
        this.logins = logins;
        this.principals = principals;
        this.access = access;
        this.tasks = tasks;
        this.policies = policies;
        this.clock = clock;
    }

    @Override
    public String name() {
        return ROLE;
    }

    /** A person's own terminal, or one they are a guest in. */
    private record Visit(TerminalRecord terminal, @Nullable Guest guest) {}

    /** The current facts about everything that the streams concern. */
    private record Known(
            Map<TerminalId, TerminalRecord> terminals,
            Map<StreamId, Guest> guests,
            Map<AllocationId, AllocationLogins.Login> logins,
            Map<PrincipalId, Authenticated> people) {}

    /** Checks again what was true when the token was issued: minutes may have passed. */
    @Override
    public Optional<TaskId> readerCame(Carried stream, String nodeUrl) {
        Known known = learn(List.of(stream));
        Visit visit = findAllowed(stream, known).orElseThrow(TerminalErrors::ended);
        TerminalRecord terminal = visit.terminal();
        AllocationLogins.Login login =
                Optional.ofNullable(known.logins().get(terminal.allocation())).orElseThrow(TerminalErrors::notActive);
        Instant now = clock.instant();
        Map<String, Object> payload = new LinkedHashMap<>(Map.of(
                "session_id", terminal.id().toString(),
                "stream_id", stream.id().toString(),
                "allocation_id", terminal.allocation().toString(),
                "gateway_url", nodeUrl,
                "username", login.username(),
                "seconds_max",
                        Math.max(1, Duration.between(now, terminal.endsAt()).toSeconds()),
                "idle_seconds_max", seconds(TerminalPolicies.IDLE_MAX, terminal),
                "detached_seconds_max", seconds(TerminalPolicies.DETACHED_MAX, terminal)));
        boolean begins = visit.guest() == null && begins(terminal.id(), now);
        payload.put("begins", begins);
        if (begins) {
            payload.putAll(recordings.begin(terminal, now));
        }
        if (visit.guest() != null) {
            payload.putAll(introduce(visit.guest(), known));
        }
        TaskId told = tasks.add(terminal.node(), "terminal.open", payload, OPEN_OPTIONS);
        if (begins) {
            store.setBeginning(terminal.id(), told);
        }
        return Optional.of(told);
    }

    /**
     * The first reader starts the shell, and the next one too if the node never received the former task: nothing can
     * have started there.
     */
    private boolean begins(TerminalId id, Instant now) {
        return store.begin(id, now)
                || store.findBeginning(id)
                        .filter(tasks::isEndedUnsent)
                        .filter(told -> store.beginAgain(id, told, now))
                        .isPresent();
    }

    /** An agent that does not support guests refuses these fields, and so admits no one unnoticed. */
    private Map<String, Object> introduce(Guest guest, Known known) {
        String name = Optional.ofNullable(known.people().get(guest.principal()))
                .map(who -> UNPRINTABLE
                        .matcher(who.caller().displayName())
                        .replaceAll(" ")
                        .strip())
                .filter(shown -> !shown.isEmpty())
                .orElse("somebody");
        return Map.of(
                "guest_id",
                guest.principal().toString(),
                "guest_name",
                name.substring(0, Math.min(name.length(), NAME_LENGTH_MAX)),
                "guest_writes",
                guest.mayWrite());
    }

    private long seconds(PolicyKey<Duration> key, TerminalRecord terminal) {
        return policies.effective(key, terminal.tenant(), terminal.project()).toSeconds();
    }

    @Override
    public Set<StreamId> findLost(Collection<Carried> streams) {
        Known known = learn(streams);
        return streams.stream()
                .filter(stream -> findAllowed(stream, known).isEmpty())
                .map(Carried::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** One look at each table, however many streams there are. */
    private Known learn(Collection<Carried> streams) {
        Map<TerminalId, TerminalRecord> terminals =
                store.find(streams.stream().map(TerminalStreams::terminalOf).toList());
        Map<StreamId, Guest> visiting =
                guests.find(streams.stream().map(Carried::id).toList());
        access.learn(terminals.values().stream().map(TerminalRecord::project).toList());
        return new Known(
                terminals,
                visiting,
                logins.find(terminals.values().stream()
                        .map(TerminalRecord::allocation)
                        .toList()),
                principals.find(Stream.concat(
                                terminals.values().stream().map(TerminalRecord::principal),
                                visiting.values().stream().map(Guest::principal))
                        .toList()));
    }

    private static TerminalId terminalOf(Carried stream) {
        return TerminalId.parse(stream.source());
    }

    private Optional<Visit> findAllowed(Carried stream, Known known) {
        return Optional.ofNullable(known.terminals().get(terminalOf(stream)))
                .filter(terminal -> terminal.node().equals(stream.node()))
                .flatMap(terminal -> terminal.principal().equals(stream.reader())
                        ? Optional.of(new Visit(terminal, null))
                        : Optional.ofNullable(known.guests().get(stream.id()))
                                .filter(guest -> guest.principal().equals(stream.reader())
                                        && guest.terminal().equals(terminal.id()))
                                .map(guest -> new Visit(terminal, guest)))
                .filter(visit -> isStillAllowed(visit, known));
    }

    /** A guest stays no longer than whose terminal it is may. */
    private boolean isStillAllowed(Visit visit, Known known) {
        TerminalRecord terminal = visit.terminal();
        Guest guest = visit.guest();
        AllocationLogins.Login login = known.logins().get(terminal.allocation());
        return !terminal.isOver(clock.instant())
                && login != null
                && login.node().equals(terminal.node())
                && may(known.people().get(terminal.principal()), OPEN, terminal)
                && (guest == null
                        || may(known.people().get(guest.principal()), guest.mayWrite() ? TAKE_OVER : JOIN, terminal));
    }

    private boolean may(@Nullable Authenticated who, String permission, TerminalRecord terminal) {
        return who != null && access.onProject(who, permission, terminal.project()) instanceof Access.Decision.Granted;
    }
}
