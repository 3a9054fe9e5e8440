package io.gpuaas.agent;

import static io.gpuaas.kernel.log.JsonLog.trace;
import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.command.CommandStore;
import io.gpuaas.agent.command.Commands;
import io.gpuaas.agent.disk.StateFolder;
import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.recording.Shipping;
import io.gpuaas.agent.recording.Spool;
import io.gpuaas.agent.ssh.SshConnections;
import io.gpuaas.agent.stream.LogStreams;
import io.gpuaas.agent.task.Fences;
import io.gpuaas.agent.task.TaskRunner;
import io.gpuaas.agent.telemetry.GuestEndpoint;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.agent.terminal.FileTransfers;
import io.gpuaas.agent.terminal.Terminals;
import io.gpuaas.agent.update.Installation;
import io.gpuaas.agent.update.Updates;
import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.Heartbeat;
import io.gpuaas.agent.wire.ServerClock;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.kernel.ReleaseKeys;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts an agent together. */
final class Assembly {

    private final StateFolder state;
    private final HostDriver host;
    private final GuestTokens tokens;
    private final Clock wall = Clock.systemUTC();
    private @Nullable InetSocketAddress guestAddress;
    private Optional<Installed> installed = Optional.empty();
    private boolean quiet;

    Assembly(StateFolder state, HostDriver host, GuestTokens tokens) {
        this.state = state;
        this.host = host;
        this.tokens = tokens;
    }

    /** How this agent was installed. */
    record Installed(Installation installation, ReleaseKeys keys) {}

    Assembly guests(@Nullable InetSocketAddress address) {
        guestAddress = address;
        return this;
    }

    Assembly updates(Optional<Installed> how) {
        installed = how;
        return this;
    }

    /** The log goes to its file only, which is bounded. */
    Assembly quiet(boolean only) {
        this.quiet = only;
        return this;
    }

    Agent build(Agent.Settings settings) throws IOException, GeneralSecurityException {
        PrintStream out =
                quiet ? new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8) : System.err;
        JsonLog log = new JsonLog(wall, new AgentLogFile(state.file("agent.log"), out));
        IdentityStore identities = new IdentityStore(state);
        IdentityStore.Known known = identities.requireCurrent();
        ServerClock clock = new ServerClock(wall);
        ControlPlane controlPlane = new ControlPlane(known.server(), known.identity(), clock);
        Journal journal = Journal.open(state.file("journal"));
        // The agent is made of parts that can stop it.
        AtomicReference<@Nullable Agent> agent = new AtomicReference<>();
        AtomicReference<@Nullable Renewal> renewals = new AtomicReference<>();
        Updates updates = new Updates(
                installed.map(how -> new Updates.Setup(how.installation(), how.keys(), controlPlane::artifact)),
                state.file("update.json"),
                clock::nowOrLocal,
                () -> stop(agent, Agent.EXIT_RESTART));
        LogStreams streams = new LogStreams(state.file("agent.log"), host, controlPlane::openStream, log);
        Spool spool = new Spool(state.folder("recordings"), Spool.BYTES_MAX);
        Shipping shipping = new Shipping(spool, controlPlane::keepSegment, log);
        Terminals terminals = new Terminals(
                host, controlPlane::openStream, spool, controlPlane::reportTerminal, log, state.folder("terminals"));
        FileTransfers files = new FileTransfers(host, controlPlane::openStream, controlPlane::reportFile, log);
        Commands commands = new Commands(
                host, controlPlane::openStream, CommandStore.of(controlPlane), log, state.folder("commands"));
        SshConnections ssh = new SshConnections(host, controlPlane::openStream, log);
        String bootId = host.bootId();
        TaskRunner runner = new TaskRunner(
                journal,
                new TaskExecutor(
                        host,
                        controlPlane,
                        new Drain(state, clock::nowOrLocal),
                        updates,
                        Fences.open(state.file("fences.json")),
                        streams,
                        terminals,
                        files,
                        commands,
                        ssh,
                        token -> Objects.requireNonNull(renewals.get()).rejoin(token, bootId)),
                controlPlane::postEvents,
                clock,
                settings.backoff(),
                troubles(log, agent));
        Optional<GuestEndpoint> guests =
                guestAddress == null ? Optional.empty() : Optional.of(new GuestEndpoint(guestAddress, tokens, wall));
        Pulse pulse = new Pulse(host, bootId, journal, runner, clock, guests);
        Supplier<Heartbeat> heartbeat = pulse::heartbeat;
        Renewal renewal =
                new Renewal(identities, known, controlPlane, clock, heartbeat, log, settings.backoff(), hostname());
        renewals.set(renewal);
        Agent built = new Agent(
                new Agent.Parts(
                        host,
                        known.server(),
                        bootId,
                        journal,
                        runner,
                        controlPlane,
                        renewal,
                        pulse,
                        updates,
                        clock,
                        guests,
                        streams,
                        terminals,
                        commands,
                        shipping,
                        log),
                settings);
        agent.set(built);
        return built;
    }

    private static TaskRunner.Troubles troubles(JsonLog log, AtomicReference<@Nullable Agent> agent) {
        return new TaskRunner.Troubles() {
            @Override
            public void undeliverable(TaskKey key, ServerException refusal) {
                log.warn(
                        "could not report the end of a task",
                        with("task", key.task()),
                        with("attempt", key.attempt()),
                        with("error", refusal.getMessage()));
            }

            @Override
            public void broken(RuntimeException cause) {
                log.warn("task runner failed; stopping", trace(cause));
                stop(agent, Agent.EXIT_BROKEN);
            }
        };
    }

    private static void stop(AtomicReference<@Nullable Agent> agent, int code) {
        Agent built = agent.get();
        if (built != null) {
            built.stop(code);
        }
    }

    private static String hostname() throws IOException {
        return InetAddress.getLocalHost().getHostName();
    }
}
