package io.gpuaas.cli.output;

import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.RecordJson;
import io.gpuaas.sdk.ServerUnreachableException;
import io.gpuaas.sdk.signin.IssuerUnreachableException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Follows server-sent events and prints each as a line of text or as its data. Keep-alives and position markers are not
 * shown. A stream that ends or breaks is reopened where it stopped; servers end each stream after a while.
 */
public final class LiveEvents<T> {

    static final Duration PAUSE = Duration.ofMillis(500);
    static final Duration PAUSE_MAX = Duration.ofSeconds(10);

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_FAILED = 500;

    private final Class<T> type;
    private final Function<T, String> line;
    private final Output output;
    private final Consumer<Duration> pauses;
    private @Nullable String position;
    private String id = "";
    private String kind = "";
    private String data = "";
    private int failures;

    /** Opens the stream after a position, or from now on. */
    public interface Source {
        InputStream open(@Nullable String after);
    }

    public LiveEvents(Class<T> type, Function<T, String> line, Output output) {
        this(type, line, output, LiveEvents::sleep);
    }

    LiveEvents(Class<T> type, Function<T, String> line, Output output, Consumer<Duration> pauses) {
        this.type = type;
        this.line = line;
        this.output = output;
        this.pauses = pauses;
    }

    /** Follows the stream until the process ends. Never returns; throws if the server refuses to reopen it. */
    public void follow(@Nullable String after, Source source) {
        position = after;
        read(source.open(after));
        while (true) {
            Duration pause = PAUSE.multipliedBy(failures + 1L);
            pauses.accept(pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX);
            again(source);
        }
    }

    private void again(Source source) {
        InputStream events;
        try {
            events = source.open(position);
        } catch (ServerUnreachableException | IssuerUnreachableException e) {
            failed(e);
            return;
        } catch (GpuaasException e) {
            if (e.status() != TOO_MANY_REQUESTS && e.status() < SERVER_FAILED) {
                sayHowToGoOn();
                throw e;
            }
            failed(e);
            return;
        }
        read(events);
    }

    /** Reports the first of several failures in a row. */
    private void failed(Exception why) {
        if (failures++ == 0) {
            output.note("Stream interrupted; reconnecting: " + Words.printable(String.valueOf(why.getMessage())));
        }
    }

    private void read(InputStream events) {
        // An incomplete event is sent again.
        forget();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
            for (String next = lines.readLine(); next != null; next = lines.readLine()) {
                take(next);
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    private void sayHowToGoOn() {
        if (position != null) {
            output.note("Stream ended. To resume, pass --after " + Words.printable(position));
        }
    }

    private void take(String next) {
        if (next.isEmpty()) {
            tell();
            if (!id.isEmpty()) {
                position = id;
                failures = 0;
            }
            forget();
        } else if (next.startsWith("id:")) {
            id = value(next);
        } else if (next.startsWith("event:")) {
            kind = value(next);
        } else if (next.startsWith("data:")) {
            data += value(next);
        }
    }

    private void forget() {
        id = "";
        kind = "";
        data = "";
    }

    private static String value(String next) {
        return next.substring(next.indexOf(':') + 1).strip();
    }

    private void tell() {
        if (kind.equals("missed")) {
            output.note("Some earlier events are no longer available.");
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
            throw new IllegalStateException("The server sent a malformed event.", e);
        }
    }

    private static void sleep(Duration pause) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
