package io.gpuaas.cli.apps;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppsCommandTest {

    @TempDir
    Path folder;

    @Test
    void theScaffoldIsCleanAndNeverOverwritten() throws IOException {
        Shell shell = new Shell(folder);
        assertThat(shell.type("apps init my-app")).as(shell.said()).isZero();
        assertThat(shell.type("apps lint my-app/gpuaas.app.yaml"))
                .as(shell.printed())
                .isZero();
        assertThat(shell.printed())
                .startsWith("my-app/gpuaas.app.yaml: valid, sha256:")
                .hasLineCount(1);
        Files.writeString(folder.resolve("my-app/gpuaas.app.yaml"), "mine");
        assertThat(shell.type("apps init my-app")).isEqualTo(2);
        assertThat(folder.resolve("my-app/gpuaas.app.yaml")).hasContent("mine");
    }

    @Test
    void anErrorHasFileLineCodePointerAndExitCode() throws IOException {
        Shell shell = new Shell(folder);
        shell.type("apps init");
        Path file = folder.resolve("gpuaas.app.yaml");
        Files.writeString(file, Files.readString(file).replace("target: /data", "target: /proc/x"));
        assertThat(shell.type("apps lint gpuaas.app.yaml")).isEqualTo(1);
        assertThat(shell.printed())
                .containsPattern("gpuaas.app.yaml:\\d+:\\d+: error forbidden_target /workload/volumes/0/target: ")
                .contains("gpuaas.app.yaml: invalid");
        assertThat(shell.type("apps lint gpuaas.app.yaml --output json")).isEqualTo(1);
        assertThat(shell.printed())
                .containsPattern("\"code\" ?: \"forbidden_target\"")
                .containsPattern("\"valid\" ?: false");
        assertThat(shell.type("apps lint missing.yaml")).isEqualTo(2);
    }
}
