package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.platform.ProblemException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks and filters the labels that users set on allocations. */
final class Labels {

    private static final int COUNT_MAX = 20;
    private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9._/-]{0,62}");
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9._-]{0,63}");

    private Labels() {}

    static Map<String, String> require(@Nullable Map<String, String> labels) {
        if (labels == null) {
            return Map.of();
        }
        if (labels.size() > COUNT_MAX) {
            throw ProblemException.invalid("/labels", "must not have more than " + COUNT_MAX + " labels");
        }
        labels.forEach((key, value) -> {
            if (!KEY.matcher(key).matches()) {
                throw ProblemException.invalid(
                        "/labels", "must have keys of 1 to 63 of a-z 0-9 . _ / - that start with a letter or digit");
            }
            if (value == null || !VALUE.matcher(value).matches()) {
                throw ProblemException.invalid("/labels/" + key, "must have up to 63 of A-Z a-z 0-9 . _ -");
            }
        });
        return Map.copyOf(labels);
    }

    /** A filter: a key, or a key with its value. */
    record Wanted(@Nullable String key, @Nullable String value) {}

    static Wanted parse(@Nullable String filter) {
        if (filter == null) {
            return new Wanted(null, null);
        }
        int equals = filter.indexOf('=');
        return equals < 0
                ? new Wanted(filter, null)
                : new Wanted(filter.substring(0, equals), filter.substring(equals + 1));
    }
}
