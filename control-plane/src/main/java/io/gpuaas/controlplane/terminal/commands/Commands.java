package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.api.Command;
import io.gpuaas.api.CommandAccess;
import io.gpuaas.api.StartCommand;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.gateways.GatewayStreams;
import io.gpuaas.controlplane.identity.Principals;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.controlplane.policy.PolicyKey;
import io.gpuaas.controlplane.terminal.recordings.Recordings;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TaskId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Starts, attaches to and ends commands. */
@Component
class Commands {

    private static final Duration TOKEN_TIME = Duration.ofMinutes(5);

    /** A stream lasts longer than its command: the end of the output is sent afterwards. */
    private static final Duration STREAM_TIME_MORE = Duration.ofMinutes(10);

    private static final NodeTasks.Options START = new NodeTasks.Options(Duration.ofMinutes(1), 1);
    private static final NodeTasks.Options CANCEL = new NodeTasks.Options(Duration.ofHours(1), 3);
    private static final Duration CANCEL_EVERY = Duration.ofMinutes(1);
    private static final long MEGABYTE = 1_000_000;
    private static final int ARGV_BYTES_MAX = 64 * 1024;
    private static final int ENVIRONMENT_BYTES_MAX = 32 * 1024;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,199}");
    private static final Pattern CONTROL = Pattern.compile(".*\\p{Cntrl}.*", Pattern.DOTALL);

    private final CommandStore store;
    private final AllocationLogins logins;
    private final GatewayStreams streams;
    private final NodeAgents agents;
    private final NodeTasks tasks;
    private final Recordings recordings;
    private final Policies policies;
    private final Principals principals;
    private final Clock clock;
    private final IdSource ids;

    Commands(
            CommandStore store,
            AllocationLogins logins,
            GatewayStreams streams,
            NodeAgents agents,
            NodeTasks tasks,
            Recordings recordings,
            Policies policies,
            Principals principals,
            Clock clock,
            IdSource ids) {
        this.store = store;
        this.logins = logins;
        this.streams = streams;
        this.agents = agents;
        this.tasks = tasks;
        this.recordings = recordings;
        this.policies = policies;
        this.principals = principals;
        this.clock = clock;
        this.ids = ids;
    }

    CommandAccess start(ProjectId project, AllocationId allocation, StartCommand wanted) {
        AllocationLogins.Login login = requireLogin(project, allocation);
        requireSensible(wanted);
        if (recordings.isStrict(login.tenant(), project)) {
            throw CommandErrors.refused(
                    "Policy requires that everything in a shell is recorded, and commands are not. Use a terminal.");
        }
        requireHeard(login.node());
        Instant now = clock.instant();
        requireRoom(login, now);
        Duration life = policy(CommandPolicies.LIFETIME_MAX, login);
        long outputMax = policy(CommandPolicies.OUTPUT_MEGABYTES_MAX, login) * MEGABYTE;
        CommandId id = new CommandId(ids.next());
        TaskId task = tasks.add(
                login.node(), "command.start", payload(id, login, wanted, life.toSeconds(), outputMax), START);
        CommandRecord command = new CommandRecord(
                id,
                login.tenant(),
                project,
                allocation,
                login.node(),
                PrincipalId.parse(Call.current().caller().id()),
                task,
                wanted.argv(),
                new CommandRecord.Times(now, now.plus(life), null, policy(CommandPolicies.OUTPUT_RETENTION, login)),
                CommandRecord.End.REQUESTED,
                new CommandRecord.Output(outputMax, 0, 0, 0));
        store.add(command);
        return access(command);
    }

    private static Map<String, Object> payload(
            CommandId id, AllocationLogins.Login login, StartCommand wanted, long seconds, long outputMax) {
        Map<String, Object> payload = new LinkedHashMap<>(Map.of(
                "command_id", id.toString(),
                "allocation_id", login.allocation().toString(),
                "username", login.username(),
                "argv", wanted.argv(),
                "stdin", Boolean.TRUE.equals(wanted.stdin()),
                "seconds_max", seconds,
                "output_bytes_max", outputMax));
        if (wanted.environment() != null) {
            payload.put("environment", wanted.environment());
        }
        if (wanted.workingDirectory() != null) {
            payload.put("working_directory", wanted.workingDirectory());
        }
        return payload;
    }

    /** The program is handed over word by word, so no character but a NUL means anything. */
    private static void requireSensible(StartCommand wanted) {
        List<String> argv = wanted.argv();
        if (argv.getFirst().isEmpty() || argv.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            throw CommandErrors.refused("argv must begin with a program and must not contain NUL characters.");
        }
        if (argv.stream().mapToInt(Commands::bytes).sum() > ARGV_BYTES_MAX) {
            throw CommandErrors.refused("argv is too long. At most 64 KiB are allowed.");
        }
        Map<String, String> environment = wanted.environment() == null ? Map.of() : wanted.environment();
        int total = 0;
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            if (!NAME.matcher(variable.getKey()).matches()
                    || variable.getValue().indexOf('\0') >= 0) {
                throw CommandErrors.refused("The name of an environment variable is letters, digits and underscores,"
                        + " and its value contains no NUL character.");
            }
            total += bytes(variable.getKey()) + bytes(variable.getValue());
        }
        if (total > ENVIRONMENT_BYTES_MAX) {
            throw CommandErrors.refused("The environment is too large. At most 32 KiB are allowed.");
        }
        String folder = wanted.workingDirectory();
        if (folder != null && CONTROL.matcher(folder).matches()) {
            throw CommandErrors.refused("working_directory must not contain control characters.");
        }
    }

    private static int bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8).length + 1;
    }

    private void requireRoom(AllocationLogins.Login login, Instant now) {
        store.lockStarts(login.allocation());
        CommandStore.Counts counts = store.count(login.allocation(), now.minus(Duration.ofMinutes(1)));
        long atOnce = policy(CommandPolicies.AT_ONCE_MAX, login);
        if (counts.open() >= atOnce) {
            throw CommandErrors.tooMany(atOnce);
        }
        long perMinute = policy(CommandPolicies.STARTS_PER_MINUTE, login);
        if (counts.recent() >= perMinute) {
            throw CommandErrors.tooOften(perMinute);
        }
    }

    private <T> T policy(PolicyKey<T> key, AllocationLogins.Login login) {
        return policies.effective(key, login.tenant(), login.project());
    }

    /** Only for who started it: to others a connection does not exist, and they read the stored output. */
    CommandAccess attach(ProjectId project, AllocationId allocation, CommandId id) {
        CommandRecord command = require(project, allocation, id);
        if (!command.principal().toString().equals(Call.current().caller().id())) {
            throw CommandErrors.noSuchCommand();
        }
        if (command.isOver()) {
            throw CommandErrors.ended();
        }
        requireHeard(command.node());
        return access(command);
    }

    private CommandAccess access(CommandRecord command) {
        GatewayStreams.Opened opened = streams.open(new GatewayStreams.Purpose(
                CommandStreams.ROLE,
                command.id().toString(),
                command.node(),
                TOKEN_TIME,
                command.times().endsAt().plus(STREAM_TIME_MORE)));
        return new CommandAccess(
                view(List.of(command)).getFirst(),
                opened.id(),
                opened.url(),
                opened.origin(),
                opened.token(),
                opened.expiresAt());
    }

    /** One whose task the node never got ends here. Of any other the node reports the end. */
    Command cancel(ProjectId project, AllocationId allocation, CommandId id) {
        CommandRecord command = require(project, allocation, id);
        if (!command.isOver()) {
            tasks.cancelUnlessEnded(command.startTask());
            Instant now = clock.instant();
            if (store.askCancel(id, now.minus(CANCEL_EVERY), now)) {
                tasks.add(command.node(), "command.cancel", Map.of("command_id", id.toString()), CANCEL);
            }
        }
        return view(List.of(require(project, allocation, id))).getFirst();
    }

    CommandRecord require(ProjectId project, AllocationId allocation, CommandId id) {
        return store.find(id)
                .filter(found ->
                        found.project().equals(project) && found.allocation().equals(allocation))
                .orElseThrow(CommandErrors::noSuchCommand);
    }

    private AllocationLogins.Login requireLogin(ProjectId project, AllocationId allocation) {
        if (!logins.exists(project, allocation)) {
            throw CommandErrors.noSuchAllocation();
        }
        return logins.find(allocation).orElseThrow(CommandErrors::notActive);
    }

    private void requireHeard(NodeId node) {
        agents.list(List.of(node)).stream()
                .filter(agent -> !agent.isHeard())
                .findFirst()
                .ifPresent(agent -> {
                    throw CommandErrors.nodeNotHeard(agent.state());
                });
    }

    List<Command> view(List<CommandRecord> rows) {
        Map<PrincipalId, String> names =
                principals.names(rows.stream().map(CommandRecord::principal).toList());
        return rows.stream().map(row -> view(row, names.get(row.principal()))).toList();
    }

    private static Command view(CommandRecord command, @Nullable String startedByName) {
        return new Command(
                command.id(),
                command.allocation(),
                command.argv(),
                command.end().state(),
                command.principal(),
                startedByName,
                command.times().requestedAt(),
                command.times().endsAt(),
                command.times().endedAt(),
                command.end().exitCode(),
                command.end().reason(),
                command.end().stdoutBytes(),
                command.end().stderrBytes(),
                command.output().stdoutStored(),
                command.output().stderrStored(),
                command.end().truncated());
    }
}
