package io.gpuaas.agent.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how busy a tenant wants the simulated GPUs of an allocation to look: {@code PERCENT UNTIL}, the end in seconds
 * since 1970. The tenant writes the file, so anything else in it counts as idle.
 */
final class GpuLoad {

    static final Duration AHEAD_MAX = Duration.ofDays(1);

    private static final int BYTES_MAX = 64;
    private static final Pattern LINE = Pattern.compile("([0-9]{1,3}) ([0-9]{1,12})\\s*");

    private GpuLoad() {}

    /** From 0 to 1. */
    static double read(Path file, Instant now) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return 0;
        }
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            return parse(new String(in.readNBytes(BYTES_MAX), StandardCharsets.US_ASCII), now);
        } catch (IOException e) {
            // The login may take its own file away from the agent. Its GPUs are idle then.
            return 0;
        }
    }

    static double parse(String text, Instant now) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            return 0;
        }
        Instant until = Instant.ofEpochSecond(Long.parseLong(line.group(2)));
        return until.isAfter(now) && !until.isAfter(now.plus(AHEAD_MAX))
                ? Math.min(Integer.parseInt(line.group(1)), 100) / 100.0
                : 0;
    }
}
