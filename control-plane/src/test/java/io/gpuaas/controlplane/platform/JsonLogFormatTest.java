package io.gpuaas.controlplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonLogFormatTest {

    private static final String SECRET = "gpuaas_0123456789abcdefABCDEF";

    @Test
    void aLineIsOneJsonObjectWithoutSecretsAnywhere() {
        Logger logger = new LoggerContext().getLogger("some.Class");
        LoggingEvent event = new LoggingEvent(
                "x",
                logger,
                Level.ERROR,
                "used {}",
                new IllegalStateException("token " + SECRET, new RuntimeException(SECRET)),
                new Object[] {SECRET});
        event.setMDCPropertyMap(Map.of("correlation_id", "c-1", "leak", SECRET));
        String line = new JsonLogFormat().format(event);
        assertThat(line).endsWith("\n").doesNotContain(SECRET);
        assertThat(line.strip()).doesNotContain("\n");
        JsonNode json = JsonMapper.shared().readTree(line);
        assertThat(json.path("level").asString()).isEqualTo("ERROR");
        assertThat(json.path("correlation_id").asString()).isEqualTo("c-1");
        assertThat(json.path("message").asString()).isEqualTo("used [redacted]");
        assertThat(json.path("error").asString()).contains("IllegalStateException");
    }
}
