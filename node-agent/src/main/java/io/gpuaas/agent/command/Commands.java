package io.gpuaas.agent.command;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.task.CommandTasks.AttachCommand;
import io.gpuaas.agent.task.CommandTasks.CancelCommand;
import io.gpuaas.agent.task.CommandTasks.CommandAttached;
import io.gpuaas.agent.task.CommandTasks.CommandCanceled;
import io.gpuaas.agent.task.CommandTasks.CommandStarted;
import io.gpuaas.agent.task.CommandTasks.StartCommand;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.terminal.Processes;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The commands of this host, a few at a time. */
public final class Commands implements AutoCloseable {

    /** Commands that ended count until their output is shipped and everybody has left. */
    static final int OPEN_MAX = 64;

    static final int PER_ALLOCATION_MAX = OPEN_MAX / 4;

    private static final int PER_COMMAND_MAX = 4;

    private static final int CONNECTIONS_MAX = 2 * OPEN_MAX;
    private static final int DIAL_SECONDS_MAX = 20;
    private static final int RELEASED_MAX = 1_000;

    /** A client is told to attach while the node is still told to start. */
    private static final Duration START_PATIENCE = Duration.ofSeconds(5);

    private static final Duration END_PATIENCE = Duration.ofSeconds(5);

    /** A client that lost its connection comes back for the end of the output. */
    private static final Duration RETURN_PATIENCE = Duration.ofSeconds(60);

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final HostDriver host;
    private final BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway;
    private final CommandStore store;
    private final JsonLog log;
    private final Path folder;
    private final CommandRoom room;
    private final List<CommandFolder> left;
    private final Map<UUID, Open> open = new ConcurrentHashMap<>();
    private final Semaphore connections = new Semaphore(CONNECTIONS_MAX);
    private final Semaphore news = new Semaphore(0);
    private final LinkedHashSet<UUID> released = new LinkedHashSet<>();
    private boolean isClosed;

    private record Open(CommandRun run, CommandShipping shipping) {}

    /** Of an earlier run of the agent. */
    private record Left(CommandFolder folder, List<OutputFile> outputs, CommandEnd end, CommandShipping shipping) {}

    public Commands(
            HostDriver host,
            BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway,
            CommandStore store,
            JsonLog log,
            Path folder)
            throws IOException {
        this(host, gateway, store, log, folder, CommandRoom.on(folder));
    }

    Commands(
            HostDriver host,
            BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway,
            CommandStore store,
            JsonLog log,
            Path folder,
            CommandRoom room)
            throws IOException {
        this.host = host;
        this.gateway = gateway;
        this.store = store;
        this.log = log;
        this.folder = folder;
        this.room = room;
        this.left = CommandFolder.list(folder);
    }

    // ---- tasks -----------------------------------------------------------------------------------------------------

    /** One that began before is not started again, whoever began it. */
    public synchronized CommandStarted start(StartCommand task) throws TaskFailure {
        if (isClosed) {
            throw TaskFailure.refused("agent_stops", "the agent stops");
        }
        requireHere(task.allocationId());
        requirePlace(task.allocationId());
        Shell program = host.login(task.allocationId(), task.username())
                .running(inFolder(task.workingDirectory(), task.argv()), task.variables());
        try {
            Optional<CommandFolder> begun = CommandFolder.begin(folder, task.commandId());
            if (begun.isPresent()) {
                CommandRun run = new CommandRun(task.allocationId(), begun.get(), room, task.outputBytesMax(), log);
                open.put(
                        run.id(),
                        new Open(run, new CommandShipping(run.id(), run.outputs(), run.beganNanos(), store, log)));
                run.start(program, task, news::release);
                notifyAll();
            }
            return new CommandStarted(task.commandId());
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot keep the command", e);
        }
    }

    /** A start that is late must not begin beside a release that looks for what runs. */
    private void requireHere(UUID allocation) throws TaskFailure {
        if (released.contains(allocation)) {
            throw TaskFailure.refused("user_absent", "the allocation is released");
        }
    }

    private void requirePlace(UUID allocation) throws TaskFailure {
        if (open.size() >= OPEN_MAX) {
            throw TaskFailure.refused("too_many_commands", "at most " + OPEN_MAX + " commands run at a time");
        }
        long ofAllocation = open.values().stream()
                .filter(one -> one.run().allocation().equals(allocation))
                .count();
        if (ofAllocation >= PER_ALLOCATION_MAX) {
            throw TaskFailure.refused(
                    "too_many_commands", "at most " + PER_ALLOCATION_MAX + " commands of an allocation run at a time");
        }
    }

