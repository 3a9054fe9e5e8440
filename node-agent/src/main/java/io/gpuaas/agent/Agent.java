package io.gpuaas.agent;

import static io.gpuaas.kernel.log.JsonLog.trace;
import static io.gpuaas.kernel.log.JsonLog.with;

import io.gpuaas.agent.check.HostCheck;
import io.gpuaas.agent.check.ServerChecks;
import io.gpuaas.agent.command.Commands;
import io.gpuaas.agent.host.HostDriver;
import io.gpuaas.agent.journal.Entry;
import io.gpuaas.agent.journal.Journal;
import io.gpuaas.agent.journal.State;
import io.gpuaas.agent.recording.Shipping;
import io.gpuaas.agent.stream.LogStreams;
import io.gpuaas.agent.task.Admission;
import io.gpuaas.agent.task.Backoff;
import io.gpuaas.agent.task.TaskRunner;
import io.gpuaas.agent.telemetry.GuestEndpoint;
import io.gpuaas.agent.terminal.Terminals;
import io.gpuaas.agent.topology.TopologyFacts;
import io.gpuaas.agent.update.Updates;
import io.gpuaas.agent.wire.ControlPlane;
import io.gpuaas.agent.wire.Envelope;
import io.gpuaas.agent.wire.Json;
import io.gpuaas.agent.wire.ServerClock;
import io.gpuaas.agent.wire.ServerException;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.agent.wire.TaskResult;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.kernel.log.JsonLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** A node at work: one loop asks for tasks, one tells how the host is, one keeps the certificate valid. */
final class Agent implements AutoCloseable {

    /** Tells systemd and the start script to start the agent again at once, perhaps as another version. */
    static final int EXIT_RESTART = 75;

    static final int EXIT_BROKEN = 70;

    private static final long HASTE_NANOS = 200_000_000L;
    private static final Duration PROBLEM_LOG_INTERVAL = Duration.ofMinutes(1);
    private static final Duration CHECK_INTERVAL = Duration.ofMinutes(10);

    /** A fleet that started together must not report together for ever. */
    private static final Duration CHECK_SPREAD = Duration.ofMinutes(2);

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final Parts parts;
    private final Settings settings;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch heartbeatAccepted = new CountDownLatch(1);
    private final AtomicInteger exitCode = new AtomicInteger();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final List<Entry> left;
    private final Optional<Updates.Trial> trial;
    private volatile boolean isConnected;
    private long problemLoggedNanos = System.nanoTime() - PROBLEM_LOG_INTERVAL.toNanos();

    Agent(Parts parts, Settings settings) throws IOException {
        this.parts = parts;
        this.settings = settings;
        this.left = parts.journal().listUnreported();
        this.trial = parts.updates().findTrial();
    }

    /** The collaborators of an agent. */
    record Parts(
            HostDriver host,
            URI server,
            String bootId,
            Journal journal,
            TaskRunner runner,
            ControlPlane controlPlane,
            Renewal renewal,
            Pulse pulse,
            Updates updates,
            ServerClock clock,
            Optional<GuestEndpoint> guests,
            LogStreams streams,
            Terminals terminals,
            Commands commands,
            Shipping shipping,
            JsonLog log) {}

    /** Times that tests shorten. */
    record Settings(Duration pollWait, Backoff.Limits backoff, Duration trial) {

        static final Settings DEFAULT =
                new Settings(Duration.ofSeconds(50), Backoff.Limits.DEFAULT, Duration.ofMinutes(2));
    }

    /** Blocks until somebody stops it; the exit code says whether to start again. */
    int run() throws InterruptedException {
        // Before anybody is told what runs here.
        reapply();
        begin("poll", this::pollLoop);
        begin("heartbeat", this::heartbeatLoop);
        begin("renewal", parts.renewal()::loop);
        begin("checks", this::checkLoop);
        begin("trial", this::watchTrial);
        begin("recordings", parts.shipping()::run);
        begin("terminals", parts.terminals()::reportLeft);
        begin("commands", parts.commands()::run);
        stopped.await();
        return exitCode.get();
    }

    private void reapply() throws InterruptedException {
        try {
            parts.host()
                    .reapply()
                    .forEach(trouble ->
                            parts.log().warn("could not restore part of the host's state", with("error", trouble)));
        } catch (IOException e) {
            parts.log().warn("could not restore the host's state after a reboot", with("error", e.getMessage()));
        }
    }

    void stop(int code) {
        exitCode.compareAndSet(0, code);
        stopped.countDown();
    }

    private void begin(String name, Loop loop) {
        threads.add(Thread.ofVirtual().name(name).start(() -> {
            try {
                loop.run();
            } catch (InterruptedException e) {
                // Stopping.
            } catch (RuntimeException | IOException e) {
                // A journal that cannot be written must not be worked without.
                parts.log().warn("loop failed; stopping", with("loop", name), trace(e));
                stop(EXIT_BROKEN);
            }
        }));
    }

    private interface Loop {
        void run() throws InterruptedException, IOException;
    }

    // ---- tasks -----------------------------------------------------------------------------------------------------

