package io.gpuaas.controlplane.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Configuration;

/** In a process of its own, with the settings of gpuaas.yaml: logging belongs to the whole JVM. */
class LogRotationTest {

    private static final int LINES = 3_000;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    LogRotationTest() {}

    @Configuration(proxyBeanMethods = false)
    static class Chatter {

        public static void main(String[] arguments) {
            System.setProperty("spring.config.name", "gpuaas");
            SpringApplication application = new SpringApplication(Chatter.class);
            application.setWebApplicationType(WebApplicationType.NONE);
            application.run(arguments).close();
            Logger log = LoggerFactory.getLogger(Chatter.class);
            for (int i = 0; i < LINES; i++) {
                log.info("line {} {}", i, "x".repeat(400));
            }
        }
    }

    private List<Path> run(String totalSizeMax) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Chatter.class.getName(),
                        "--gpuaas.log.file=" + folder.resolve("control-plane.log"),
                        "--gpuaas.log.file-size-max=100KB",
                        "--gpuaas.log.total-size-max=" + totalSizeMax,
                        "--logging.threshold.console=off")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("out")))
                .isZero();
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith("control-plane.log"))
                    .toList();
        }
    }

    @Test
    void aFullLogFileIsRolledAndNoLineIsLost() throws Exception {
        List<Path> files = run("100MB");
        assertThat(files).hasSizeGreaterThan(3);
        assertThat(files).allMatch(file -> file.toFile().length() < 200_000);
        assertThat(files.stream().mapToLong(LogRotationTest::lines).sum()).isEqualTo(LINES);
        assertThat(Files.readString(folder.resolve("out")))
                .as("standard output is for what the JVM itself says")
                .doesNotContain("\"message\"");
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains("\"message\":\"line ")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
