package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the files written for systemd; {@link DeviceRulesTest} checks what systemd makes of them. */
class LoginUnitsTest {

    private static final UUID ADA = UUID.fromString("019a8f00-1111-7222-8333-444455556666");
    private static final LoginUnits.Holder HOLDER = new LoginUnits.Holder("ada", ADA, 100_007, 100_007);
    private static final String TERMINALS = "gpuaas-tenants-019a8f00111172228333444455556666.slice.d";
    private static final String SESSIONS = "user-100007.slice.d";

    @TempDir
    Path root;

    private final Map<UUID, GpuDevices.Instance> instances = new HashMap<>();
    private LoginUnits units;

    @SuppressWarnings("NullAway.Init")
    LoginUnitsTest() {}

    @BeforeEach
    void makeHost() throws Exception {
        DriverTree.build(root, 2);
        Files.writeString(Files.createDirectories(root.resolve("etc/pam.d")).resolve("sshd"), """
                account required pam_nologin.so
                @include common-session
                """);
        Files.writeString(root.resolve("etc/pam.d/common-session"), "session\toptional\tpam_systemd.so\n");
        Path systemctl = Files.writeString(root.resolve("systemctl"), "#!/bin/sh\necho \"$*\" >> \"$0.calls\"\n");
        Files.setPosixFilePermissions(systemctl, PosixFilePermissions.fromString("rwx------"));
        units = units(true);
    }

    private LoginUnits units(boolean hasSystemd) {
        return new LoginUnits(
                root,
                allocation -> Optional.ofNullable(instances.get(allocation)),
                hasSystemd,
                List.of(root.resolve("systemctl").toString()));
    }

    private String forGood(String unit) throws Exception {
        return Files.readString(root.resolve("etc/systemd/system").resolve(unit).resolve("50-gpuaas.conf"));
    }

    private String untilBoot(String unit) throws Exception {
        return Files.readString(root.resolve("run/systemd/system").resolve(unit).resolve("60-gpuaas-gpus.conf"));
    }

    private void capabilities(int... minors) throws Exception {
        for (int minor : minors) {
            DriverTree.createOnce(root.resolve("dev/nvidia-caps/nvidia-cap" + minor));
        }
    }

    @Test
    void aLoginWithOneOfTwoGpusOpensThatOneInTerminalsAndSessions() throws Exception {
        units.confine(HOLDER, List.of("GPU-0"), 4096);
        for (String slice : List.of(TERMINALS, SESSIONS)) {
            assertThat(forGood(slice)).isEqualTo("""
                    # Written by the agent for allocation 019a8f00-1111-7222-8333-444455556666, removed with its login.
                    # gpus: GPU-0
                    [Slice]
                    TasksMax=4096
                    DevicePolicy=closed
                    DeviceAllow=/dev/fuse rw
                    """);
            assertThat(untilBoot(slice)).isEqualTo("""
                    [Slice]
                    DeviceAllow=/dev/nvidiactl rw
                    DeviceAllow=/dev/nvidia-uvm rw
                    DeviceAllow=/dev/nvidia1 rw
                    """);
        }
        assertThat(root.resolve("systemctl.calls")).hasContent("daemon-reload\n");
    }

    @Test
    void aLoginWithAnInstanceOpensItsGpuAndTheTwoCapabilitiesOfThatInstance() throws Exception {
        instances.put(ADA, new GpuDevices.Instance("0000:18:00.0", 7, "MIG-7"));
        // GPU 1 has minor 0, so its instance 7 has the numbers 3 + 2 * 7 and the next one.
        capabilities(17, 18, 19, 20);
        units.confine(HOLDER, List.of("MIG-7"), null);
        assertThat(untilBoot(SESSIONS)).isEqualTo("""
                [Slice]
                DeviceAllow=/dev/nvidiactl rw
                DeviceAllow=/dev/nvidia-uvm rw
                DeviceAllow=/dev/nvidia0 rw
                DeviceAllow=/dev/nvidia-caps/nvidia-cap17 r
                DeviceAllow=/dev/nvidia-caps/nvidia-cap18 r
                """);
        assertThat(forGood(SESSIONS)).contains("TasksMax=33%\n", "DevicePolicy=closed\n");
    }

    @Test
    void noGpuIsReachedByTheWayOfTimedJobsMailOrASessionThatWasNotMade() throws Exception {
        units.confine(HOLDER, List.of("GPU-0"), null);
        for (String service : List.of("ssh", "sshd", "ssh@", "sshd@", "cron", "crond", "atd", "postfix@", "exim4")) {
            assertThat(forGood(service + ".service.d")).contains("[Service]\nDevicePolicy=closed\n");
        }
    }

