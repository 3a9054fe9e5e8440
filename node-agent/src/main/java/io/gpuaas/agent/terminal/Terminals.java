package io.gpuaas.agent.terminal;

import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.host.Shell;
import io.gpuaas.agent.host.TenantUnits;
import io.gpuaas.agent.recording.RecordingMode;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.TerminalTasks.CloseTerminal;
import io.gpuaas.agent.task.TerminalTasks.OpenTerminal;
import io.gpuaas.agent.task.TerminalTasks.TerminalClosed;
import io.gpuaas.agent.task.TerminalTasks.TerminalOpened;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The terminals of this host, a few at a time. */
public final class Terminals implements AutoCloseable {

    /** As many as the memory this program was given holds, whatever is printed in them and whoever reads nothing. */
    static final int OPEN_MAX = openMax(Runtime.getRuntime().maxMemory());

    /** A ring of output, what is read ahead of it, two screens of the largest window, and two connections. */
    static final long BYTES_EACH = 2_600_000;

    private static final int CONNECTIONS_MAX = 2 * OPEN_MAX;
    private static final int OPEN_AT_MOST = 512;

    /** The agent's own memory without terminals, including what drawing a picture takes. */
    private static final long OTHER_BYTES = 24_000_000;

    private static final int PICTURES_SHARE = 8;
    private static final int DIAL_SECONDS_MAX = 20;
    private static final Duration END_PATIENCE = Duration.ofSeconds(5);
    private static final Duration REPORT_PAUSE = Duration.ofSeconds(30);
    private static final Shell NO_SHELL = new Shell(List.of("false"), Map.of(), Path.of("/"), null);
    private static final Limits NO_LIMITS = new Limits(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private final HostDriver host;
    private final BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway;
    private final Spool spool;
    private final Reports reports;
    private final JsonLog log;
    private final Reporting reporting;
    private final BegunTerminals begun;
    private final Map<UUID, Terminal> open = new ConcurrentHashMap<>();
    private final Semaphore connections = new Semaphore(CONNECTIONS_MAX);
    private final Pictures pictures =
            new Pictures(picturesMax(Runtime.getRuntime().maxMemory()));

    /** Receives the end of each terminal and its reason. */
    public interface Reports {
        void reportTerminal(UUID terminal, byte[] report) throws ServerException;
    }

    public Terminals(
            HostDriver host,
            BiFunction<URI, WebSocket.Listener, CompletableFuture<WebSocket>> gateway,
            Spool spool,
            Reports reports,
            JsonLog log,
            Path folder)
            throws IOException {
        this.host = host;
        this.gateway = gateway;
        this.spool = spool;
        this.reports = reports;
        this.log = log;
        this.reporting = new Reporting(log);
        this.begun = new BegunTerminals(folder);
    }

    static int openMax(long memoryBytes) {
        long left = memoryBytes - picturesMax(memoryBytes) - OTHER_BYTES;
        return Math.clamp(left / BYTES_EACH, 1, OPEN_AT_MOST);
    }

    private static long picturesMax(long memoryBytes) {
        return memoryBytes / PICTURES_SHARE;
    }

    /** Returns once the gateway has let this node in. */
    public TerminalOpened open(OpenTerminal task) throws TaskFailure, InterruptedException {
        Terminal terminal;
        try {
            terminal = find(task);
        } catch (TaskFailure e) {
            attach(over(task, new End(Objects.requireNonNull(e.result().code()), null), this::forget), task);
            throw e;
        }
        attach(terminal, task);
        return new TerminalOpened(task.sessionId());
    }

    private void attach(Terminal terminal, OpenTerminal task) throws TaskFailure, InterruptedException {
        if (!connections.tryAcquire()) {
            throw TaskFailure.refused(
                    "too_many_connections", "at most " + CONNECTIONS_MAX + " are connected to terminals at a time");
        }
        boolean isCarried = false;
        Attachment attachment = new Attachment(terminal, Participant.of(task));
        CompletableFuture<WebSocket> dialled = dial(task.gatewayUrl(), attachment);
        try {
            WebSocket socket = dialled.get(DIAL_SECONDS_MAX, TimeUnit.SECONDS);
            // Not a virtual one: it is woken for every frame of a flood, which costs twice as much there.
            Thread.ofPlatform()
                    .daemon()
                    .name("connection-" + task.streamId())
                    .start(() -> carry(attachment, socket, task));
            isCarried = true;
        } catch (ExecutionException | TimeoutException e) {
            // One that is made late would hold its place, and nobody would send over it.
            var _ = dialled.thenAccept(WebSocket::abort);
            throw TaskFailure.failed("gateway_not_reached", "the gateway does not let this node in", e);
        } finally {
            if (!isCarried) {
                connections.release();
            }
        }
    }

    private CompletableFuture<WebSocket> dial(String gatewayUrl, Attachment attachment) {
        try {
            return gateway.apply(URI.create(gatewayUrl), attachment);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized Terminal find(OpenTerminal task) throws TaskFailure {
        Terminal existing = open.get(task.sessionId());
        if (existing != null && existing.allocation().equals(task.allocationId())) {
            return existing;
        }
        if (!task.begins() || existing != null || begun.left().contains(task.sessionId())) {
            return over(task, End.GONE, ended -> {});
        }
        if (open.size() >= OPEN_MAX) {
            throw TaskFailure.refused("too_many_terminals", "at most " + OPEN_MAX + " terminals are open at a time");
        }
        Terminal made = new Terminal(
                task.sessionId(),
                task.allocationId(),
                host.login(task.allocationId(), task.username()).shell(),
                limits(task),
                new Tape(order(task)),
                pictures,
                log,
                this::forget);
        remember(made.id());
        open.put(made.id(), made);
        made.start();
        return made;
    }

    /** One that never began: whoever waits for it is told why, over the connection they wait at. */
    private Terminal over(OpenTerminal task, End why, Consumer<Terminal> ended) {
        Terminal over = new Terminal(
                task.sessionId(), task.allocationId(), NO_SHELL, NO_LIMITS, new Tape(null), pictures, log, ended);
        over.end(why);
        over.start();
        return over;
    }

    private void remember(UUID terminal) {
        try {
            begun.add(terminal);
        } catch (IOException e) {
            // It can be used all the same; should this program be killed, it is listed as open until its time is up.
            log.warn("could not record the start of a terminal", with("terminal", terminal), with("error", e));
        }
    }

    private void forget(Terminal ended) {
        Thread.ofVirtual().name("ended-" + ended.id()).start(() -> tell(ended));
    }

    /** When everybody has seen its end: whoever the control plane calls off sees nothing more. */
    private void tell(Terminal ended) {
        try {
            End end = ended.awaitLeft(Attachment.LINGERING);
            open.remove(ended.id(), ended);
            report(ended.id(), end);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reports the terminals that ended with an earlier run of the agent; retries until all are reported. */
    public void reportLeft() throws InterruptedException {
        TenantUnits.stopTerminals(begun.left());
        for (UUID terminal : begun.left()) {
            while (!report(terminal, End.AGENT_ENDED)) {
                Thread.sleep(REPORT_PAUSE);
            }
        }
    }

    private boolean report(UUID terminal, End end) throws InterruptedException {
        byte[] report = Json.LENIENT.writeValueAsBytes(end);
        boolean isAnswered = reporting.send(with("terminal", terminal), () -> reports.reportTerminal(terminal, report));
        try {
            if (isAnswered) {
                begun.remove(terminal);
            }
        } catch (IOException e) {
            // The next life tells it again, which changes nothing.
            log.warn("could not delete the record of a terminal", with("terminal", terminal), with("error", e));
        }
        return isAnswered;
    }

    private Tape.@Nullable Order order(OpenTerminal task) {
        boolean hasInput = Boolean.TRUE.equals(task.recordInput());
        return switch (Objects.requireNonNull(task.recording())) {
            case "strict" -> new Tape.Order(spool, RecordingMode.STRICT, hasInput);
            case "best_effort" -> new Tape.Order(spool, RecordingMode.BEST_EFFORT, hasInput);
            default -> null;
        };
    }

    private static Limits limits(OpenTerminal task) {
        return new Limits(
                Duration.ofSeconds(task.secondsMax()),
                Duration.ofSeconds(task.idleSecondsMax()),
                Duration.ofSeconds(task.detachedSecondsMax()));
    }

    private void carry(Attachment attachment, WebSocket socket, OpenTerminal task) {
        try {
            String reason = attachment.carry(socket);
            log.info(
                    "ended connection to a terminal",
                    with("terminal", task.sessionId()),
                    with("stream", task.streamId()),
                    with("reason", reason));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.release();
        }
    }

    /** One that is not here has ended. */
    public TerminalClosed close(CloseTerminal task) throws InterruptedException, TaskFailure {
        Terminal terminal = open.get(task.sessionId());
        List<Terminal> ended = terminal == null ? List.of() : List.of(terminal);
        end(ended, End.CLOSED);
        requireEnds(ended);
        return new TerminalClosed(terminal != null);
    }

    /** Before an allocation leaves the host: nothing its terminals started goes on. */
    public void release(UUID allocation) throws InterruptedException, TaskFailure {
        List<Terminal> ended = open.values().stream()
                .filter(terminal -> terminal.allocation().equals(allocation))
                .toList();
        end(ended, End.RELEASED);
        // Also what outlived its terminal, or keeps it from ending.
        Processes.endAll(Processes.NO_SESSION, Processes.ALLOCATION + "=" + allocation);
        requireEnds(ended);
    }

    /** Gives them the time to do so themselves. */
    private static void end(List<Terminal> terminals, End why) throws InterruptedException {
        terminals.forEach(terminal -> terminal.end(why));
        for (Terminal terminal : terminals) {
            terminal.awaitEnd(END_PATIENCE);
        }
    }

    private static void requireEnds(List<Terminal> terminals) throws InterruptedException, TaskFailure {
        for (Terminal terminal : terminals) {
            if (!terminal.awaitEnd(END_PATIENCE)) {
                throw TaskFailure.failed("terminal_remains", "terminal " + terminal.id() + " does not end");
            }
        }
    }

    /** The kernel hangs up on the shells when this process ends; this does it in order. */
    @Override
    public void close() {
        open.values().forEach(terminal -> terminal.end(End.AGENT_STOPS));
    }
}
