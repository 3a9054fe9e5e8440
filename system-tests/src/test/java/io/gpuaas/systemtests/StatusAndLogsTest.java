package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.nio.file.Path;
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
    void theLogHoldsNoToken() {
        installation.up();
        installation.get("/api/v1/me");

        assertThat(installation.run("logs", "-n", "100000", "--raw").output())
                .doesNotContain(installation.firstLoginToken());
    }
}
