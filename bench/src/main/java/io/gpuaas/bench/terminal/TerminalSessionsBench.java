package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.JvmHeap;
import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.SetPolicy;
import io.gpuaas.sdk.TerminalClient;
import io.gpuaas.sdk.TerminalClient.Ending;
import io.gpuaas.sdk.TerminalClient.Part;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many terminals at once through one gateway to one agent, each with a real shell: all open, all answer when everybody
 * types at the same time. Then all print without end while nobody reads: gateway and agent grow no further than so many
 * may, Ctrl-C lands all the same, and all end with their exit code. Both get the memory that so many need.
 */
public final class TerminalSessionsBench implements Benchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int OPENING_AT_ONCE = 16;
    private static final int ROUNDS = 3;
    private static final int SHOWN_CHARACTERS_MAX = 64 * 1024;

    /** A gateway hangs up on a client that has said nothing for a minute, and one that reads nothing hears no pings. */
    private static final Duration STOPPED_MAX = Duration.ofSeconds(40);

    private static final Duration STILL = Duration.ofSeconds(2);

    /** The gateway's own limit per stream, both directions; the agent's share is its ring and the output in flight. */
    private static final double GATEWAY_MB_PER_STOPPED = 0.64;

    private static final double AGENT_MB_PER_STOPPED = 1.0;
    private static final double OTHER_MB = 32;

    @Override
    public Options options() {
        return Options.of("sessions", "500");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        int wanted = options.number("sessions");
        RunningProduct product =
                RunningProduct.start(workspace, Map.of("DEMO_AGENT_HEAP", "1600m", "DEMO_GATEWAY_HEAP", "384m"));
        GpuaasClient client = product.client();
        ProjectId project = product.project(client);
        client.policies()
                .setProjectPolicy(
                        project, "rate_limit.terminal_token_requests_per_minute", new SetPolicy("100000", null));
        AllocationId allocation = product.allocate(client);
        Memory before = Memory.of(product);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                HttpClient http = HttpClient.newBuilder().executor(threads).build()) {
            Place place = new Place(client, project, allocation, http, threads);
            List<Session> sessions = new ArrayList<>();
            Result result = new Result();
            try {
                Latencies opening = open(place, sessions, wanted);
                Latencies echo = echo(threads, sessions);
                Memory during = Memory.of(product);
                Stopped stopped = stop(product, threads, sessions);
                int ended = end(threads, sessions);
                report(result, wanted, opening, echo, before, during, ended);
                return report(result, wanted, during, stopped);
            } finally {
                sessions.forEach(Session::close);
                http.shutdownNow();
                threads.shutdownNow();
            }
        }
    }

    private record Place(
            GpuaasClient client,
            ProjectId project,
            AllocationId allocation,
            HttpClient http,
            ExecutorService threads) {}

    /** One person at one shell. */
    private static final class Session implements TerminalClient.Display {

        private final StringBuilder shown = new StringBuilder();
        private final TerminalClient terminal;
        private final Future<Ending> ending;
        private boolean reads = true;
        private boolean isHeldBack;

        Session(Place place) {
            terminal = new TerminalClient(place.http(), new TerminalClient.Size(80, 24), this);
            var access = place.client().terminals().openTerminal(place.project(), place.allocation());
            ending = place.threads().submit(() -> terminal.carry(access, Part.WRITE));
        }

        @Override
        public synchronized void show(ByteBuffer bytes) {
            try {
                while (!reads) {
                    isHeldBack = true;
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            shown.append(StandardCharsets.UTF_8.decode(bytes));
            shown.delete(0, Math.max(0, shown.length() - SHOWN_CHARACTERS_MAX));
            notifyAll();
        }

        /** Prints without end and reads none of it. In lines as long as others: the kernel works on each one's end. */
        void flood() throws InterruptedException {
            synchronized (this) {
                reads = false;
            }
            terminal.type(("yes " + "0123456789".repeat(7) + "\n").getBytes(StandardCharsets.UTF_8));
        }

        synchronized boolean isHeldBack() {
            return isHeldBack;
        }

        /** How long it took from Ctrl-C, typed while nothing is read, until the shell answers again. */
        long interrupt(int number) throws InterruptedException {
            long began = System.nanoTime();
            terminal.type(new byte[] {3});
            synchronized (this) {
                reads = true;
                notifyAll();
            }
            ask(number);
            return System.nanoTime() - began;
        }

        @Override
        public void tell(String notice) {
            Progress.say(notice);
        }

        /** How long the shell took to say something only it can compute. */
        long ask(int number) throws InterruptedException {
            long began = System.nanoTime();
            terminal.type(("echo sum-$((" + number + "+1))-end\n").getBytes(StandardCharsets.UTF_8));
            awaitShown("sum-" + (number + 1) + "-end");
            return System.nanoTime() - began;
        }

        private synchronized void awaitShown(String text) throws InterruptedException {
            long until = System.nanoTime() + PATIENCE.toNanos();
            while (shown.indexOf(text) < 0) {
                long left = (until - System.nanoTime()) / 1_000_000;
                if (left <= 0 || ending.isDone()) {
                    throw new IllegalStateException("'" + text + "' was not shown");
                }
                wait(Math.min(left, 1_000));
            }
        }

        boolean endsWell() throws Exception {
            terminal.type("exit 7\n".getBytes(StandardCharsets.UTF_8));
            Ending how = ending.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            boolean isWell = how.exitCode() != null && how.exitCode() == 7;
            if (!isWell) {
                Progress.say("one ended otherwise: " + how);
            }
            return isWell;
        }

        void close() {
            terminal.close();
        }
    }

    private static Latencies open(Place place, List<Session> sessions, int wanted) throws Exception {
        Semaphore turns = new Semaphore(OPENING_AT_ONCE);
        List<Callable<Long>> work = new ArrayList<>();
        for (int i = 0; i < wanted; i++) {
            int number = i;
            work.add(() -> {
                turns.acquire();
                try {
                    long began = System.nanoTime();
                    Session session = new Session(place);
                    synchronized (sessions) {
                        sessions.add(session);
                    }
                    session.ask(number * 10);
                    return System.nanoTime() - began;
                } finally {
                    turns.release();
                }
            });
        }
        return measure(place.threads(), work);
    }

    private static Latencies echo(ExecutorService threads, List<Session> sessions) throws Exception {
        List<Latencies> rounds = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            int number = 1_000_000 * round;
            rounds.add(measure(
                    threads,
                    sessions.stream()
                            .map(session -> (Callable<Long>) () -> session.ask(number))
                            .toList()));
        }
        return Latencies.together(rounds);
    }

    private static Latencies measure(ExecutorService threads, List<? extends Callable<Long>> work) throws Exception {
        Latencies taken = new Latencies();
        for (Future<Long> one : threads.invokeAll(work)) {
            taken.add(one.get());
        }
        return Latencies.together(List.of(taken));
    }

    private record Stopped(Memory memory, Latencies interrupted) {}

    /** Everybody prints, nobody reads; when nothing moves any more memory is looked at, and everybody types Ctrl-C. */
    private static Stopped stop(RunningProduct product, ExecutorService threads, List<Session> sessions)
            throws Exception {
        Progress.say("all print and nobody reads");
        measure(
                threads,
                sessions.stream()
                        .map(session -> (Callable<Long>) () -> {
                            session.flood();
                            return 0L;
                        })
                        .toList());
        AtomicLong before = new AtomicLong(-1);
        Waiting.until("everything to stand still", STOPPED_MAX, STILL, () -> {
            long carried = product.bytesToReaders();
            Progress.say(carried / 1_000_000 + " MB sent to readers, "
                    + sessions.stream().filter(Session::isHeldBack).count() + " of them held back");
            return before.getAndSet(carried) == carried && sessions.stream().allMatch(Session::isHeldBack);
        });
        Memory memory = Memory.of(product);
        return new Stopped(
                memory,
                measure(
                        threads,
                        sessions.stream()
                                .map(session -> (Callable<Long>) () -> session.interrupt(9_000_000))
                                .toList()));
    }

    private static int end(ExecutorService threads, List<Session> sessions) throws Exception {
        int ended = 0;
        List<Callable<Boolean>> work = sessions.stream()
                .map(session -> (Callable<Boolean>) session::endsWell)
                .toList();
        for (Future<Boolean> one : threads.invokeAll(work)) {
            ended += one.get() ? 1 : 0;
        }
        return ended;
    }

    /** In MB: resident memory, and of the busier agent what lives in its heap, which may be as large as it is told to. */
    private record Memory(double gateway, double agent, double agentLive) {

        static Memory of(RunningProduct product) throws Exception {
            long one = product.agentPid("demo-1");
            long other = product.agentPid("demo-2");
            return new Memory(
                    resident(product.pid("gateway")),
                    Math.max(resident(one), resident(other)),
                    Math.max(live(one), live(other)));
        }

        private static double live(long pid) throws Exception {
            return new JvmHeap(pid).liveBytes() / 1e6;
        }

        private static double resident(long pid) throws IOException {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        }
    }

    private static Result report(
            Result result, int wanted, Latencies opening, Latencies echo, Memory before, Memory during, int ended) {
        return result.figure("sessions", opening.count())
                .figure("open_p50_ms", opening.percentileMillis(0.5))
                .figure("open_p99_ms", opening.percentileMillis(0.99))
                .figure("echo_all_at_once_p50_ms", echo.percentileMillis(0.5))
                .figure("echo_all_at_once_p99_ms", echo.percentileMillis(0.99))
                .figure("gateway_mb_before", before.gateway())
                .figure("gateway_mb_during", during.gateway())
                .figure("agent_mb_before", before.agent())
                .figure("agent_mb_during", during.agent())
                .figure("ended_with_their_code", ended)
                .say(String.format(
                        Locale.ROOT,
                        "%d terminals at once: opening p50 %.0f ms p99 %.0f ms, everybody typing p50 %.0f ms p99 %.0f ms,"
                                + " gateway %.0f -> %.0f MB, agent %.0f -> %.0f MB, %d ended with their code",
                        opening.count(),
                        opening.percentileMillis(0.5),
                        opening.percentileMillis(0.99),
                        echo.percentileMillis(0.5),
                        echo.percentileMillis(0.99),
                        before.gateway(),
                        during.gateway(),
                        before.agent(),
                        during.agent(),
                        ended))
                .require(ended == wanted, "not all terminals ended with their code");
    }

    private static Result report(Result result, int wanted, Memory reading, Stopped stopped) {
        double gateway = stopped.memory().gateway() - reading.gateway();
        double agent = stopped.memory().agentLive() - reading.agentLive();
        return result.figure("stopped_gateway_mb_more", gateway)
                .figure("stopped_agent_live_mb_more", agent)
                .figure("stopped_interrupt_p50_ms", stopped.interrupted().percentileMillis(0.5))
                .figure("stopped_interrupt_p99_ms", stopped.interrupted().percentileMillis(0.99))
                .say(String.format(
                        Locale.ROOT,
                        "all printing and nobody reading: gateway %.0f MB more, agent %.0f MB more live, Ctrl-C to the next"
                                + " answer p50 %.0f ms p99 %.0f ms",
                        gateway,
                        agent,
                        stopped.interrupted().percentileMillis(0.5),
                        stopped.interrupted().percentileMillis(0.99)))
                .require(
                        gateway <= OTHER_MB + wanted * GATEWAY_MB_PER_STOPPED,
                        "the gateway holds more than its streams may")
                .require(
                        agent <= OTHER_MB + wanted * AGENT_MB_PER_STOPPED,
                        "the agent holds more than its terminals may");
    }
}
