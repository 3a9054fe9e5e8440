package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples started as a newcomer does it: without variables or arguments. */
class ExampleProgramsTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"Quickstart", "TwoAtOnce", "ServiceAccountJob"})
    void anExampleThatLacksItsVariablesSaysWhichOnesItNeeds(String name) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        ProcessBuilder program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Path.of("examples", name + ".java").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        program.environment().keySet().removeIf(variable -> variable.startsWith("GPUAAS_"));
        Process process = program.start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(output, StandardCharsets.UTF_8))
                .contains("usage: ")
                .contains("GPUAAS_SERVER")
                .contains("GPUAAS_TOKEN")
                .doesNotContain("NullPointerException");
        assertThat(process.exitValue()).isEqualTo(2);
    }
}
