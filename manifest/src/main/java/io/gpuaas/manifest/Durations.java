package io.gpuaas.manifest;

import java.time.Duration;

/** Reads durations such as 30s, 20m, 12h and 7d. */
final class Durations {

    private Durations() {}

    static Duration parse(String text) {
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.charAt(text.length() - 1)) {
            case 's' -> Duration.ofSeconds(number);
            case 'm' -> Duration.ofMinutes(number);
            case 'h' -> Duration.ofHours(number);
            case 'd' -> Duration.ofDays(number);
            default -> throw new IllegalArgumentException("not a duration: " + text);
        };
    }
}
