package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without systemd: as the user, in no slice. Devices are closed to users by their modes here. */
class LoginProbeTest {

    private static final LoginUnits.Holder HOLDER =
            new LoginUnits.Holder("ada", UUID.fromString("019a8f00-1111-7222-8333-444455556666"), 65_534, 65_534);

    @TempDir
    Path folder;

    private Path smi;

    @SuppressWarnings("NullAway.Init")
    LoginProbeTest() {}

    @BeforeEach
    void makeHost() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        DriverTree.build(folder, 2);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        smi = folder.resolve("nvidia-smi");
        shows("GPU-0");
    }

    private void shows(String... uuids) throws Exception {
        StringBuilder script = new StringBuilder("#!/bin/sh\n[ \"$(id -u)\" = 65534 ] || exit 9\n");
        for (String uuid : uuids) {
            script.append("echo 'GPU 0: NVIDIA H100 80GB HBM3 (UUID: " + uuid + ")'\n");
        }
        Files.writeString(smi, script);
        Files.setPosixFilePermissions(smi, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void verify(boolean isConfined, List<String> nodes, String... uuids) throws Exception {
        new LoginProbe(new GpuDevices(folder), smi.toString(), false)
                .verify(HOLDER, new LoginUnits.Sold(nodes, Set.of(uuids), Set.of("0000:08:00.0"), isConfined));
    }

    @Test
    void theDriverIsAskedAsTheLogin() throws Exception {
        verify(false, List.of(), "GPU-0");
        assertThatThrownBy(() -> verify(false, List.of(), "GPU-0", "GPU-1")).hasMessageContaining("gpu_not_visible");
    }

    @Test
    void aGpuOfAnotherThatTheLoginSeesOrOpensFailsTheTask() throws Exception {
        // The nodes of the tree are absent below the real /dev: none can be opened.
        verify(true, List.of(), "GPU-0");
        assertThatThrownBy(() -> verify(true, List.of("/dev/nvidia1"), "GPU-0"))
                .hasMessageContaining("gpu_not_visible");
        shows("GPU-0", "GPU-1");
        assertThatThrownBy(() -> verify(true, List.of(), "GPU-0")).hasMessageContaining("gpu_exposed");
        shows("GPU-0", "MIG-7", "MIG-8");
        assertThatThrownBy(() -> verify(true, List.of(), "MIG-7"))
                .hasMessageContaining("gpu_exposed")
                .hasMessageContaining("MIG-8");
        shows("GPU-0", "MIG-7");
        verify(true, List.of(), "MIG-7");
    }

    @Test
    void inASliceSystemdStartsItAndLeavesVariablesAlone() {
        assertThat(LoginProbe.command("user-7.slice", HOLDER, List.of("echo", "$1")))
                .containsExactly(
                        "systemd-run",
                        "--quiet",
                        "--wait",
                        "--collect",
                        "--pipe",
                        "--no-ask-password",
                        "--slice=user-7.slice",
                        "--",
                        "setpriv",
                        "--reuid=65534",
                        "--regid=65534",
                        "--init-groups",
                        "--inh-caps=-all",
                        "--",
                        "echo",
                        "$$1");
    }
}
