package io.gpuaas.controlplane.policy;

import io.gpuaas.api.PolicyScope;
import io.gpuaas.api.PolicyType;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A policy key: the values it takes, its default, where it may be overridden, and what it means. */
public record PolicyKey<T>(
        String name,
        Values<T> values,
        T defaultValue,
        List<PolicyScope> scopes,
        String description,
        boolean widensRights,
        boolean givesMoney) {

    /** The values a key takes: their type, their bounds or the words that are allowed, and their unit. */
    record Values<T>(
            PolicyType type,
            Function<String, T> parse,
            @Nullable T minimum,
            @Nullable T maximum,
            List<String> allowed,
            @Nullable String unit) {

        private boolean include(T value) {
            return !below(value, minimum) && !below(maximum, value);
        }

        @SuppressWarnings("unchecked") // both are T, and every T with bounds is comparable to itself
        private static <T> boolean below(@Nullable T one, @Nullable T other) {
            return one != null && other != null && ((Comparable<T>) one).compareTo(other) < 0;
        }
    }

    private static <T> PolicyKey<T> of(
            String name, Values<T> values, T defaultValue, List<PolicyScope> scopes, String description) {
        return new PolicyKey<>(name, values, defaultValue, scopes, description, false, false);
    }

    public static PolicyKey<Long> integer(
            String name,
            long defaultValue,
            long minimum,
            long maximum,
            String unit,
            List<PolicyScope> scopes,
            String description) {
        var values = new Values<>(PolicyType.INTEGER, Long::parseLong, minimum, maximum, List.of(), unit);
        return of(name, values, defaultValue, scopes, description);
    }

    public static PolicyKey<Duration> duration(
            String name,
            Duration defaultValue,
            Duration minimum,
            Duration maximum,
            List<PolicyScope> scopes,
            String description) {
        var values = new Values<>(PolicyType.DURATION, Duration::parse, minimum, maximum, List.of(), "ISO 8601");
        return of(name, values, defaultValue, scopes, description);
    }

    /** One of the words that are allowed; the first is the default. */
    public static PolicyKey<String> choice(
            String name, List<String> allowed, List<PolicyScope> scopes, String description) {
        Values<String> values = new Values<>(PolicyType.CHOICE, text -> text, null, null, List.copyOf(allowed), null);
        return of(name, values, allowed.getFirst(), scopes, description);
    }

    /** For a key that decides what people may do, how long a credential lasts, or whether a session is watched. */
    public PolicyKey<T> wideningRights() {
        return new PolicyKey<>(name, values, defaultValue, scopes, description, true, givesMoney);
    }

    /** For a key that gives money or credit, or decides who else has to approve that. */
    public PolicyKey<T> givingMoney() {
        return new PolicyKey<>(name, values, defaultValue, scopes, description, true, true);
    }

    /** The value the text stands for. Throws with a sentence when it is of another type or out of bounds. */
    T read(String text) {
        T value;
        try {
            value = values.parse().apply(text.strip());
        } catch (RuntimeException e) {
            throw PolicyErrors.notOfType(this, text, e);
        }
        if (!values.allowed().isEmpty() && !values.allowed().contains(String.valueOf(value))) {
            throw PolicyErrors.notAllowed(this, text);
        }
        if (!values.include(value)) {
            throw PolicyErrors.outOfBounds(this, text);
        }
        return value;
    }
}
