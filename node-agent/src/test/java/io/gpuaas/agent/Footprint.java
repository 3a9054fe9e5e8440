package io.gpuaas.agent;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the packaged agent, started by its own script: how long until the server has its first poll, and what it
 * holds in memory after a minute of nothing to do. Not a test, since the figures depend on the machine:
 * {@code java -cp <test classpath> io.gpuaas.agent.Footprint target/gpuaas-agent.jar}.
 */
final class Footprint {

    private static final int STARTS = 7;
    private static final Pattern RSS = Pattern.compile("VmRSS:\\s+([0-9]+) kB");

    private Footprint() {}

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("footprint");
        Path install = folder.resolve("install");
        Path version = Files.createDirectories(install.resolve("versions/1.0.0"));
        Files.createDirectories(install.resolve("bin"));
        Files.copy(Path.of(args[0]), version.resolve("gpuaas-agent.jar"));
        Files.copy(Path.of("src/main/scripts/gpuaas-agent"), install.resolve("bin/gpuaas-agent"));
        Files.createSymbolicLink(install.resolve("current"), Path.of("versions/1.0.0"));
        try (FakeControlPlane controlPlane = new FakeControlPlane()) {
            controlPlane.heartbeatSeconds = 10;
            new TestNode(controlPlane, folder.resolve("state")).enroll();
            // The first start writes the archive of classes when it ends.
            long first = measureStart(controlPlane, install, folder, Duration.ZERO);
            long[] later = new long[STARTS];
            for (int i = 0; i < STARTS; i++) {
                later[i] = measureStart(controlPlane, install, folder, Duration.ZERO);
            }
            Arrays.sort(later);
            System.out.printf(
                    "start to first poll: first ever %d ms, then median %d ms, worst of %d %d ms%n",
                    first, later[STARTS / 2], STARTS, later[STARTS - 1]);
            measureStart(controlPlane, install, folder, Duration.ofSeconds(60));
        }
    }

    private static long measureStart(FakeControlPlane controlPlane, Path install, Path folder, Duration idle)
            throws Exception {
        int before = controlPlane.polls.size();
        long began = System.nanoTime();
        Process process = new ProcessBuilder(List.of(
                        "sh",
                        install.resolve("bin/gpuaas-agent").toString(),
                        "run",
                        "--driver",
                        "simulated",
                        "--state",
                        folder.resolve("state").toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try {
            while (controlPlane.polls.size() == before) {
                if (!process.isAlive()) {
                    throw new IllegalStateException(Files.readString(folder.resolve("log"), StandardCharsets.UTF_8));
                }
                Thread.sleep(1);
            }
            long millis = (System.nanoTime() - began) / 1_000_000;
            if (idle.isPositive()) {
                Thread.sleep(idle);
                Matcher matcher = RSS.matcher(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
                matcher.find();
                System.out.printf(
                        "resident after %d s: %d MB%n", idle.toSeconds(), Long.parseLong(matcher.group(1)) / 1024);
            }
            return millis;
        } finally {
            process.destroy();
            process.waitFor();
        }
    }
}