    /** Less where places are scarce: nobody waits for a place that is kept for somebody who may come back. */
    private Duration returnPatience(UUID allocation) {
        long ofAllocation = open.values().stream()
                .filter(one -> one.run().allocation().equals(allocation))
                .count();
        boolean areScarce = open.size() > OPEN_MAX / 2 || ofAllocation > PER_ALLOCATION_MAX / 2;
        return areScarce ? Duration.ZERO : RETURN_PATIENCE;
    }

    /** The program takes the place of the shell that changes the folder. */
    private static List<String> inFolder(@Nullable String workingDirectory, List<String> argv) {
        if (workingDirectory == null) {
            return argv;
        }
        List<String> program = new ArrayList<>(
                List.of("sh", "-c", "cd -- \"$1\" || exit 126; shift; exec \"$@\"", "sh", workingDirectory));
        program.addAll(argv);
        return program;
    }

    /** Returns once the gateway has let this node in. */
    public CommandAttached attach(AttachCommand task) throws TaskFailure, InterruptedException {
        if (!connections.tryAcquire()) {
            throw TaskFailure.refused(
                    "too_many_connections", "at most " + CONNECTIONS_MAX + " are connected to commands at a time");
        }
        boolean isCarried = false;
        try {
            Optional<CommandRun> found =
                    await(task.commandId()).filter(run -> run.allocation().equals(task.allocationId()));
            if (found.isPresent()) {
                attach(task, found.get());
            } else {
                GoneLink gone = new GoneLink();
                WebSocket socket = dial(task.gatewayUrl(), gone);
                start(task, () -> gone.carry(socket));
            }
            isCarried = true;
            return new CommandAttached(task.commandId());
        } catch (ExecutionException | TimeoutException e) {
            throw TaskFailure.failed("gateway_not_reached", "the gateway does not let this node in", e);
        } finally {
            if (!isCarried) {
                connections.release();
            }
        }
    }

    private void attach(AttachCommand task, CommandRun run)
            throws TaskFailure, InterruptedException, ExecutionException, TimeoutException {
        if (!run.attach(PER_COMMAND_MAX)) {
            throw TaskFailure.refused(
                    "too_many_connections", "at most " + PER_COMMAND_MAX + " are connected to a command at a time");
        }
        boolean isCarried = false;
        try {
            CommandLink link = new CommandLink(run);
            WebSocket socket = dial(task.gatewayUrl(), link);
            start(task, () -> {
                try {
                    return link.carry(socket);
                } finally {
                    run.detach();
                }
            });
            isCarried = true;
        } finally {
            if (!isCarried) {
                run.detach();
            }
        }
    }

