package io.gpuaas.controlplane.terminal.commands;

import io.gpuaas.api.CommandState;
import io.gpuaas.controlplane.allocations.AllocationLogins;
import io.gpuaas.controlplane.nodes.NodeAgents;
import io.gpuaas.controlplane.nodes.NodeTasks;
import io.gpuaas.controlplane.nodes.TaskState;
import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Batcher;
import io.gpuaas.controlplane.platform.Rounds;
import io.gpuaas.controlplane.terminal.commands.CommandRecord.End;
import io.gpuaas.events.TaskFinished;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CommandId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Concludes what no node reports: whether a command was started, and the end of one whose host does not come back. Where
 * it cannot be told whether the program ran, the command is unknown.
 */
@Component
class CommandEnds implements BackgroundWork, NodeTasks.Listener {

    private static final Logger log = LoggerFactory.getLogger(CommandEnds.class);

    private static final String TASK = "command.start";
    private static final int BATCH = 500;
    private static final int STARTS_AT_ONCE = 100;
    private static final int DELETED_PAGE = 100;
    private static final int DELETED_PAGES_MAX = 200;

    /** The node has a clock of its own and is asked to speak first. */
    private static final Duration NODE_FIRST = Duration.ofMinutes(2);

    private static final Duration HOST_LOST_AFTER = Duration.ofMinutes(10);

    /** An agent answers with these before it has begun anything. */
    private static final Set<String> NOTHING_BEGUN = Set.of(
            "too_many_commands",
            "user_absent",
            "host_error",
            "agent_stops",
            "terminal_not_confined",
            "not_supported",
            "payload_invalid",
            "type_unknown");

    private final Batcher<TaskId> started = new Batcher<>(1, STARTS_AT_ONCE, this::note);
    private final CommandStore store;
    private final CommandOutputs outputs;
    private final AllocationLogins logins;
    private final NodeAgents agents;
    private final NodeTasks tasks;
    private final Clock clock;

    CommandEnds(
            CommandStore store,
            CommandOutputs outputs,
            AllocationLogins logins,
            NodeAgents agents,
            NodeTasks tasks,
            Clock clock) {
        this.store = store;
        this.outputs = outputs;
        this.logins = logins;
        this.agents = agents;
        this.tasks = tasks;
        this.clock = clock;
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(10), "command.ends", this::look).firstAfter(Duration.ofSeconds(20));
        rounds.every(Duration.ofMinutes(1), "command.delete-old-commands", this::deleteOld)
                .firstAfter(Duration.ofMinutes(14));
    }

    /** In the process the node spoke to: at once. */
    @Override
    public void taskFinished(TaskFinished event) {
        if (event.taskType().equals(TASK)) {
            started.add(event.taskId());
        }
    }

    private void note(List<TaskId> finished) {
        try {
            finished.forEach(task -> store.findByTask(task).ifPresent(this::conclude));
        } catch (DataAccessException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("tasks", finished.size())
                    .log("could not note starts of commands; the next round will");
        }
    }

    @PreDestroy
    void stop() {
        started.close();
    }

    void look() {
        @Nullable UUID after = null;
        List<CommandRecord> batch;
        do {
            batch = store.listOpen(after, BATCH);
            look(batch, clock.instant());
            after = batch.isEmpty() ? null : batch.getLast().id().value();
        } while (batch.size() == BATCH);
    }

    private void look(List<CommandRecord> open, Instant now) {
        Map<NodeId, NodeAgents.Agent> hosts =
                agents.list(open.stream().map(CommandRecord::node).distinct().toList()).stream()
                        .collect(Collectors.toMap(NodeAgents.Agent::node, Function.identity()));
        Map<AllocationId, AllocationLogins.Login> active =
                logins.find(open.stream().map(CommandRecord::allocation).toList());
        for (CommandRecord command : open) {
            if (command.end().state() == CommandState.REQUESTED) {
                conclude(command);
            }
            findEnd(command, hosts.get(command.node()), active.get(command.allocation()), now)
                    .ifPresent(end -> store.conclude(command.id(), end, now));
        }
    }

    /** Takes over how the task that starts it ended. */
    private void conclude(CommandRecord command) {
        tasks.find(command.startTask()).filter(task -> task.state().ended()).ifPresent(task -> {
            if (task.state() == TaskState.SUCCEEDED) {
                store.setRunning(command.id());
            } else {
                store.conclude(command.id(), failure(command, task), clock.instant());
            }
        });
    }

    private End failure(CommandRecord command, NodeTasks.Task task) {
        boolean isUnsent = tasks.isEndedUnsent(command.startTask());
        if (isUnsent && task.state() == TaskState.CANCELED) {
            return End.because(CommandState.CANCELED, "not_started");
        }
        String code = task.code() == null ? "not_started" : task.code();
        return isUnsent || NOTHING_BEGUN.contains(code)
                ? End.because(CommandState.FAILED, code)
                : End.because(CommandState.UNKNOWN, code);
    }

    private Optional<End> findEnd(
            CommandRecord command,
            NodeAgents.@Nullable Agent host,
            AllocationLogins.@Nullable Login login,
            Instant now) {
        if (host == null || host.isRetired() || host.isSilentSince(now.minus(HOST_LOST_AFTER))) {
            return Optional.of(End.because(CommandState.UNKNOWN, "host_lost"));
        }
        if (login == null || !login.node().equals(command.node())) {
            return Optional.of(End.because(CommandState.FAILED, "released"));
        }
        return now.isBefore(command.times().endsAt().plus(NODE_FIRST))
                ? Optional.empty()
                : Optional.of(End.because(CommandState.FAILED, "time_is_up"));
    }

    /** Those that cannot be deleted now are passed over, so that they hold up no others. */
    void deleteOld() {
        Instant now = clock.instant();
        CommandStore.@Nullable Due after = null;
        for (int page = 0; page < DELETED_PAGES_MAX; page++) {
            List<CommandStore.Due> due = store.listDue(now, after, DELETED_PAGE);
            due.forEach(command -> delete(command.id()));
            if (due.size() < DELETED_PAGE) {
                return;
            }
            after = due.getLast();
        }
    }

    private void delete(CommandId command) {
        try {
            outputs.delete(command);
        } catch (IOException e) {
            log.atWarn().setCause(e).addKeyValue("command", command).log("could not delete the output of a command");
        }
    }
}
