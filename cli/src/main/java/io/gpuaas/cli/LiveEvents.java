package io.gpuaas.cli;

import io.gpuaas.sdk.RecordJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JacksonException;

/**
 * Follows server-sent events: people get a line for each, programs its data. What only keeps the stream alive or tells a
 * position is not shown.
 */
final class LiveEvents<T> {

    private final Class<T> type;
    private final Function<T, String> line;
    private final Output output;
    private String position = "";
    private String kind = "";
    private String data = "";

    LiveEvents(Class<T> type, Function<T, String> line, Output output) {
        this.type = type;
        this.line = line;
        this.output = output;
    }

    /** Until the stream ends, and says then how to go on. */
    void follow(InputStream events) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
            for (String next = lines.readLine(); next != null; next = lines.readLine()) {
                take(next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The stream broke off" + hint() + ": " + e.getMessage(), e);
        }
        output.note("The stream ended" + hint() + ".");
    }

    private String hint() {
        return position.isEmpty() ? "" : "; to go on where it did: --after " + Words.printable(position);
    }

    private void take(String next) {
        if (next.isEmpty()) {
            tell();
            kind = "";
            data = "";
        } else if (next.startsWith("id:")) {
            position = value(next);
        } else if (next.startsWith("event:")) {
            kind = value(next);
        } else if (next.startsWith("data:")) {
            data += value(next);
        }
    }

    private static String value(String next) {
        return next.substring(next.indexOf(':') + 1).strip();
    }

    private void tell() {
        if (kind.equals("missed")) {
            output.note("Something happened before this that is not kept any more.");
            return;
        }
        Map<?, ?> told = read();
        if (!told.isEmpty()) {
            output.event(told, () -> line.apply(RecordJson.read(data.getBytes(StandardCharsets.UTF_8), type)));
        }
    }

    private Map<?, ?> read() {
        try {
            return !data.isEmpty() && RecordJson.read(data) instanceof Map<?, ?> told ? told : Map.of();
        } catch (JacksonException e) {
            throw new IllegalStateException("The server sent an event that cannot be read.", e);
        }
    }
}
