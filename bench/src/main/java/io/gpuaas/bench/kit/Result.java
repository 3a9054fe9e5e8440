package io.gpuaas.bench.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Collects the figures of a run and their faults. */
public final class Result {

    private final Map<String, Object> figures = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private final List<String> sentences = new ArrayList<>();

    public Result figure(String name, Object value) {
        figures.put(name, value instanceof Double number ? Math.round(number * 1000) / 1000.0 : value);
        return this;
    }

    public Object value(String name) {
        return Objects.requireNonNull(figures.get(name), name);
    }

    public Result say(String sentence) {
        sentences.add(sentence);
        return this;
    }

    public Result require(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
        return this;
    }

    /** For a sentence that names a bar. */
    public static String verdict(boolean holds) {
        return holds ? "PASS" : "FAIL";
    }

    public boolean passed() {
        return faults.isEmpty();
    }

    public String line() {
        return String.join("; ", sentences) + (passed() ? "; passed" : "; FAILED: " + String.join(", ", faults));
    }

    public void write(String name, Installation installation, Machine machine, Options options, Instant at)
            throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("benchmark", name);
        all.put("finished_at", at.toString());
        all.put("passed", passed());
        all.put("faults", faults);
        all.put("parameters", options.values());
        all.put("machine", machine.facts());
        all.put("figures", figures);
        all.put("line", line());
        Path file = Files.createDirectories(installation.results()).resolve(name + ".json");
        JsonMapper json =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.writeString(file, json.writeValueAsString(all) + "\n");
    }
}