    private void pollLoop() throws InterruptedException {
        Backoff backoff = new Backoff(settings.backoff());
        boolean hasResumed = false;
        while (stopped.getCount() > 0) {
            if (parts.journal().listUnreported().size() >= Journal.UNREPORTED_MAX) {
                backoff.await();
                continue;
            }
            try {
                // The first poll does not wait: it brings the server's time, which what is left from before needs.
                long began = System.nanoTime();
                Duration wait = hasResumed ? settings.pollWait() : Duration.ZERO;
                ControlPlane.PollAnswer answer = parts.controlPlane()
                        .poll(parts.bootId(), parts.journal().highestSequence(), wait);
                noteConnected();
                if (!hasResumed) {
                    hasResumed = true;
                    resume();
                }
                handle(answer);
                if (answer.tasks().isEmpty() && wait.isPositive() && System.nanoTime() - began < HASTE_NANOS) {
                    // A server that stops answers at once; asking again at once would only keep it busy.
                    backoff.await();
                } else {
                    backoff.succeeded();
                }
            } catch (ServerException e) {
                noteDisconnected(e);
                backoff.await();
            }
        }
    }

    private void handle(ControlPlane.PollAnswer answer) throws InterruptedException {
        for (TaskId task : answer.cancel()) {
            parts.runner().cancel(task);
        }
        for (JsonNode task : answer.tasks()) {
            receiveTask(task);
        }
        if (answer.wantTopology()) {
            reportTopology();
        }
        if (answer.wantInventory()) {
            report(
                    "inventory",
                    () -> parts.controlPlane()
                            .reportInventory(parts.bootId(), parts.host().listRunning()));
        }
        if (answer.credentialsStale()) {
            parts.renewal().hurry();
        }
    }

    private void receiveTask(JsonNode json) {
        Envelope envelope;
        try {
            envelope = Json.STRICT.treeToValue(json, Envelope.class);
        } catch (JacksonException e) {
            refuseUnreadable(json, e);
            return;
        }
        Admission.Verdict verdict = Admission.decide(
                envelope,
                parts.renewal().identity(),
                parts.journal(),
                parts.clock().nowOrLocal());
        switch (verdict) {
            case Admission.Accepted accepted -> {
                parts.log()
                        .info(
                                "accepted task",
                                with("task", envelope.key().task()),
                                with("attempt", envelope.key().attempt()),
                                with("type", envelope.type()),
                                with("sequence", envelope.sequence()));
                parts.runner().accept(envelope, accepted);
            }
            case Admission.Known known -> parts.runner().reportAgain(known.entry());
            case Admission.NotAuthentic doubt -> {
                warnRefused(envelope, doubt.code());
                // A forged twin of a task in hand must not end it in the eyes of the server.
                if (parts.journal().find(envelope.key()).isEmpty()) {
                    parts.runner().refuseUnrecorded(envelope.key(), TaskResult.refused(doubt.code(), doubt.message()));
                }
            }
            case Admission.Refused refused -> {
                warnRefused(envelope, refused.code());
                TaskResult result = TaskResult.refused(refused.code(), refused.message());
                if (refused.isReplay()) {
                    parts.runner().refuseUnrecorded(envelope.key(), result);
                } else {
                    parts.runner().refuse(envelope, result);
                }
            }
        }
    }

    private void warnRefused(Envelope envelope, String code) {
        parts.log()
                .warn(
                        "refused task",
                        with("task", envelope.key().task()),
                        with("attempt", envelope.key().attempt()),
                        with("code", code));
    }

    /** The envelope cannot be parsed; if it names a task, the server is told the reason. */
    private void refuseUnreadable(JsonNode json, JacksonException cause) {
        parts.log().warn("refused task with an unreadable envelope", with("error", cause.getOriginalMessage()));
        try {
            TaskKey key = new TaskKey(
                    TaskId.parse(json.path("task_id").asString("")),
                    json.path("attempt").asInt(1));
            if (parts.journal().find(key).isEmpty()) {
                parts.runner()
                        .refuseUnrecorded(key, TaskResult.refused("envelope_invalid", cause.getOriginalMessage()));
            }
        } catch (IllegalArgumentException e) {
            parts.log()
                    .warn(
                            "could not report the refusal of an envelope without a task id",
                            with("error", e.getMessage()));
        }
    }

    private void resume() {
        for (Entry entry : left) {
            boolean isOnTrial = entry.state() == State.STARTED
                    && trial.isPresent()
                    && trial.get().key().equals(entry.key());
            if (!isOnTrial) {
                parts.runner().resume(entry);
            }
        }
    }

    // ---- the host --------------------------------------------------------------------------------------------------

    private void heartbeatLoop() throws InterruptedException {
        begin("sample", this::sampleLoop);
        report("topology", () -> parts.pulse().topologyRead(parts.host().topology()));
        while (stopped.getCount() > 0) {
            try {
                ControlPlane.HeartbeatAnswer answer =
                        parts.controlPlane().heartbeat(parts.pulse().heartbeat());
                heartbeatAccepted.countDown();
                if (answer.wantTopology()) {
                    reportTopology();
                }
            } catch (ServerException e) {
                noteDisconnected(e);
            }
            Thread.sleep(heartbeatInterval());
        }
    }

