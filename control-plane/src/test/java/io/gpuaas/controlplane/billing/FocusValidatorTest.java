package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The export before the validator of the FinOps Foundation. Its newest release knows FOCUS up to 1.0, which 1.1 only relaxes. */
@Tag("full")
@Against("focus-validator")
class FocusValidatorTest {

    @SuppressWarnings("NullAway.Init")
    @TempDir
    private Path folder;

    @Test
    void theExportIsAccepted() throws Exception {
        FocusScene scene = new FocusScene(BillingPlane.shared());
        scene.play();
        assertThat(validate(scene.export())).contains("Validation succeeded.");
    }

    @Test
    void whatIsWrongIsFound() throws Exception {
        FocusScene scene = new FocusScene(BillingPlane.shared());
        scene.play();
        assertThat(validate(scene.export().replace("Usage-Based", "Seldom"))).contains("Validation failed!");
    }

    private String validate(String export) throws IOException {
        Path program = RealServers.find("focus-validator")
                .orElseThrow(() -> new TestAbortedException("focus-validator is not installed"));
        Path file = Files.writeString(folder.resolve("focus.csv"), export);
        Process validator = new ProcessBuilder(
                        program.toString(), "--data-file", file.toString(), "--validate-version", "1.0")
                .redirectErrorStream(true)
                .start();
        RealServers.report("focus-validator", "1.0.0");
        return new String(validator.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
