package io.gpuaas.bench.kit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringTokenizer;

/** Describes the machine on which a figure was measured. */
public record Machine(int cores, String processor, String system, String jdk, double loadBefore) {

    private static final double BUSY_CORES_MAX = 0.15;
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final double TICKS_PER_SECOND = 100;

    public static Machine look() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                processorName(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.runtime.version", "unknown"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** Until what was just started has come to rest: its compiler takes a share of the cores that nobody measures. */
    public static void awaitRest(Duration atMost) throws IOException, InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        double busy = busyCores();
        while (busy > BUSY_CORES_MAX && System.nanoTime() < until) {
            busy = busyCores();
        }
        Progress.say(String.format(Locale.ROOT, "at rest: %.2f cores busy", busy));
    }

    private static double busyCores() throws IOException, InterruptedException {
        double before = busySeconds();
        Thread.sleep(LOOK);
        return (busySeconds() - before) / LOOK.toSeconds();
    }

    /** Of all cores since the machine started, but for waiting. */
    private static double busySeconds() throws IOException {
        StringTokenizer ticks =
                new StringTokenizer(Files.readAllLines(Path.of("/proc/stat")).getFirst());
        ticks.nextToken();
        long busy = 0;
        for (int column = 1; column <= 8 && ticks.hasMoreTokens(); column++) {
            long spent = Long.parseLong(ticks.nextToken());
            boolean isWaiting = column == 4 || column == 5;
            busy += isWaiting ? 0 : spent;
        }
        return busy / TICKS_PER_SECOND;
    }

    private static String processorName() {
        try {
            return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cores", cores);
        facts.put("processor", processor);
        facts.put("system", system);
        facts.put("jdk", jdk);
        facts.put("load_average_before", loadBefore);
        return facts;
    }
}
