package io.gpuaas.controlplane.policy;

import io.gpuaas.api.PolicyScope;
import io.gpuaas.api.PolicyType;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A setting: its type, default, bounds, unit, where it may be overridden, and what it means. */
public record PolicyKey<T>(
        String name,
        PolicyType type,
        T defaultValue,
        Function<String, T> parse,
        @Nullable T minimum,
        @Nullable T maximum,
        List<String> allowed,
        @Nullable String unit,
        List<PolicyScope> scopes,
        String description) {

    static PolicyKey<Long> integer(
            String name,
            long defaultValue,
            long minimum,
            long maximum,
            String unit,
            List<PolicyScope> scopes,
            String description) {
        return new PolicyKey<>(
                name,
                PolicyType.INTEGER,
                defaultValue,
                Long::parseLong,
                minimum,
                maximum,
                List.of(),
                unit,
                scopes,
                description);
    }

    static PolicyKey<Duration> duration(
            String name,
            Duration defaultValue,
            Duration minimum,
            Duration maximum,
            List<PolicyScope> scopes,
            String description) {
        return new PolicyKey<>(
                name,
                PolicyType.DURATION,
                defaultValue,
                Duration::parse,
                minimum,
                maximum,
                List.of(),
                "ISO 8601",
                scopes,
                description);
    }

    /** One of the words that are allowed; the first is the default. */
    static PolicyKey<String> choice(String name, List<String> allowed, List<PolicyScope> scopes, String description) {
        return new PolicyKey<>(
                name,
                PolicyType.CHOICE,
                allowed.getFirst(),
                text -> text,
                null,
                null,
                List.copyOf(allowed),
                null,
                scopes,
                description);
    }

    /** The value the text stands for. Throws with a sentence when it is of another type or out of bounds. */
    T read(String text) {
        T value;
        try {
            value = parse.apply(text.strip());
        } catch (RuntimeException e) {
            throw PolicyErrors.notOfType(this, text, e);
        }
        if (!allowed.isEmpty() && !allowed.contains(String.valueOf(value))) {
            throw PolicyErrors.notAllowed(this, text);
        }
        if (below(value, minimum) || below(maximum, value)) {
            throw PolicyErrors.outOfBounds(this, text);
        }
        return value;
    }

    @SuppressWarnings("unchecked") // both are T, and every T with bounds is comparable to itself
    private static <T> boolean below(@Nullable T one, @Nullable T other) {
        return one != null && other != null && ((Comparable<T>) one).compareTo(other) < 0;
    }
}
