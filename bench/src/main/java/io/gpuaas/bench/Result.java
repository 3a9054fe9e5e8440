package io.gpuaas.bench;

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
final class Result {

    private final Map<String, Object> figures = new LinkedHashMap<>();
    private final List<String> faults = new ArrayList<>();
    private final List<String> sentences = new ArrayList<>();

    Result figure(String name, Object value) {
        figures.put(name, value instanceof Double number ? Math.round(number * 1000) / 1000.0 : value);
        return this;
    }

    Object value(String name) {
        return Objects.requireNonNull(figures.get(name), name);
    }

    Result say(String sentence) {
        sentences.add(sentence);
        return this;
    }

    Result require(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
        return this;
    }

    /** For a sentence that names a bar. */
    static String verdict(boolean holds) {
        return holds ? "PASS" : "FAIL";
    }

    boolean passed() {
        return faults.isEmpty();
    }

    String line() {
        return String.join("; ", sentences) + (passed() ? "; passed" : "; FAILED: " + String.join(", ", faults));
    }

    void write(String name, Installation installation, Machine machine, Options options, Instant at)
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
