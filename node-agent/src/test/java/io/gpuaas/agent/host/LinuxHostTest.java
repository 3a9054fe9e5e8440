package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.OciTasks;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.telemetry.NvidiaSmi;
import io.gpuaas.agent.telemetry.ProcReader;
import io.gpuaas.agent.topology.GpuUuids;
import io.gpuaas.agent.topology.SysfsTree;
import io.gpuaas.agent.topology.TopologyReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxHostTest {

    @TempDir
    Path folder;

    private final SilentProgress progress = new SilentProgress();

    @SuppressWarnings("NullAway.Init")
    LinuxHostTest() {}

    @Test
    void gpusAreJudgedByWhatTheDriverShows() throws Exception {
        LinuxHost host = host("""
                echo 'GPU-1, 00000000:18:00.0, 0, 1, 81559, 30, 70, 0, 580, H100'
                echo 'GPU-2, 00000000:2A:00.0, 0, 1, 81559, 30, 70, 3, 580, H100'
                echo 'GPU-3, 00000000:3A:00.0, [GPU is lost], [N/A], [N/A], [N/A], [N/A], [N/A], 580, H100'
                """);
        NodeTaskPayloads.VerifyGpus wanted = new NodeTaskPayloads.VerifyGpus(
                List.of("0000:18:00.0", "0000:2a:00.0", "0000:3a:00.0", "0000:4a:00.0"), "driver");
        assertThat(host.verifyGpus(wanted, progress).gpus())
                .containsExactly(
                        new NodeTaskPayloads.GpuVerdict("0000:18:00.0", "GPU-1", true, null),
                        new NodeTaskPayloads.GpuVerdict("0000:2a:00.0", "GPU-2", false, "3 uncorrected memory errors"),
                        new NodeTaskPayloads.GpuVerdict(
                                "0000:3a:00.0", "GPU-3", false, "the driver gives no figures of it"),
                        new NodeTaskPayloads.GpuVerdict("0000:4a:00.0", null, false, "the driver does not show it"));
    }

    @Test
    void aDriverThatFailsFailsTheTask() throws Exception {
        NodeTaskPayloads.VerifyGpus wanted = new NodeTaskPayloads.VerifyGpus(List.of("0000:18:00.0"), null);
        assertThatThrownBy(() -> host("exit 9").verifyGpus(wanted, progress)).hasMessageContaining("driver_failed");
    }

    private static final UUID ADA = UUID.fromString("019a8f00-1111-7222-8333-444455556666");
    private static final UUID BOB = UUID.fromString("019a8f00-1111-7222-8333-777755556666");
    private static final String TWO_GPUS = """
            case $1 in -L) echo 'GPU 0: H100 (UUID: GPU-0)';; *)
            echo 'GPU-0, 00000000:08:00.0, 0, 1, 81559, 30, 70, 0, 580, H100'
            echo 'GPU-1, 00000000:18:00.0, 0, 1, 81559, 30, 70, 0, 580, H100';;
            esac
            """;

    /** Ada was sold GPU-0 and Bob GPU-1, by tasks that wrote so. */
    private LinuxHost soldHost(String... logins) throws Exception {
        DriverTree.build(folder, 2);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createDirectories(folder.resolve("etc"));
        Files.writeString(folder.resolve("etc/passwd"), String.join("", logins));
        record(ADA, "GPU-0");
        record(BOB, "GPU-1");
        return host(TWO_GPUS);
    }

    private static String login(String name, UUID allocation) {
        return name + ":x:65534:65534:gpuaas " + allocation + ":/home/" + name + ":/bin/bash\n";
    }

    private void removeGpu(String address) throws Exception {
        Path gpu = folder.resolve("proc/driver/nvidia/gpus").resolve(address);
        Files.delete(gpu.resolve("information"));
        Files.delete(gpu);
    }

    private Path record(UUID allocation, String gpu) throws Exception {
        Path unit = folder.resolve("etc/systemd/system").resolve(TenantUnits.slice(allocation) + ".d");
        return Files.writeString(
                Files.createDirectories(unit).resolve("50-gpuaas.conf"), "# gpus: " + gpu + "\n[Slice]\n");
    }

    private void verify(LinuxHost host, String... addresses) throws Exception {
        host.verifyGpus(new NodeTaskPayloads.VerifyGpus(List.of(addresses), "driver"), progress);
    }

    @Test
    void gpusThatWereSoldToALoginThatIsNotThereAreNotVerified() throws Exception {
        LinuxHost host = soldHost(login("bob", BOB));
        assertThatThrownBy(() -> verify(host, "0000:08:00.0")).hasMessageContaining("user_absent");
    }

    @Test
    void aLoginWhoseGpuTheDriverNoLongerShowsFailsItsVerificationAndNobodyElses() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        LinuxHost host = soldHost(login("ada", ADA), login("bob", BOB));
        removeGpu("0000:18:00.0");
        verify(host, "0000:08:00.0");
        assertThatThrownBy(() -> verify(host, "0000:18:00.0"))
                .hasMessageContaining("gpu_not_visible")
                .hasMessageContaining("all GPUs of the login");
        Files.delete(record(ADA, "GPU-0"));
        assertThatThrownBy(() -> verify(host, "0000:08:00.0"))
                .as("nobody knows what Ada has")
                .hasMessageContaining("gpus_unknown");
    }

    @Test
    void aLoginWithSomeOfTheGpusIsNotOneWithAll() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        LinuxHost host = soldHost(login("ada", ADA));
        Files.delete(record(BOB, "GPU-1"));
        removeGpu("0000:18:00.0");
        verify(host, "0000:08:00.0");
        assertThatThrownBy(() -> verify(host, "0000:08:00.0", "0000:18:00.0"))
                .hasMessageContaining("gpu_not_visible")
                .hasMessageContaining("no login has [GPU-1]");
    }

    @Test
    void unsupportedTasksAreRefusedAsNotSupported() throws Exception {
        LinuxHost host = host("exit 0");
        UUID id = UUID.randomUUID();
        assertThatThrownBy(() -> host.stopContainer(new OciTasks.StopContainer(id, null, null), progress))
                .hasMessageContaining("not_supported");
        assertThatThrownBy(() ->
                        host.verifyGpus(new NodeTaskPayloads.VerifyGpus(List.of("0000:18:00.0"), "compute"), progress))
                .hasMessageContaining("not_supported");
    }

    @Test
    void aHostThatCannotHaveSlicesSaysWhatItLacksAndThatNoneIsLeft() throws Exception {
        LinuxHost host = host("exit 0");
        UUID id = UUID.randomUUID();
        SliceTasks.ProvisionSlice slice = new SliceTasks.ProvisionSlice(
                id,
                id,
                null,
                "s",
                List.of("0000:18:00.0"),
                List.of(),
                List.of(),
                1,
                null,
                null,
                1L << 30,
                new SliceTasks.Image("debian-13", null, null),
                null,
                null,
                "ada",
                List.of(),
                null,
                null,
                List.of());
        assertThatThrownBy(() -> host.provisionSlice(slice, progress))
                .hasMessageContaining("host_unfit")
                .hasMessageContaining("IOMMU");
        Files.createDirectories(folder.resolve("sys/kernel/iommu_groups/0"));
        assertThatThrownBy(() -> host.provisionSlice(slice, progress)).hasMessageContaining("vfio-pci");
        Files.createDirectories(folder.resolve("sys/bus/pci/drivers/vfio-pci"));
        assertThatThrownBy(() -> host.provisionSlice(slice, progress)).hasMessageContaining("libvirt");
        Files.createDirectories(folder.resolve("run/libvirt"));
        Files.createFile(folder.resolve("run/libvirt/libvirt-sock"));
        assertThatThrownBy(() -> host.provisionSlice(slice, progress)).hasMessageContaining("not_supported");

        assertThat(host.releaseSlice(new SliceTasks.ReleaseSlice(id, id), progress)
                        .gpusReturned())
                .isEmpty();
        Files.createDirectories(folder.resolve("run/libvirt/qemu"));
        Files.createFile(folder.resolve("run/libvirt/qemu/gpuaas-" + id + ".pid"));
        assertThatThrownBy(() -> host.releaseSlice(new SliceTasks.ReleaseSlice(id, id), progress))
                .hasMessageContaining("not_supported");
    }

    @Test
    void itTellsThatItMakesNoSlices() throws Exception {
        SysfsTree.buildHgx(folder, 0x2330, 1);
        assertThat(host("exit 0").topology().json().path("shapes").toString()).isEqualTo("[\"bare_metal\",\"mig\"]");
    }

    @Test
    void logsAreTheLastBytesOfEachSource() throws Exception {
        Files.writeString(folder.resolve("agent.log"), "old\n".repeat(10_000) + "the end\n");
        NodeTaskPayloads.LogsCollected collected = host("exit 0")
                .collectLogs(new NodeTaskPayloads.CollectLogs(List.of("agent", "kernel"), null, 4096), progress);
        assertThat(collected.logs())
                .extracting(NodeTaskPayloads.CollectedLog::source)
                .containsExactly("agent", "kernel");
        NodeTaskPayloads.CollectedLog agent = collected.logs().getFirst();
        assertThat(agent.truncated()).isTrue();
        assertThat(agent.text()).endsWith("the end\n").hasSizeLessThanOrEqualTo(4096);
    }

    private LinuxHost host(String smi) throws Exception {
        Path script = folder.resolve("nvidia-smi");
        Files.writeString(script, "#!/bin/sh\n" + smi + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        LinuxMig mig = new LinuxMig(new MigSmi(script.toString()), folder.resolve("mig.json"));
        LoginUnits units = new LoginUnits(folder, mig::findHeld, true, List.of("true"));
        return new LinuxHost(
                new TopologyReader(folder, new GpuUuids(folder.resolve("uuids.json"))),
                new ProcReader(folder),
                new NvidiaSmi(script.toString()),
                new LinuxLogs(folder.resolve("agent.log")),
                new SshDaemon(1),
                mig,
                new LinuxSlices(folder),
                new GuestShells(folder),
                new LinuxHost.Logins(
                        new LinuxUsers(passwd(), units),
                        units,
                        new LoginProbe(new GpuDevices(folder), script.toString(), false)));
    }

    private Path passwd() throws Exception {
        Path passwd = Files.createDirectories(folder.resolve("etc")).resolve("passwd");
        DriverTree.createOnce(passwd);
        return passwd;
    }
}
