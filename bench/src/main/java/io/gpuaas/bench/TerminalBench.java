package io.gpuaas.bench;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.sdk.GpuaasClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/**
 * Terminals side by side, one client and one method: ours over its two TLS hops, ssh on loopback, wetty. Throughput is a
 * file shown once; the echo is one key at a time through cat.
 */
final class TerminalBench implements Bench.Benchmark {

    private static final Duration STOPPED = Duration.ofSeconds(10);
    private static final Duration REST_MAX = Duration.ofMinutes(4);
    private static final int ROUNDS = 6;

    @Override
    public Options options() {
        return Options.of("megabytes", "100", "keys", "2000");
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
        Run run = new Run(result, file, size, options.number("keys"));
        Machine.awaitRest(REST_MAX);
        run.measure(meter -> OurPeer.start(place, meter));
        result.figure("agent_memory_peak_mb", agentPeak(product));
        run.measure(meter -> SshPeer.start(workspace, meter));
        Optional<String> withoutWetty = WettyPeer.install(workspace);
        if (withoutWetty.isEmpty()) {
            run.measure(meter -> WettyPeer.start(workspace, meter));
        }
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

    /** One method for all. The best of some rounds counts: other work of the machine only ever makes one slower. */
    private record Run(Result result, Path file, long size, int keys) {

        void measure(Start start) throws Exception {
            double throughput = 0;
            double median = Double.MAX_VALUE;
            double slowest = Double.MAX_VALUE;
            double peak = 0;
            String name = "";
            for (int round = 0; round < ROUNDS; round++) {
                TerminalMeter meter = new TerminalMeter();
                try (TerminalPeer peer = start.start(meter)) {
                    name = peer.name();
                    meter.settle(peer);
                    throughput = Math.max(throughput, meter.megabytesPerSecond(peer, file, size));
                    Latencies echo = meter.echo(peer, keys);
                    median = Math.min(median, echo.percentileMillis(0.5));
                    slowest = Math.min(slowest, echo.percentileMillis(0.99));
                    peak = Math.max(
                            peak, peer.server().map(pid -> memory(pid, "VmHWM")).orElse(0.0));
                }
            }
            result.figure(name + "_mb_per_second", throughput)
                    .figure(name + "_echo_p50_ms", median)
                    .figure(name + "_echo_p99_ms", slowest)
                    .figure(name + "_server_memory_peak_mb", peak);
            Bench.progress(String.format(
                    Locale.ROOT,
                    "%s: %.1f MB/s, echo p50 %.3f ms, p99 %.3f ms, server %.0f MB",
                    name,
                    throughput,
                    median,
                    slowest,
                    peak));
        }
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
            Bench.progress(sentence + ": " + Result.verdict(holds));
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
