package io.gpuaas.kernel.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes log lines as JSON objects: {@code time}, {@code level}, {@code message}, then the given fields. It redacts
 * nothing, so it must never be given a secret.
 */
public final class JsonLog {

    private final Clock clock;
    private final Consumer<String> lines;

    /** Passes each line without its line break to {@code lines}, one at a time. */
    public JsonLog(Clock clock, Consumer<String> lines) {
        this.clock = clock;
        this.lines = lines;
    }

    public static JsonLog discarding() {
        return new JsonLog(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), line -> {});
    }

    /** A value that belongs to a line and not into its message, such as an id or an error. */
    public record Field(String key, @Nullable Object value) {}

    public static Field with(String key, @Nullable Object value) {
        return new Field(key, value);
    }

    /** The error with its stack trace, for failures that only a developer can explain. */
    public static Field trace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return with("error", text);
    }

    public void info(String message, Field... fields) {
        write("INFO", message, fields);
    }

    public void warn(String message, Field... fields) {
        write("WARN", message, fields);
    }

    private synchronized void write(String level, String message, Field... fields) {
        StringBuilder line = new StringBuilder("{");
        add(line, with("time", clock.instant()));
        add(line, with("level", level));
        add(line, with("message", message));
        for (Field field : fields) {
            add(line, field);
        }
        lines.accept(line.append('}').toString());
    }

    private static void add(StringBuilder line, Field field) {
        if (line.length() > 1) {
            line.append(',');
        }
        quote(line, field.key());
        line.append(':');
        Object value = field.value();
        if (value == null || value instanceof Integer || value instanceof Long || value instanceof Boolean) {
            line.append(value);
        } else {
            quote(line, value.toString());
        }
    }

    private static void quote(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            switch (character) {
                case '"', '\\' -> line.append('\\').append(character);
                case '\n' -> line.append("\\n");
                case '\t' -> line.append("\\t");
                default -> {
                    if (character < ' ') {
                        line.append("\\u%04x".formatted((int) character));
                    } else {
                        line.append(character);
                    }
                }
            }
        }
        line.append('"');
    }
}
