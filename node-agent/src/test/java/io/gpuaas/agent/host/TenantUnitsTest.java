package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantUnitsTest {

    private static final UUID ID = UUID.fromString("019a8f00-1111-7222-8333-444455556666");

    @TempDir
    Path root;

    @SuppressWarnings("NullAway.Init")
    TenantUnitsTest() {}

    @Test
    void theyArePossibleOnlyWhereSystemdIsTheInitAndCanBeAsked() throws Exception {
        assertThat(TenantUnits.arePossible(root)).isFalse();
        Path run = Files.createDirectories(root.resolve("usr/bin")).resolve("systemd-run");
        Files.createFile(run);
        assertThat(run.toFile().setExecutable(true)).isTrue();
        assertThat(TenantUnits.arePossible(root)).as("installed in a container").isFalse();
        Files.createDirectories(root.resolve("run/systemd/system"));
        assertThat(TenantUnits.arePossible(root)).as("without a bus").isFalse();
        Files.createFile(Files.createDirectories(root.resolve("run/dbus")).resolve("system_bus_socket"));
        assertThat(TenantUnits.arePossible(root)).isTrue();
    }

    @Test
    void aSliceHasNoHyphenThatWouldMakeMoreOfThem() {
        assertThat(TenantUnits.slice(ID)).isEqualTo("gpuaas-tenants-019a8f00111172228333444455556666.slice");
        assertThat(TenantUnits.stop(List.of(TenantUnits.terminal(ID))))
                .containsExactly(
                        "systemctl",
                        "stop",
                        "--no-block",
                        "--quiet",
                        "--",
                        "gpuaas-terminal-019a8f00-1111-7222-8333-444455556666.service");
    }

    @Test
    void aReleaseEndsTheGroupsOfTerminalsAndOfSessions() {
        assertThat(TenantUnits.controlGroups(ID, 100_007))
                .containsExactly(
                        "gpuaas.slice/gpuaas-tenants.slice/gpuaas-tenants-019a8f00111172228333444455556666.slice",
                        "user.slice/user-100007.slice");
        assertThat(TenantUnits.stopLoginCommand(ID, 100_007))
                .containsExactly(
                        "systemctl",
                        "stop",
                        "--quiet",
                        "--",
                        "user@100007.service",
                        "user-runtime-dir@100007.service",
                        "user-100007.slice",
                        "gpuaas-tenants-019a8f00111172228333444455556666.slice");
    }
}
