package io.gpuaas.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a reader of a figure wants to know about where it was measured. */
record Machine(int cores, String processor, String system, String jdk, double loadBefore) {

    static Machine look() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                processorName(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.runtime.version", "unknown"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
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
