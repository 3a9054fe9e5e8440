package io.gpuaas.controlplane.terminal;

import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.StreamRole;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.Caller;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.controlplane.policy.PolicyKeys;
import io.gpuaas.controlplane.terminal.GuestStore.Guest;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.TerminalId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

    /** Somebody's own terminal, or one they are a guest in. */
    private record Visit(TerminalRecord terminal, @Nullable Guest guest) {}

    /** What was true when the token was made is asked anew: minutes may have passed. */
    @Override
    public TaskId readerCame(Carried stream, String nodeUrl) {
        Visit visit = find(stream).filter(this::isStillAllowed).orElseThrow(TerminalErrors::ended);
        TerminalRecord terminal = visit.terminal();
        AllocationLogins.Login login = logins.find(terminal.allocation()).orElseThrow(TerminalErrors::notActive);
        Instant now = now();
        Map<String, Object> payload = new LinkedHashMap<>(Map.of(
                "session_id", terminal.id().toString(),
                "stream_id", stream.id().toString(),
                "allocation_id", terminal.allocation().toString(),
                "gateway_url", nodeUrl,
                "username", login.username(),
                "seconds_max",
                        Math.max(1, Duration.between(now, terminal.endsAt()).toSeconds()),
                "idle_seconds_max", seconds(PolicyKeys.TERMINAL_IDLE_MAX, terminal),
                "detached_seconds_max", seconds(PolicyKeys.TERMINAL_DETACHED_MAX, terminal)));
        boolean begins = visit.guest() == null && begins(terminal.id(), now);
        payload.put("begins", begins);
        if (begins) {
            payload.putAll(recordings.begin(terminal, now));
        }
        if (visit.guest() != null) {
            payload.putAll(introduce(visit.guest()));
        }
        TaskId told = tasks.add(terminal.node(), "terminal.open", payload, OPEN_OPTIONS);
        if (begins) {
            store.setBeginning(terminal.id(), told);
        }
        return told;
    }

    /** The first does, and the next if the node was never told of the former: nothing can have begun there. */
    private boolean begins(TerminalId id, Instant now) {
        return store.begin(id, now)
                || store.findBeginning(id)
                        .filter(tasks::isEndedUnsent)
                        .filter(told -> store.beginAgain(id, told, now))
                        .isPresent();
    }

    /** An agent that knows no guests refuses these fields, and so lets nobody in unseen. */
    private Map<String, Object> introduce(Guest guest) {
        String name = principals
                .find(guest.principal())
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
        return streams.stream()
                .filter(stream -> find(stream).filter(this::isStillAllowed).isEmpty())
                .map(Carried::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Optional<Visit> find(Carried stream) {
        return store.find(TerminalId.parse(stream.source()))
                .filter(terminal -> terminal.node().equals(stream.node()))
                .flatMap(terminal -> terminal.principal().equals(stream.reader())
                        ? Optional.of(new Visit(terminal, null))
                        : guests.find(stream.id())
                                .filter(guest -> guest.principal().equals(stream.reader())
                                        && guest.terminal().equals(terminal.id()))
                                .map(guest -> new Visit(terminal, guest)));
    }

    /** A guest stays no longer than whose terminal it is may. */
    private boolean isStillAllowed(Visit visit) {
        TerminalRecord terminal = visit.terminal();
        Guest guest = visit.guest();
        return !terminal.isOver(now())
                && logins.find(terminal.allocation())
                        .filter(login -> login.node().equals(terminal.node()))
                        .isPresent()
                && may(terminal.principal(), OPEN, terminal)
                && (guest == null || may(guest.principal(), guest.mayWrite() ? TAKE_OVER : JOIN, terminal));
    }

    private boolean may(PrincipalId principal, String permission, TerminalRecord terminal) {
        Optional<Authenticated> who = principals.find(principal);
        // What a machine may do stands in its token, and revoking that is seen before this is asked.
        return who.isPresent()
                && (who.get().caller().kind() != Caller.Kind.USER
                        || access.onProject(who.get(), permission, terminal.project())
                                instanceof Access.Decision.Granted);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }
}
