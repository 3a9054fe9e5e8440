package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gpuaas.agent.task.MigTasks;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.OciTasks;
import io.gpuaas.agent.task.SliceTasks;
import io.gpuaas.agent.task.TaskType;
import io.gpuaas.agent.task.UserTasks;
import io.gpuaas.agent.telemetry.GuestTokens;
import io.gpuaas.agent.telemetry.HostSample;
import io.gpuaas.agent.wire.ControlPlane.RunningThing;
import io.gpuaas.agent.wire.Heartbeat;
import io.gpuaas.agent.wire.TaskKey;
import io.gpuaas.kernel.TaskId;
import io.gpuaas.testkit.MovableClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedHostTest {

    private static final UUID ALLOCATION = new UUID(0, 0xaa);

    @TempDir
    Path folder;

    private final MovableClock clock = MovableClock.stoppedAt(Instant.parse("2026-03-01T12:00:00Z"));
    private final SilentProgress progress = new SilentProgress();
    private GuestTokens tokens;
    private SimulatedHost host;

    @SuppressWarnings("NullAway.Init")
    SimulatedHostTest() {}

    @BeforeEach
    void build() throws Exception {
        tokens = new GuestTokens(folder.resolve("guests.json"));
        host = host(List.of());
    }

    private SimulatedHost host(List<String> faults) throws Exception {
        return new SimulatedHost(new Simulation(folder.resolve("host"), "H200", 7, 10_000, faults), tokens, clock);
    }

    @Test
    void aSliceTakesItsGpusAndGivesThemBack() throws Exception {
        SliceTasks.ProvisionSlice slice =
                slice(1, host.topology().gpus().getFirst().pciAddress());
        SliceTasks.SliceProvisioned made = host.provisionSlice(slice, progress);
        assertThat(host.topology().shapes()).contains("gpu_slice");
        assertThat(made.gpus()).hasSize(1);
        assertThat(made.gpus().getFirst().model()).isEqualTo("NVIDIA H200");
        assertThat(host.listRunning())
                .containsExactly(new RunningThing("slice", slice.sliceId().toString()));

        SliceTasks.ProvisionSlice rival =
                slice(2, host.topology().gpus().getFirst().pciAddress());
        assertThatThrownBy(() -> host.provisionSlice(rival, progress)).hasMessageContaining("gpu_in_use");

        SliceTasks.ReleaseSlice release = new SliceTasks.ReleaseSlice(slice.sliceId(), ALLOCATION);
        assertThat(host.releaseSlice(release, progress).gpusReturned()).isEqualTo(slice.gpus());
        assertThat(host.releaseSlice(release, progress).gpusReturned()).isEmpty();
        assertThat(host.listRunning()).isEmpty();
        host.provisionSlice(rival, progress);
    }

    @Test
    void leftoversOfAKilledAttemptAreRemovedToo() throws Exception {
        SliceTasks.ProvisionSlice slice =
                slice(1, host.topology().gpus().getFirst().pciAddress());
        Path begun = Files.createDirectories(folder.resolve("host/slice/" + slice.sliceId()));
        Files.writeString(begun.resolve("telemetry-token"), "token");
        Files.createDirectories(folder.resolve("host/user/ada/home"));
        host.releaseSlice(new SliceTasks.ReleaseSlice(slice.sliceId(), ALLOCATION), progress);
        host.revokeUser(new UserTasks.RevokeUser(ALLOCATION, "ada", null), progress);
        assertThat(host.listRunning()).isEmpty();
    }

    @Test
    void aSliceHasALoginOfItsOwnWhoseKeysCanChange() throws Exception {
        SliceTasks.ProvisionSlice slice =
                slice(1, host.topology().gpus().getFirst().pciAddress());
        host.provisionSlice(slice, progress);
        Path keys = folder.resolve("host/user/ada/authorized_keys");
        assertThat(keys).content().contains("ssh-ed25519 AAAA");
        host.reconcileSshKeys(
                new UserTasks.ReconcileSshKeys(
                        ALLOCATION, "ada", List.of("ssh-ed25519 BBBB"), slice.sliceId(), List.of()),
                progress);
        assertThat(keys).content().contains("BBBB").doesNotContain("AAAA");
        host.releaseSlice(new SliceTasks.ReleaseSlice(slice.sliceId(), ALLOCATION), progress);
        assertThat(folder.resolve("host/user/ada")).doesNotExist();
    }

    @Test
    void aMigInstanceTakesItsMemorySlicesAndIsGivenBack() throws Exception {
        String gpu = host.topology().gpus().getFirst().pciAddress();
        MigTasks.SeenInstance made = host.provisionMig(mig(1, gpu, 9, 4), progress);
        assertThat(made.uuid()).startsWith("MIG-");
        assertThat(host.provisionMig(mig(1, gpu, 9, 4), progress)).isEqualTo(made);
        assertThatThrownBy(() -> host.provisionMig(mig(2, gpu, 19, 6), progress))
                .hasMessageContaining("mig_conflict");
        host.provisionMig(mig(2, gpu, 19, 3), progress);
        MigTasks.ReleaseMig release = new MigTasks.ReleaseMig(new UUID(1, 1), gpu, 9, 4, List.of());
        assertThat(host.releaseMig(release, progress).removed()).isTrue();
        assertThat(host.releaseMig(release, progress).removed()).isFalse();
    }

    @Test
    void aRebootTakesMigInstancesAwayAndTheyAreMadeAgain() throws Exception {
        String gpu = host.topology().gpus().getFirst().pciAddress();
        MigTasks.SeenInstance made = host.provisionMig(mig(1, gpu, 9, 4), progress);
        NodeTaskPayloads.VerifyGpus wanted =
                new NodeTaskPayloads.VerifyGpus(List.of(gpu), "driver", List.of(made.instance()), List.of());
        assertThat(host.verifyGpus(wanted, progress).instances()).containsExactly(made);
        Files.delete(folder.resolve("host/boot-id"));
        assertThat(host.verifyGpus(wanted, progress).instances()).isEmpty();
        assertThat(host.listRunning()).isEmpty();
        assertThat(host.reapply()).isEmpty();
        assertThat(host.verifyGpus(wanted, progress).instances()).containsExactly(made);
        assertThat(host.listRunning()).containsExactly(new RunningThing("mig", new UUID(1, 1).toString()));
    }

    private static MigTasks.ProvisionMig mig(long allocation, String gpu, int profile, int start) {
        return new MigTasks.ProvisionMig(new UUID(1, allocation), gpu, profile, start, List.of());
    }

    @Test
    void aGuestsTokenEndsWithItsSlice() throws Exception {
        SliceTasks.ProvisionSlice slice =
                slice(1, host.topology().gpus().getFirst().pciAddress());
        host.provisionSlice(slice, progress);
        assertThat(folder.resolve("host/slice/" + slice.sliceId() + "/telemetry-token"))
                .exists();
        assertThat(folder.resolve("guests.json"))
                .content()
                .contains(slice.sliceId().toString());
        host.releaseSlice(new SliceTasks.ReleaseSlice(slice.sliceId(), ALLOCATION), progress);
        assertThat(folder.resolve("guests.json"))
                .content()
                .doesNotContain(slice.sliceId().toString());
    }

    @Test
    void doingTheSameAgainChangesNothing() throws Exception {
        UserTasks.ProvisionUser user = new UserTasks.ProvisionUser(
                ALLOCATION, "ada", null, List.of(), List.of("ssh-ed25519 AAAA"), List.of(), null, null);
        assertThat(host.provisionUser(user, progress)).isEqualTo(host.provisionUser(user, progress));
        assertThat(Files.readAllLines(folder.resolve("host/effects/user.provision-ada")))
                .hasSize(1);
        UserTasks.RevokeUser revoke = new UserTasks.RevokeUser(ALLOCATION, "ada", null);
        assertThat(host.revokeUser(revoke, progress).removed()).isTrue();
        assertThat(host.revokeUser(revoke, progress).removed()).isFalse();
        assertThat(folder.resolve("host/user/ada")).doesNotExist();
    }

    @Test
    void aContainerRunsUntilItIsStopped() throws Exception {
        UUID id = UUID.randomUUID();
        String json = "{\"container_id\":\"" + id + "\",\"image\":\"r/app@sha256:" + "b".repeat(64)
                + "\",\"ports\":[{\"container_port\":8888}]}";
        OciTasks.LaunchContainer launch =
                (OciTasks.LaunchContainer) TaskType.LAUNCH_CONTAINER.read(json.getBytes(StandardCharsets.UTF_8));
        OciTasks.ContainerLaunched made = host.launchContainer(launch, progress);
        assertThat(made.state()).isEqualTo("running");
        assertThat(made.imageDigest()).isEqualTo("sha256:" + "b".repeat(64));
        assertThat(host.containerStatus(new OciTasks.ContainerStatus(id, null), progress)
                        .state())
                .isEqualTo("running");
        assertThat(host.stopContainer(new OciTasks.StopContainer(id, null, null), progress)
                        .stopped())
                .isTrue();
        assertThat(host.containerStatus(new OciTasks.ContainerStatus(id, null), progress)
                        .state())
                .isEqualTo("absent");
    }

    @Test
    void aLostGpuAndAnErrorShowEverywhere() throws Exception {
        SimulatedHost broken = host(List.of("gpu-lost:0", "xid:1:79"));
        List<String> addresses =
                broken.topology().gpus().stream().map(gpu -> gpu.pciAddress()).toList();
        assertThat(broken.sample().faults()).containsExactly("gpu_missing:" + addresses.getFirst());
        assertThat(broken.verifyGpus(new NodeTaskPayloads.VerifyGpus(addresses.subList(0, 3), null), progress)
                        .gpus())
                .extracting(NodeTaskPayloads.GpuVerdict::healthy)
                .containsExactly(false, false, true);
        assertThatThrownBy(() -> broken.provisionSlice(slice(1, addresses.getFirst()), progress))
                .hasMessageContaining("gpu_absent");
    }

    @Test
    void aShareOfTasksFailsAndAlwaysTheSameOnes() {
        SimulatedFaults faults = new SimulatedFaults(List.of("fail:user.provision:30"), folder.resolve("none"), 7);
        List<TaskKey> keys = LongStream.range(0, 1000)
                .mapToObj(i -> new TaskKey(new TaskId(new UUID(i * 31, i)), 1))
                .toList();
        List<TaskKey> failing =
                keys.stream().filter(key -> faults.fails("user.provision", key)).toList();
        assertThat(failing).hasSizeBetween(230, 370);
        assertThat(keys.stream().filter(key -> faults.fails("user.provision", key)))
                .isEqualTo(failing);
        assertThat(keys).noneMatch(key -> faults.fails("user.revoke", key));
    }

    @Test
    void faultsThatAreNoneAreRefused() {
        assertThatThrownBy(() -> SimulatedFaults.parse("gpu-lost")).hasMessageContaining("looks like");
        assertThatThrownBy(() -> SimulatedFaults.parse("meteor:1")).hasMessageContaining("unknown fault");
    }

    @Test
    void gpusWarmUpUnderLoadAndStayWithinWhatIsPossible() throws Exception {
        host.provisionUser(
                new UserTasks.ProvisionUser(ALLOCATION, "ada", null, List.of(), List.of(), List.of(), null, null),
                progress);
        HostSample idle = host.sample();
        Files.createDirectories(folder.resolve("host/user/ada/confined"));
        Files.writeString(
                folder.resolve("host/user/ada/confined/load"),
                "95 " + clock.instant().plus(Duration.ofHours(1)).getEpochSecond());
        for (int i = 0; i < 100; i++) {
            clock.forward(Duration.ofSeconds(10));
            assertThat(host.sample().gpus()).hasSize(8).allSatisfy(gpu -> {
                assertThat(gpu.utilizationPercent()).isBetween(90, 100);
                assertThat(gpu.temperatureCelsius()).isBetween(25, 90);
                assertThat(gpu.powerWatts()).isBetween(60.0, 705.0);
                assertThat(gpu.memoryUsedBytes()).isLessThanOrEqualTo(gpu.memoryTotalBytes());
            });
        }
        assertThat(celsius(host.sample())).isGreaterThan(celsius(idle) + 100);
        clock.forward(Duration.ofHours(1));
        host.sample();
        clock.forward(Duration.ofMinutes(10));
        assertThat(host.sample().gpus())
                .extracting(Heartbeat.Gpu::utilizationPercent)
                .containsOnly(0);
        assertThat(celsius(host.sample())).isCloseTo(celsius(idle), within(16));
    }

    @Test
    void aGpuThatSomebodyHoldsAndNobodyLoadsIsIdle() throws Exception {
        host.provisionUser(
                new UserTasks.ProvisionUser(ALLOCATION, "ada", null, List.of(), List.of(), List.of(), null, null),
                progress);
        clock.forward(Duration.ofMinutes(10));
        assertThat(host.sample().gpus()).hasSize(8).allSatisfy(gpu -> {
            assertThat(gpu.utilizationPercent()).isZero();
            assertThat(gpu.memoryUsedBytes()).isBetween(0L, 300L << 20);
            assertThat(gpu.powerWatts()).isLessThan(80);
        });
    }

    @Test
    void aSimulatedHostSaysThatItIsOne() {
        assertThat(host.topology().json().path("simulated").asBoolean()).isTrue();
    }

    private static int celsius(HostSample sample) {
        return sample.gpus().stream()
                .map(Heartbeat.Gpu::temperatureCelsius)
                .mapToInt(value -> value == null ? 0 : value)
                .sum();
    }

    private static SliceTasks.ProvisionSlice slice(long id, String gpu) {
        return new SliceTasks.ProvisionSlice(
                new UUID(1, id),
                ALLOCATION,
                null,
                "slice-" + id,
                List.of(gpu),
                List.of(),
                List.of(),
                8,
                null,
                null,
                1L << 34,
                new SliceTasks.Image("debian-13", null, null),
                null,
                null,
                "ada",
                List.of("ssh-ed25519 AAAA"),
                null,
                null,
                List.of());
    }
}