    /** Within a fifth of the interval, so that a fleet that started together does not beat together. */
    private Duration heartbeatInterval() {
        long millis = parts.renewal().identity().credentials().heartbeatSeconds() * 1000L;
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis * 8 / 10, millis * 12 / 10 + 1));
    }

    /** Apart from the heartbeats: a driver that hangs must not make the node look dead. */
    private void sampleLoop() throws InterruptedException {
        while (stopped.getCount() > 0) {
            takeSample();
            Thread.sleep(heartbeatInterval());
        }
    }

    /** Once the server is heard, and then again and again: what was missing may have been mended. */
    private void checkLoop() throws InterruptedException {
        heartbeatAccepted.await();
        while (stopped.getCount() > 0) {
            report("checks", () -> parts.controlPlane().reportChecks(checks()));
            Thread.sleep(CHECK_INTERVAL.plusMillis(ThreadLocalRandom.current().nextLong(CHECK_SPREAD.toMillis())));
        }
    }

    private ControlPlane.ChecksReport checks() throws InterruptedException {
        List<HostCheck> checks = new ArrayList<>(parts.host().checks());
        checks.add(ServerChecks.reached(parts.server()));
        checks.add(ServerChecks.clock(parts.clock().skew()));
        return new ControlPlane.ChecksReport(
                Version.current(),
                checks.stream()
                        .map(check -> new ControlPlane.CheckResult(
                                check.name(), check.state().wire(), check.finding(), check.action()))
                        .toList());
    }

    private void takeSample() throws InterruptedException {
        try {
            parts.pulse().takeSample();
        } catch (UncheckedIOException e) {
            parts.log().warn("could not sample the host", with("error", e));
        }
    }

    private void reportTopology() throws InterruptedException {
        report("topology", () -> {
            TopologyFacts facts = parts.host().topology();
            parts.pulse().topologyRead(facts);
            parts.controlPlane().reportTopology(parts.bootId(), facts.json(), facts.digest());
        });
    }

    /** Sends a report; the server asks again for one that it did not get. */
    private void report(String what, Report report) throws InterruptedException {
        try {
            report.send();
        } catch (ServerException | IOException e) {
            parts.log().warn("could not send report", with("report", what), with("error", e.getMessage()));
        }
    }

    private interface Report {
        void send() throws ServerException, IOException, InterruptedException;
    }

    // ---- updates ---------------------------------------------------------------------------------------------------

    private void watchTrial() throws InterruptedException, IOException {
        if (trial.isEmpty()) {
            return;
        }
        Updates.Trial trial = this.trial.get();
        if (!parts.updates().isOnTrial(trial)) {
            finishUpdate(trial, parts.updates().reverted(trial));
        } else if (heartbeatAccepted.await(settings.trial().toMillis(), TimeUnit.MILLISECONDS)) {
            finishUpdate(trial, parts.updates().succeeded(trial));
        } else {
            parts.log()
                    .warn(
                            "updated agent did not reach the server in time; rolling back",
                            with("from", trial.to()),
                            with("to", trial.from()));
            parts.updates().revert(trial);
        }
    }

    private void finishUpdate(Updates.Trial trial, TaskResult result) throws IOException {
        parts.log()
                .info(
                        "finished update",
                        with("to", trial.to()),
                        with("outcome", result.outcome().wire()));
        parts.journal()
                .find(trial.key())
                .filter(entry -> entry.result() == null)
                .ifPresent(entry -> parts.runner().finishFromBefore(entry.key(), result));
        // Only now: until the end is in the journal, the next life must find the update again.
        parts.updates().forgetTrial();
    }

    // ---- being connected -------------------------------------------------------------------------------------------

    private void noteConnected() {
        if (!isConnected) {
            isConnected = true;
            parts.log().info("connected to the control plane");
        }
    }

    private synchronized void noteDisconnected(ServerException e) {
        isConnected = isConnected && !e.isUnreachable();
        if (stopped.getCount() > 0 && System.nanoTime() - problemLoggedNanos >= PROBLEM_LOG_INTERVAL.toNanos()) {
            problemLoggedNanos = System.nanoTime();
            parts.log().warn("could not reach the control plane; retrying", with("error", e.getMessage()));
        }
    }

    @Override
    public void close() throws IOException {
        stop(0);
        threads.forEach(Thread::interrupt);
        parts.runner().close();
        parts.streams().close();
        parts.terminals().close();
        parts.commands().close();
        parts.controlPlane().close();
        parts.guests().ifPresent(GuestEndpoint::close);
        awaitLoops();
        parts.journal().close();
    }

    /** The caller of close() may delete the agent's folder next, so no loop may write there afterwards. */
    private void awaitLoops() {
        long until = System.nanoTime() + CLOSE_PATIENCE.toNanos();
        try {
            for (Thread thread : threads) {
                if (!thread.equals(Thread.currentThread())) {
                    thread.join(Duration.ofNanos(Math.max(0, until - System.nanoTime())));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
