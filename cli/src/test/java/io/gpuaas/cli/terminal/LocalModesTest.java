package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own, on a real pseudo terminal, that is cut off from what ran at the far end. */
@Timeout(90)
class LocalModesTest {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final String COMMAND = "exec \"$JAVA\" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED"
            + " io.gpuaas.cli.start.Main terminal " + ID;

    @TempDir
    Path folder;

    @Test
    void aLostConnectionLeavesAUsableTerminal() throws Exception {
        String shown = shown("script", "-qec", COMMAND, "/dev/null");
        assertThat(shown).contains(RawMode.RESETS + "Terminal ended: refused with status 404.");
        assertThat(RawMode.RESETS)
                .contains(
                        "\u001b[?1049l",
                        "\u001b[?25h",
                        "\u001b[?2004l",
                        "\u001b[r",
                        "\u001b[0m",
                        "\u001b[?1l",
                        "\u001b>")
                .contains("\u001b[?1000l", "\u001b[?1002l", "\u001b[?1003l", "\u001b[?1006l");
    }

    @Test
    void nothingIsAddedToWhatGoesIntoAFile() throws Exception {
        assertThat(shown("sh", "-c", COMMAND)).isEqualTo("Terminal ended: refused with status 404.\n");
    }

    private String shown(String... command) throws IOException, InterruptedException {
        try (FakeServer server = new FakeServer()) {
            server.answers("POST /api/v1/projects/" + ID + "/allocations/" + ID + "/terminals", 201, """
                    {"terminal":{"id":"%1$s","allocation_id":"%1$s","state":"open","opened_by":"%1$s",
                     "opened_at":"2026-01-01T00:00:00Z","ends_at":"2026-01-01T00:00:00Z"},"stream_id":"%1$s",
                     "url":"%2$s/nobody","origin":"http://here","secret":"s","expires_at":"2026-01-01T00:00:00Z"}""".formatted(
                            ID, server.url().replace("http:", "ws:")));
            ProcessBuilder builder = new ProcessBuilder(List.of(command)).redirectErrorStream(true);
            builder.environment()
                    .put(
                            "JAVA",
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString());
            builder.environment().put("CLASSPATH", Objects.requireNonNull(System.getProperty("java.class.path")));
            builder.environment().put("SHELL", "/bin/sh");
            builder.environment().put("GPUAAS_SERVER", server.url());
            builder.environment().put("GPUAAS_TOKEN", "t");
            builder.environment().put("GPUAAS_PROJECT", ID);
            builder.environment().put("HOME", folder.toString());
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            Process process = builder.start();
            try {
                String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
                return shown;
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
