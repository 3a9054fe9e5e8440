package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.bench.kit.Machine;
import io.gpuaas.bench.kit.Median;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * Terminals side by side, one client and one method: ours over its two TLS hops, ssh on loopback, wetty. Throughput is a
 * file shown once; the echo is one key at a time through cat.
 */
public final class TerminalBench implements Benchmark {

    private static final Duration STOPPED = Duration.ofSeconds(10);
    private static final Duration REST_MAX = Duration.ofMinutes(4);

    @Override
    public Options options() {
        return Options.of("megabytes", "100", "keys", "2000", "rounds", "7", "warm-up-rounds", "6");
    }

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        long size = options.number("megabytes") * 1_000_000L;
        Path file = writeText(workspace, size);
        RunningProduct product = RunningProduct.start(workspace);
        GpuaasClient client = product.client();
        AllocationId allocation = product.allocate(client);
        GatewayProcess gateway = GatewayProcess.start(workspace, product, client);
        OurPeer.Place place = new OurPeer.Place(client, product.project(client), allocation, gateway);
        Result result = new Result();
        Optional<String> withoutWetty = WettyPeer.install(workspace);
        List<Peer> peers = new ArrayList<>(List.of(
                new Peer(meter -> OurPeer.start(place, meter)), new Peer(meter -> SshPeer.start(workspace, meter))));
        if (withoutWetty.isEmpty()) {
            peers.add(new Peer(meter -> WettyPeer.start(workspace, meter)));
        }
        Machine.awaitRest(REST_MAX);
        Run run = new Run(file, size, options.number("keys"));
        // In turn: what else the machine does comes and goes, and meets all of them.
        // Programs that compile themselves while they run are at their speed after some rounds.
        int warmUp = options.number("warm-up-rounds");
        for (int round = 0; round < warmUp + options.number("rounds"); round++) {
            boolean counts = round >= warmUp;
            for (Peer peer : peers) {
                run.measure(peer, counts);
            }
        }
        peers.forEach(peer -> peer.report(result));
        processors(place, product, file, size, result);
        result.figure("agent_memory_peak_mb", agentPeak(product));
        stoppedReader(place, result);
        withoutWetty.ifPresent(reason -> result.say("wetty is not compared, it cannot be installed: " + reason));
        return judge(result, withoutWetty.isEmpty());
    }

    private static Path writeText(Workspace workspace, long size) throws IOException {
        Path file = workspace.directory().resolve("text");
        Random random = new Random(1);
        byte[] line = new byte[100];
        try (var out = new java.io.BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            for (long written = 0; written < size; written += line.length) {
                for (int i = 0; i < line.length - 1; i++) {
                    line[i] = (byte) ('A' + random.nextInt(26));
                }
                line[line.length - 1] = '\n';
                out.write(line);
            }
        }
        return file;
    }

    private interface Start {
        TerminalPeer start(TerminalMeter meter) throws Exception;
    }

    /** Collects one program's figures of all counted rounds; reports their median, so that no outlier decides. */
    private static final class Peer {

        private final Start start;
        private final List<Double> throughput = new ArrayList<>();
        private final List<Double> median = new ArrayList<>();
        private final List<Double> slowest = new ArrayList<>();
        private String name = "";
        private double peak;

        Peer(Start start) {
            this.start = start;
        }

        void add(double megabytesPerSecond, Latencies echo) {
            throughput.add(megabytesPerSecond);
            median.add(echo.percentileMillis(0.5));
            slowest.add(echo.percentileMillis(0.99));
        }

        void report(Result result) {
            result.figure(name + "_mb_per_second", Median.of(throughput))
                    .figure(name + "_mb_per_second_rounds", List.copyOf(throughput))
                    .figure(name + "_echo_p50_ms", Median.of(median))
                    .figure(name + "_echo_p99_ms", Median.of(slowest))
                    .figure(name + "_server_memory_peak_mb", peak);
            Progress.say(String.format(
                    Locale.ROOT,
                    "%s: %.1f MB/s (%.1f to %.1f), echo p50 %.3f ms, p99 %.3f ms, server %.0f MB",
                    name,
                    Median.of(throughput),
                    Collections.min(throughput),
                    Collections.max(throughput),
                    Median.of(median),
                    Median.of(slowest),
                    peak));
        }
    }

    /** One method for all. */
    private record Run(Path file, long size, int keys) {

        void measure(Peer peer, boolean counts) throws Exception {
            TerminalMeter meter = new TerminalMeter();
            try (TerminalPeer shell = peer.start.start(meter)) {
                peer.name = shell.name();
                meter.settle(shell);
                double throughput = meter.megabytesPerSecond(shell, file, size);
                Latencies echo = meter.echo(shell, keys);
                Progress.say(String.format(Locale.ROOT, "  %s: %.1f MB/s", peer.name, throughput));
                if (counts) {
                    peer.add(throughput, echo);
                }
                peer.peak = Math.max(
                        peer.peak,
                        shell.server().map(pid -> memory(pid, "VmHWM")).orElse(0.0));
            }
        }
    }

    /** Measures the processor time of our three programs, which a busy machine changes little. */
    private static void processors(OurPeer.Place place, RunningProduct product, Path file, long size, Result result)
            throws Exception {
        TerminalMeter meter = new TerminalMeter();
        try (OurPeer peer = OurPeer.start(place, meter)) {
            meter.settle(peer);
            List<Long> programs = List.of(
                    product.agentPid("demo-1"),
                    product.agentPid("demo-2"),
                    place.gateway().pid(),
                    ProcessHandle.current().pid());
            List<Double> before =
                    programs.stream().map(TerminalBench::processorSeconds).toList();
            meter.megabytesPerSecond(peer, file, size);
            List<Double> spent = new ArrayList<>();
            for (int i = 0; i < programs.size(); i++) {
                spent.add((processorSeconds(programs.get(i)) - before.get(i)) * 1e9 / size);
            }
            result.figure("agent_processor_ns_per_byte", spent.get(0) + spent.get(1))
                    .figure("gateway_processor_ns_per_byte", spent.get(2))
                    .figure("client_processor_ns_per_byte", spent.get(3))
                    .say(String.format(
                            Locale.ROOT,
                            "processor time per byte: agent %.1f ns, gateway %.1f ns, client %.1f ns",
                            spent.get(0) + spent.get(1),
                            spent.get(2),
                            spent.get(3)));
        }
    }

    private static double processorSeconds(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .map(time -> time.toMillis() / 1e3)
                .orElse(0.0);
    }

    /** Somebody floods, nobody reads: what the gateway holds must not grow. */
    private static void stoppedReader(OurPeer.Place place, Result result) throws Exception {
        TerminalMeter meter = new TerminalMeter();
        try (OurPeer peer = OurPeer.start(place, meter)) {
            meter.settle(peer);
            double before = memory(place.gateway().pid(), "VmRSS");
            meter.stopReading(true);
            peer.type("yes\n".getBytes(StandardCharsets.UTF_8));
            Thread.sleep(STOPPED);
            double growth = memory(place.gateway().pid(), "VmRSS") - before;
            meter.stopReading(false);
            result.figure("gateway_growth_with_stopped_reader_mb", growth);
        }
    }

    private static double agentPeak(RunningProduct product) throws IOException {
        return Math.max(memory(product.agentPid("demo-1"), "VmHWM"), memory(product.agentPid("demo-2"), "VmHWM"));
    }

    private static double memory(long pid, String what) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith(what + ":"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private static Result judge(Result result, boolean hasWetty) {
        Bars bars = new Bars(result);
        double ours = number(result, "ours_mb_per_second");
        double ssh = number(result, "ssh_mb_per_second");
        bars.atLeast("throughput in MB/s", ours, 0.6 * ssh, "0.6 of ssh's");
        bars.atMost(
                "echo p50 in ms",
                number(result, "ours_echo_p50_ms"),
                4 * number(result, "ssh_echo_p50_ms"),
                "four times ssh's");
        if (hasWetty) {
            bars.atLeast("throughput in MB/s", ours, number(result, "wetty_mb_per_second"), "wetty's");
            bars.atMost(
                    "echo p99 in ms",
                    number(result, "ours_echo_p99_ms"),
                    number(result, "wetty_echo_p99_ms"),
                    "wetty's");
        }
        bars.atMost(
                "change of the gateway's memory with a stopped reader in MB",
                Math.abs(number(result, "gateway_growth_with_stopped_reader_mb")),
                64,
                "the bar");
        return result;
    }

    /** Each says what was measured, what was wanted, and whether that holds. */
    private record Bars(Result result) {

        void atLeast(String what, double measured, double wanted, String why) {
            bar(what + " " + text(measured) + " >= " + text(wanted) + " (" + why + ")", measured >= wanted);
        }

        void atMost(String what, double measured, double wanted, String why) {
            bar(what + " " + text(measured) + " <= " + text(wanted) + " (" + why + ")", measured <= wanted);
        }

        private void bar(String sentence, boolean holds) {
            Progress.say(sentence + ": " + Result.verdict(holds));
            result.say(sentence + ": " + Result.verdict(holds)).require(holds, "not " + sentence);
        }

        private static String text(double number) {
            return String.format(Locale.ROOT, "%.2f", number);
        }
    }

    private static double number(Result result, String name) {
        return ((Number) result.value(name)).doubleValue();
    }
}
