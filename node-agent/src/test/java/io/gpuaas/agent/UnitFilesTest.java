package io.gpuaas.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The units of deploy/systemd, read by systemd itself where it is installed. Nothing is started. */
class UnitFilesTest {

    private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    UnitFilesTest() {}

    @BeforeEach
    void requireSystemd() {
        assumeTrue(Files.isExecutable(ANALYZE), "systemd-analyze is not installed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpuaas-agent.service", "gpuaas-gateway.service", "gpuaas-tenants.slice"})
    void systemdUnderstandsEveryLine(String unit) throws Exception {
        assertThat(verify(unit, text(unit))).isEmpty();
    }

    @Test
    void aMisspelledLineIsNoticed() throws Exception {
        String unit = "gpuaas-agent.service";
        assertThat(verify(unit, text(unit).replace("RestartSec=", "RestartSek=")))
                .contains("RestartSek");
    }

    /** The programs are not installed where tests run. */
    private static String text(String unit) throws Exception {
        return Files.readString(Path.of("../deploy/systemd").resolve(unit))
                .replaceAll("(?m)^ExecStart=\\S+", "ExecStart=/bin/true");
    }

    private String verify(String unit, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(unit), text);
        Process process = new ProcessBuilder(ANALYZE.toString(), "verify", "--man=no", file.toString())
                .redirectErrorStream(true)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return out;
    }
}
