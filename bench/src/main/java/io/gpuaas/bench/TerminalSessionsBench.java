package io.gpuaas.bench;

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

/**
 * Many terminals at once through one gateway to one agent, each with a real shell: all open, all answer when everybody
 * types at the same time, all end with their exit code. The agent gets the memory that so many need.
 */
final class TerminalSessionsBench implements Bench.Benchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int OPENING_AT_ONCE = 16;
    private static final int ROUNDS = 3;

    @Override
    public Options options() {
        return Options.of("sessions", "500");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        int wanted = options.number("sessions");
        RunningProduct product = RunningProduct.start(workspace, Map.of("DEMO_AGENT_HEAP", "1300m"));
        GpuaasClient client = product.client();
        ProjectId project = product.project(client);
        client.policies()
                .setProjectPolicy(
                        project, "rate_limit.terminal_token_requests_per_minute", new SetPolicy("100000", null));
        AllocationId allocation = product.allocate(client);
        Memory before = Memory.of(product);
        try (HttpClient http = HttpClient.newHttpClient();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Place place = new Place(client, project, allocation, http, threads);
            List<Session> sessions = new ArrayList<>();
            Result result = new Result();
            try {
                Latencies opening = open(place, sessions, wanted);
                Latencies echo = echo(threads, sessions);
                Memory during = Memory.of(product);
                int ended = end(threads, sessions);
                return report(result, wanted, opening, echo, before, during, ended);
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

        Session(Place place) {
            terminal = new TerminalClient(place.http(), new TerminalClient.Size(80, 24), this);
            var access = place.client().terminals().openTerminal(place.project(), place.allocation());
            ending = place.threads().submit(() -> terminal.carry(access, Part.WRITE));
        }

        @Override
        public synchronized void show(ByteBuffer bytes) {
            shown.append(StandardCharsets.UTF_8.decode(bytes));
            notifyAll();
        }

        @Override
        public void tell(String notice) {
            Bench.progress(notice);
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
                Bench.progress("one ended otherwise: " + how);
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

    /** Resident memory in MB. */
    private record Memory(double gateway, double agent) {

        static Memory of(RunningProduct product) throws IOException {
            return new Memory(
                    resident(product.pid("gateway")),
                    Math.max(resident(product.agentPid("demo-1")), resident(product.agentPid("demo-2"))));
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
}
