package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Against("PostgreSQL")
class StatusAndLogsTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    private Installation installation = new Installation(folder);

    @BeforeEach
    void choose() {
        installation = new Installation(folder);
    }

    @AfterEach
    void stop() {
        installation.close();
    }

    @Test
    void withoutAControlPlaneStatusSaysSo() {
        Command.Outcome status = installation.run("status");

        assertThat(status.exitCode()).isEqualTo(3);
        assertThat(status.output()).contains("not running");
        assertThat(installation.run("logs").output()).contains("there is no log yet");
    }

    @Test
    void statusTellsWhereAndWhatRunsAndLogsAreReadable() {
        installation.up();

        Command.Outcome status = installation.run("status");
        assertThat(status.exitCode()).isZero();
        assertThat(status.output())
                .contains("running, ready", installation.url(), "embedded PostgreSQL")
                .contains("pid            " + installation.controlPlane().pid());

        assertThat(installation.run("logs", "-n", "1000", "--raw").lines())
                .anySatisfy(line -> assertThat(line).startsWith("{").contains("\"phase\":\"ready\""));
        assertThat(installation.run("logs", "-n", "1000").lines())
                .anySatisfy(line -> assertThat(line).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO .*phase=ready.*"));
    }

    @Test
    void logLinesOfAnyLengthAreRenderedAndOtherLinesPass() throws IOException {
        Path log = Files.createDirectories(installation.data().resolve("logs")).resolve("control-plane.log");
        String frames = "\\tat a.B.c(B.java:1)\\n".repeat(20_000);
        Files.writeString(log, """
                OpenJDK 64-Bit Server VM warning: something
                {"time":"2026-01-01T10:00:00.5Z","level":"ERROR","logger":"a.b.C","message":"says \\"no\\"",\
                "context":{"correlation_id":"c-1"},"error":"a.Broken: why\\n%s"}
                """.formatted(frames));

        List<String> lines = installation.run("logs").lines();

        assertThat(lines.get(0)).isEqualTo("OpenJDK 64-Bit Server VM warning: something");
        assertThat(lines.get(1)).contains(":00:00.500 ERROR C").contains("says \"no\"  correlation_id=c-1");
        assertThat(lines.get(2)).isEqualTo("    a.Broken: why");
        assertThat(lines).hasSize(3 + 20_000);
    }

    @Test
    void theLogHoldsNoToken() {
        installation.up();
        installation.get("/api/v1/me");

        assertThat(installation.run("logs", "-n", "100000", "--raw").output())
                .doesNotContain(installation.firstLoginToken());
    }
}
