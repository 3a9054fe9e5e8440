package io.gpuaas.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** One line of {@code target/real-servers/*.json}: a flat JSON object. Version and reason are empty when unknown. */
record ServerRecord(String server, String version, int passed, int failed, int skipped, String reason) {

    private static final Pattern FIELD =
            Pattern.compile("\"(\\w+)\":(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|(\\d+))");

    int ran() {
        return passed + failed;
    }

    ServerRecord plus(ServerRecord other) {
        return new ServerRecord(
                server,
                joined(version, other.version, ", "),
                passed + other.passed,
                failed + other.failed,
                skipped + other.skipped,
                joined(reason, other.reason, "; "));
    }

    String toJson() {
        return "{\"server\":%s,\"version\":%s,\"passed\":%d,\"failed\":%d,\"skipped\":%d,\"reason\":%s}"
                .formatted(quote(server), quote(version), passed, failed, skipped, quote(reason));
    }

    static ServerRecord fromJson(String line) {
        Map<String, String> fields = new HashMap<>();
        FIELD.matcher(line).results().forEach(field -> {
            String text = field.group(2);
            fields.put(field.group(1), text == null ? field.group(3) : unquote(text));
        });
        return new ServerRecord(
                fields.getOrDefault("server", ""),
                fields.getOrDefault("version", ""),
                Integer.parseInt(fields.getOrDefault("passed", "0")),
                Integer.parseInt(fields.getOrDefault("failed", "0")),
                Integer.parseInt(fields.getOrDefault("skipped", "0")),
                fields.getOrDefault("reason", ""));
    }

    private static String joined(String one, String other, String separator) {
        if (one.contains(other)) {
            return one;
        }
        return one.isEmpty() ? other : one + separator + other;
    }

    /** Control characters become spaces: a record is read by people and stays on one line. */
    private static String quote(String text) {
        String oneLine = text.replaceAll("\\p{Cntrl}+", " ");
        return '"' + oneLine.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String unquote(String text) {
        return text.replaceAll("\\\\(.)", "$1");
    }
}
