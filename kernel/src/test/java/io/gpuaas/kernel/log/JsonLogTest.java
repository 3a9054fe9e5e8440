package io.gpuaas.kernel.log;

import static io.gpuaas.kernel.log.JsonLog.trace;
import static io.gpuaas.kernel.log.JsonLog.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonLogTest {

    private final List<String> lines = new ArrayList<>();
    private final JsonLog log =
            new JsonLog(Clock.fixed(Instant.parse("2026-01-02T03:04:05Z"), ZoneOffset.UTC), lines::add);

    @Test
    void fieldsFollowTheMessageInTheirOrder() {
        log.info("accepted task", with("task", "t-1"), with("attempt", 2), with("code", null));
        assertThat(lines).containsExactly("""
                {"time":"2026-01-02T03:04:05Z","level":"INFO","message":"accepted task",\
                "task":"t-1","attempt":2,"code":null}""");
    }

    @Test
    void aTraceIsOneFieldOfOneLine() {
        log.warn("loop failed", trace(new IllegalStateException("no reason")));
        assertThat(lines)
                .singleElement()
                .asString()
                .contains("\"error\":\"java.lang.IllegalStateException: no reason\\n\\tat io.gpuaas")
                .doesNotContain("\n");
    }

    @Test
    void textOfOthersStaysWithinItsLineAndItsQuotes() {
        log.warn("could not reach \"it\"", with("error", new IOException("a\nb\t\\\u001b\u0000ä")));
        assertThat(lines).containsExactly("""
                {"time":"2026-01-02T03:04:05Z","level":"WARN","message":"could not reach \\"it\\"",\
                "error":"java.io.IOException: a\\nb\\t\\\\\\u001b\\u0000ä"}""");
    }
}