    @Test
    void aLoginWithAllGpusIsKeptFromNoDevice() throws Exception {
        units.confine(HOLDER, List.of("GPU-0", "GPU-1"), 500);
        assertThat(forGood(SESSIONS)).contains("TasksMax=500").doesNotContain("Device");
        assertThat(untilBoot(SESSIONS)).isEqualTo("[Slice]\n");
        assertThat(root.resolve("etc/systemd/system/ssh.service.d")).doesNotExist();
    }

    @Test
    void aLoginWithoutGpusOpensNone() throws Exception {
        units.confine(HOLDER, List.of(), null);
        assertThat(forGood(SESSIONS)).contains("DevicePolicy=closed");
        assertThat(untilBoot(SESSIONS)).isEqualTo("[Slice]\n");
    }

    @Test
    void aHostThatCannotKeepGpusApartSellsNoPart() throws Exception {
        assertThatThrownBy(() -> units(false).confine(HOLDER, List.of("GPU-0"), null))
                .hasMessageContaining("devices_not_confined")
                .hasMessageContaining("systemd");
        units(false).confine(HOLDER, List.of("GPU-0", "GPU-1"), null);
        Files.writeString(root.resolve("etc/pam.d/common-session"), "# session optional pam_systemd.so\n");
        assertThatThrownBy(() -> units.confine(HOLDER, List.of("GPU-0"), null))
                .hasMessageContaining("devices_not_confined")
                .hasMessageContaining("pam_systemd");
        assertThat(root.resolve("etc/systemd/system")).doesNotExist();
    }

    @Test
    void aGpuOrADeviceThatIsNotThereIsNotSold() throws Exception {
        assertThatThrownBy(() -> units.confine(HOLDER, List.of("GPU-9"), null)).hasMessageContaining("gpu_not_visible");
        instances.put(ADA, new GpuDevices.Instance("0000:18:00.0", 7, "MIG-7"));
        assertThatThrownBy(() -> units.confine(HOLDER, List.of("MIG-7"), null))
                .hasMessageContaining("devices_not_confined")
                .hasMessageContaining("nvidia-cap17");
    }

    /** The numbers of instances and devices may be others; until they are known all stay closed. */
    @Test
    void afterABootTheNumbersAreFoundOutAgain() throws Exception {
        instances.put(ADA, new GpuDevices.Instance("0000:18:00.0", 7, "MIG-7"));
        capabilities(17, 18, 19, 20);
        units.confine(HOLDER, List.of("MIG-7"), 99);
        Files.delete(root.resolve("run/systemd/system").resolve(SESSIONS).resolve("60-gpuaas-gpus.conf"));
        instances.put(ADA, new GpuDevices.Instance("0000:18:00.0", 8, "MIG-8"));
        assertThat(units.reapply(List.of(HOLDER))).isEmpty();
        assertThat(untilBoot(SESSIONS))
                .contains("nvidia-cap19 r", "nvidia-cap20 r")
                .doesNotContain("cap17");
        assertThat(forGood(SESSIONS)).contains("TasksMax=99", "DevicePolicy=closed");
    }

    /** Without a failure, the verification would see a login without GPUs and pass. */
    @Test
    void aLoginWhoseGpusAreGoneOrUnknownIsAFailure() throws Exception {
        assertThatThrownBy(() -> units.requireSold(HOLDER)).hasMessageContaining("gpus_unknown");
        units.confine(HOLDER, List.of("GPU-0"), null);
        assertThat(units.requireSold(HOLDER).pciAddresses()).containsExactly("0000:08:00.0");
        assertThat(units.listSold()).isEqualTo(Map.of(ADA, List.of("GPU-0")));
        Files.delete(root.resolve("proc/driver/nvidia/gpus/0000:08:00.0/information"));
        Files.delete(root.resolve("proc/driver/nvidia/gpus/0000:08:00.0"));
        assertThatThrownBy(() -> units.requireSold(HOLDER)).hasMessageContaining("gpu_not_visible");
        units.release(HOLDER);
        assertThat(units.listSold()).isEmpty();
    }

    @Test
    void withoutSystemdALoginHasAllGpus() throws Exception {
        units(false).confine(HOLDER, List.of("GPU-0", "GPU-1"), null);
        assertThat(units(false).requireSold(HOLDER).uuids()).containsExactlyInAnyOrder("GPU-0", "GPU-1");
    }

    @Test
    void nothingIsLeftOfALoginThatIsGone() throws Exception {
        units.confine(HOLDER, List.of("GPU-0"), 4096);
        units.release(HOLDER);
        for (String where : List.of("etc/systemd/system", "run/systemd/system")) {
            assertThat(root.resolve(where).resolve(SESSIONS)).doesNotExist();
            assertThat(root.resolve(where).resolve(TERMINALS)).doesNotExist();
        }
        units.release(HOLDER);
    }
}
