package io.gpuaas.agent.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.agent.check.HostCheck.State;
import io.gpuaas.agent.telemetry.NvidiaSmi;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.agent.topology.SysfsTree;
import io.gpuaas.agent.topology.TopologyReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks of a host, over a tree of files that stands in for its root. */
class LinuxChecksTest {

    private static final int H100 = 0x2330;
    private static final String KERNEL = "6.12.0-1-amd64";

    @TempDir
    Path folder;

    @Test
    void anEmptyHostIsToldWhatIsMissingAndWhatToDoAboutIt() throws Exception {
        Path root = Files.createDirectories(folder.resolve("bare"));
        write(root.resolve("proc/sys/kernel/osrelease"), KERNEL);
        Map<String, HostCheck> checks = run(root, "no-such-program", closedPort());

        assertThat(states(checks))
                .containsEntry("driver", State.FAILED)
                .containsEntry("iommu", State.WARNING)
                .containsEntry("vfio", State.WARNING)
                .containsEntry("systemd", State.FAILED)
                .containsEntry("cgroups", State.WARNING)
                .containsEntry("programs", State.FAILED)
                .containsEntry("ssh", State.FAILED)
                .containsEntry("capacity", State.FAILED);
        assertThat(checks.values())
                .filteredOn(check -> check.state() != State.OK)
                .allSatisfy(check -> assertThat(check.action()).isNotBlank());
    }

    @Test
    void aHostWithEverythingPassesAndItsCapacityIsNamed() throws Exception {
        Path root = whole();
        try (ServerSocket ssh = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, HostCheck> checks = run(root, smi(8), ssh.getLocalPort());
            assertThat(states(checks)).as("%s", checks).doesNotContainValue(State.FAILED);
            assertThat(named(checks, "driver").finding()).contains("8 GPUs");
            assertThat(named(checks, "vfio").finding()).contains(KERNEL);
            assertThat(named(checks, "capacity").finding()).contains("8 x ", "bare_metal, mig");
        }
    }

    @Test
    void aGpuThatTheDriverLostFailsTheDriverCheck() throws Exception {
        assertThat(named(run(whole(), smi(7), closedPort()), "driver"))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.FAILED))
                .satisfies(check -> assertThat(check.finding()).contains("7 of 8"));
    }

    @Test
    void aProgramThatAnswersWithControlCharactersMakesOneLine() throws Exception {
        Path broken = program("printf 'NVRM: \\033[2J\\nAPI mismatch\\n' >&2; exit 9");
        HostCheck driver = named(run(whole(), broken.toString(), closedPort()), "driver");
        assertThat(driver.state()).isEqualTo(State.FAILED);
        assertThat(driver.finding())
                .contains("API mismatch")
                .doesNotContain("\n")
                .doesNotContain("\u001b");
        assertThat(HostCheck.ok("x", "a".repeat(5_000)).finding()).hasSizeLessThan(501);
    }

    @Test
    void littleDiskIsAWarningAndNoneAFailure() {
        assertThat(LinuxChecks.disk(20L << 30).state()).isEqualTo(State.OK);
        assertThat(LinuxChecks.disk(5L << 30).state()).isEqualTo(State.WARNING);
        assertThat(LinuxChecks.disk(500L << 20).state()).isEqualTo(State.FAILED);
    }

    @Test
    void aClockThatIsOffIsAFindingInBothDirections() {
        assertThat(ServerChecks.clock(Duration.ofSeconds(2)).state()).isEqualTo(State.OK);
        assertThat(ServerChecks.clock(Duration.ofSeconds(-30)))
                .satisfies(check -> assertThat(check.state()).isEqualTo(State.WARNING))
                .satisfies(check -> assertThat(check.finding()).contains("30 s behind"));
        assertThat(ServerChecks.clock(Duration.ofMinutes(6)).state()).isEqualTo(State.FAILED);
        assertThat(ServerChecks.unreached(URI.create("https://h:8444"), "no route")
                        .state())
                .isEqualTo(State.FAILED);
    }

    private Map<String, HostCheck> run(Path root, String smi, int sshPort) throws Exception {
        TopologyReader topology = new TopologyReader(root, new GpuUuids(folder.resolve("uuids.json")));
        return new LinuxChecks(root, topology, new NvidiaSmi(smi), sshPort)
                .run(List.of("bare_metal", "mig")).stream()
                        .collect(Collectors.toMap(HostCheck::name, Function.identity()));
    }

    private static HostCheck named(Map<String, HostCheck> checks, String name) {
        return Objects.requireNonNull(checks.get(name), name);
    }

    private static Map<String, State> states(Map<String, HostCheck> checks) {
        return checks.values().stream().collect(Collectors.toMap(HostCheck::name, HostCheck::state));
    }

    private Path whole() throws IOException {
        Path root = folder.resolve("whole");
        SysfsTree.buildHgx(root, H100, 1);
        write(root.resolve("proc/driver/nvidia/version"), "NVRM version: 570.1");
        write(root.resolve("proc/sys/kernel/osrelease"), KERNEL + "\n");
        write(root.resolve("lib/modules/" + KERNEL + "/modules.dep"), "kernel/drivers/vfio/pci/vfio-pci.ko.xz: x\n");
        Files.createDirectories(root.resolve("sys/kernel/iommu_groups/0"));
        Files.createDirectories(root.resolve("run/systemd/system"));
        write(root.resolve("run/dbus/system_bus_socket"), "");
        write(root.resolve("sys/fs/cgroup/cgroup.controllers"), "cpu memory");
        for (String name : List.of("useradd", "usermod", "userdel", "groupadd", "setpriv", "ssh-keyscan")) {
            write(root.resolve("usr/sbin").resolve(name), "#!/bin/sh\n");
            Files.setPosixFilePermissions(
                    root.resolve("usr/sbin").resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return root;
    }

    private String smi(int gpus) throws IOException {
        return program("for i in $(seq " + gpus
                        + "); do echo \"GPU-$i, 0000:0$i:00.0, 0, 1, 2, 30, 70, 0, 570.1, NVIDIA H100\"; done")
                .toString();
    }

    private Path program(String body) throws IOException {
        Path file = Files.writeString(folder.resolve("smi"), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
