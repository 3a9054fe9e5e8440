package io.gpuaas.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script between systemd and the agent, with a program that stands in for java. */
class StartScriptTest {

    @TempDir
    Path folder;

    private Path install;

    @SuppressWarnings("NullAway.Init")
    StartScriptTest() {}

    @BeforeEach
    void install() throws Exception {
        install = folder.resolve("install");
        Files.createDirectories(install.resolve("bin"));
        Files.createDirectories(install.resolve("versions/1.0.0"));
        Files.createDirectories(install.resolve("versions/1.1.0"));
        Files.createSymbolicLink(install.resolve("current"), Path.of("versions/1.1.0"));
        Files.copy(Path.of("src/main/scripts/gpuaas-agent"), install.resolve("bin/gpuaas-agent"));
        Files.writeString(folder.resolve("java"), "#!/bin/sh\necho \"$@\"\n");
        Files.setPosixFilePermissions(folder.resolve("java"), PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void theCurrentVersionIsStartedWithTheFlagsOfTheProduct() throws Exception {
        assertThat(start("run", "--state", "/s"))
                .contains("versions/1.1.0/gpuaas-agent.jar run --state /s")
                .contains("-XX:+UseSerialGC")
                .doesNotContain("--release-keys");
    }

    @Test
    void theRuntimeOfThePackageIsUsedBeforeAnyOther() throws Exception {
        Path runtime = Files.createDirectories(install.resolve("runtime/bin")).resolve("java");
        Files.writeString(runtime, "#!/bin/sh\necho packaged runtime\n");
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwx------"));
        Process process = new ProcessBuilder(
                        "sh", install.resolve("bin/gpuaas-agent").toString(), "status")
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("packaged runtime");
    }

    @Test
    void updatesArePossibleWhereReleaseKeysAreInstalled() throws Exception {
        Files.writeString(install.resolve("release-keys.json"), "{}");
        assertThat(start("run", "--state", "/s")).contains("--release-keys " + install + "/release-keys.json");
        assertThat(start("status", "--state", "/s")).doesNotContain("--release-keys");
    }

    @Test
    void aVersionOnTrialThatNeverComesUpIsTakenBack() throws Exception {
        Files.writeString(install.resolve("trial"), "1.0.0");
        for (int i = 0; i < 3; i++) {
            assertThat(start("run", "--state", "/s")).contains("versions/1.1.0/");
        }
        assertThat(start("run", "--state", "/s")).contains("versions/1.0.0/");
        assertThat(install.resolve("trial")).doesNotExist();
        assertThat(start("run", "--state", "/s")).contains("versions/1.0.0/");
    }

    private String start(String... arguments) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("sh", install.resolve("bin/gpuaas-agent").toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("GPUAAS_AGENT_JAVA", folder.resolve("java").toString());
        Process process = builder.redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        return out;
    }
}
