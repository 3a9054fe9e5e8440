package io.gpuaas.kernel;

import java.util.Optional;
import java.util.regex.Pattern;

/** Ties one request to everything it caused: answer, audit rows, events, tasks, log lines. */
public record CorrelationId(String value) {

    public static final String HEADER = "X-Correlation-Id";

    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    public CorrelationId {
        if (!ALLOWED.matcher(value).matches()) {
            throw new IllegalArgumentException("a correlation id has 1 to 64 of A-Z a-z 0-9 . _ -");
        }
    }

    /** Parses a caller's header; unusable text gives no correlation id instead of an error. */
    public static Optional<CorrelationId> find(String text) {
        return ALLOWED.matcher(text).matches() ? Optional.of(new CorrelationId(text)) : Optional.empty();
    }

    public static CorrelationId create(IdSource ids) {
        return new CorrelationId(ids.next().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