    private synchronized Optional<CommandRun> await(UUID command) throws InterruptedException {
        long until = System.nanoTime() + START_PATIENCE.toNanos();
        while (!open.containsKey(command) && !isLeft(command) && System.nanoTime() < until) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, until - System.nanoTime()));
        }
        return Optional.ofNullable(open.get(command)).map(Open::run);
    }

    private boolean isLeft(UUID command) {
        return left.stream().anyMatch(one -> one.id().equals(command));
    }

    private WebSocket dial(String gatewayUrl, WebSocket.Listener listener)
            throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<WebSocket> dialled;
        try {
            dialled = gateway.apply(URI.create(gatewayUrl), listener);
        } catch (IllegalArgumentException e) {
            throw new ExecutionException(e);
        }
        try {
            return dialled.get(DIAL_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // One that is made late would hold its place, and nobody would send over it.
            var _ = dialled.thenAccept(WebSocket::abort);
            throw e;
        }
    }

    private interface Carrying {
        String carry() throws InterruptedException;
    }

    private void start(AttachCommand task, Carrying carrying) {
        Thread.ofPlatform().daemon().name("command-" + task.streamId()).start(() -> {
            try {
                String reason = carrying.carry();
                log.info(
                        "ended connection to a command",
                        with("command", task.commandId()),
                        with("stream", task.streamId()),
                        with("reason", reason));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                connections.release();
                news.release();
            }
        });
    }

    /** One that is not here has ended. */
    public CommandCanceled cancel(CancelCommand task) throws InterruptedException {
        Open found = find(task.commandId());
        if (found == null || found.run().end() != null) {
            return new CommandCanceled(false);
        }
        found.run().stop(CommandEnd.CANCELED);
        return new CommandCanceled(true);
    }

    /** One that is being started is started when this returns. */
    private synchronized @Nullable Open find(UUID command) {
        return open.get(command);
    }

    /** Before an allocation leaves the host: nothing its commands started goes on. */
    public void release(UUID allocation) throws InterruptedException, TaskFailure {
        List<CommandRun> running = releasing(allocation);
        for (CommandRun run : running) {
            run.kill(CommandEnd.RELEASED);
        }
        for (CommandRun run : running) {
            if (!run.awaitEnd(END_PATIENCE)) {
                throw TaskFailure.failed("command_remains", "command " + run.id() + " does not end");
            }
        }
    }

    private synchronized List<CommandRun> releasing(UUID allocation) {
        released.add(allocation);
        if (released.size() > RELEASED_MAX) {
            released.removeFirst();
        }
        return open.values().stream()
                .map(Open::run)
                .filter(run -> run.allocation().equals(allocation))
                .toList();
    }

    /** The allocation comes to the host, maybe after it was released there. */
    public synchronized void admit(UUID allocation) {
        released.remove(allocation);
    }

    // ---- shipping --------------------------------------------------------------------------------------------------

    /** Until it is interrupted. What is left then is shipped after the next start. */
    public void run() throws InterruptedException {
        endLeft();
        List<Left> earlier = openLeft();
        while (true) {
            boolean _ = news.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            news.drainPermits();
            boolean isShipped = shipAll();
            isShipped &= shipLeft(earlier);
            if (!isShipped) {
                Thread.sleep(PAUSE);
            }
        }
    }

    /** False when some could not be shipped now. */
    private boolean shipAll() {
        boolean isShipped = true;
        for (Open one : open.values()) {
            CommandEnd end = one.run().end();
            boolean isDone = end != null && one.shipping().isDone(end);
            if (!isDone) {
                isShipped &= one.shipping().ship(end);
                isDone = end != null && one.shipping().isDone(end);
                if (end != null && !isDone) {
                    news.release();
                }
            }
            if (isDone
                    && one.run().isLeft(returnPatience(one.run().allocation()))
                    && !one.run().isStillRead()) {
                forget(one.run());
            }
        }
        return isShipped;
    }

    private void forget(CommandRun run) {
        open.remove(run.id());
        try {
            run.close();
            run.folder().delete();
        } catch (IOException e) {
            log.warn("could not delete the record of a command", with("command", run.id()), with("error", e));
        }
    }

    /** Programs that outlived the agent which started them: nobody reads what they print. */
    private void endLeft() throws InterruptedException {
        for (CommandFolder one : left) {
            Processes.endAll(Processes.NO_SESSION, Signals.mark(one.id()));
        }
    }

    private List<Left> openLeft() {
        List<Left> opened = new ArrayList<>();
        for (CommandFolder one : left) {
            try {
                OutputFile stdout = OutputFile.open(one.path(), OutputFile.STDOUT);
                OutputFile stderr = OutputFile.open(one.path(), OutputFile.STDERR);
                CommandEnd end = one.findEnd()
                        .map(found -> found.cutTo(stdout.end(), stderr.end()))
                        .orElseGet(() -> new CommandEnd(
                                CommandEnd.UNKNOWN, null, CommandEnd.AGENT_ENDED, stdout.end(), stderr.end(), false));
                List<OutputFile> outputs = List.of(stdout, stderr);
                opened.add(new Left(
                        one, outputs, end, new CommandShipping(one.id(), outputs, System.nanoTime(), store, log)));
                room.occupy(stdout.end() + stderr.end());
            } catch (IOException e) {
                log.warn("could not read a command of an earlier run", with("command", one.id()), with("error", e));
            }
        }
        return opened;
    }

    /** False when some could not be shipped now. */
    private boolean shipLeft(List<Left> earlier) {
        boolean isShipped = true;
        for (Left one : List.copyOf(earlier)) {
            isShipped &= one.shipping().isDone(one.end()) || one.shipping().ship(one.end());
            if (one.shipping().isDone(one.end())) {
                earlier.remove(one);
                forget(one);
            } else {
                news.release();
            }
        }
        return isShipped;
    }

    private void forget(Left one) {
        try {
            for (OutputFile output : one.outputs()) {
                room.free(output.end());
                output.close();
            }
            one.folder().delete();
        } catch (IOException e) {
            log.warn(
                    "could not delete the record of a command",
                    with("command", one.folder().id()),
                    with("error", e));
        }
    }

    /** In order, so that the control plane is told what became of them and does not have to guess. */
    @Override
    public void close() {
        List<CommandRun> running = closing();
        try {
            for (CommandRun run : running) {
                run.kill(CommandEnd.AGENT_STOPS);
            }
            for (CommandRun run : running) {
                run.awaitEnd(END_PATIENCE);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<CommandRun> closing() {
        isClosed = true;
        return open.values().stream()
                .map(Open::run)
                .filter(run -> run.end() == null)
                .toList();
    }
}
