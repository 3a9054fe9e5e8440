package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.StreamRole;
import io.gpuaas.controlplane.identity.Access;
import io.gpuaas.controlplane.identity.Authenticated;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.StreamId;
import io.gpuaas.kernel.TaskId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Connections of people to their commands. */
@Component
class CommandStreams implements StreamRole {

    static final String ROLE = "command";

    private static final String PERMISSION = "terminals.open";
    private static final NodeTasks.Options OPTIONS = new NodeTasks.Options(Duration.ofMinutes(1), 1);

    /** The node reports an end while the last output is still on its way to a slow reader. */
    private static final Duration READ_AFTER_END = Duration.ofMinutes(10);

    private final CommandStore store;
    private final AllocationLogins logins;
    private final Principals principals;
    private final Access access;
    private final NodeTasks tasks;
    private final Clock clock;

    CommandStreams(
            CommandStore store,
            AllocationLogins logins,
            Principals principals,
            Access access,
            NodeTasks tasks,
            Clock clock) {
        this.store = store;
        this.logins = logins;
        this.principals = principals;
        this.access = access;
        this.tasks = tasks;
        this.clock = clock;
    }

    @Override
    public String name() {
        return ROLE;
    }

    /** The current facts about everything that the streams concern. */
    private record Known(
            Map<CommandId, CommandRecord> commands,
            Map<AllocationId, AllocationLogins.Login> logins,
            Map<PrincipalId, Authenticated> people) {}

    @Override
    public Optional<TaskId> readerCame(Carried stream, String nodeUrl) {
        CommandRecord command = findAllowed(stream, learn(List.of(stream))).orElseThrow(CommandErrors::ended);
        return Optional.of(tasks.add(
                command.node(),
                "command.attach",
                Map.of(
                        "command_id", command.id().toString(),
                        "stream_id", stream.id().toString(),
                        "allocation_id", command.allocation().toString(),
                        "gateway_url", nodeUrl),
                OPTIONS));
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
        Map<CommandId, CommandRecord> commands =
                store.find(streams.stream().map(CommandStreams::commandOf).toList());
        Collection<CommandRecord> all = commands.values();
        access.learn(all.stream().map(CommandRecord::project).toList());
        return new Known(
                commands,
                logins.find(all.stream().map(CommandRecord::allocation).toList()),
                principals.find(all.stream().map(CommandRecord::principal).toList()));
    }

    private static CommandId commandOf(Carried stream) {
        return CommandId.parse(stream.source());
    }

    /** One that its reader may read now. */
    private Optional<CommandRecord> findAllowed(Carried stream, Known known) {
        return Optional.ofNullable(known.commands().get(commandOf(stream)))
                .filter(command -> command.node().equals(stream.node())
                        && command.principal().equals(stream.reader())
                        && isReadable(command)
                        && isInPlace(command, known.logins().get(command.allocation()))
                        && mayRead(command, known.people().get(command.principal())));
    }

    private boolean isReadable(CommandRecord command) {
        Instant ended = command.times().endedAt();
        return ended == null || clock.instant().isBefore(ended.plus(READ_AFTER_END));
    }

    private static boolean isInPlace(CommandRecord command, AllocationLogins.@Nullable Login login) {
        return login != null && login.node().equals(command.node());
    }

    private boolean mayRead(CommandRecord command, @Nullable Authenticated who) {
        return who != null && access.onProject(who, PERMISSION, command.project()) instanceof Access.Decision.Granted;
    }
}
