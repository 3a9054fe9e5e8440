package io.gpuaas.bench.fleet;

import io.gpuaas.bench.kit.JvmHeap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Reads the costs of a server process from the JVM and the kernel. */
public record ServerFigures(long pid, int nodePort) {

    private static final Pattern SENT = Pattern.compile("bytes_sent:(\\d+)");
    private static final Pattern RECEIVED = Pattern.compile("bytes_received:(\\d+)");

    Duration cpu() {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElseThrow();
    }

    JvmHeap heap() {
        return new JvmHeap(pid);
    }

    /** The bytes over all node connections so far, in both directions, without TCP headers. */
    long nodeBytes() throws Exception {
        String sockets = run(List.of("ss", "-tinH", "state", "established", "( sport = :" + nodePort + " )"));
        return sum(SENT, sockets) + sum(RECEIVED, sockets);
    }

    private static long sum(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }

    public static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed: " + text);
        }
        return text;
    }
}
