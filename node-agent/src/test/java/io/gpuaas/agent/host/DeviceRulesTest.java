package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.exec.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Device rules of the machine's own systemd, on devices that any user may open in the place of GPUs; needs root, systemd
 * as the init, and a machine without GPUs.
 */
class DeviceRulesTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** Miscellaneous devices that anybody can open, for the two capabilities; kernels number them differently. */
    private static final List<String> CAPABILITY_STAND_INS = List.of("vga_arbiter", "userfaultfd", "cpu_dma_latency");

    /** Minor numbers of miscellaneous devices; those of the GPUs are loop control and btrfs control. */
    private final Map<String, Integer> standIns = new HashMap<>(Map.of("/dev/nvidia0", 237, "/dev/nvidia1", 234));

    @TempDir
    Path folder;

    private final LoginUnits.Holder holder = new LoginUnits.Holder("nobody", UUID.randomUUID(), 65_534, 65_534);
    private boolean isMade;
    private LoginUnits units;

    @SuppressWarnings("NullAway.Init")
    DeviceRulesTest() {}

    @BeforeEach
    void makeDevices() throws Exception {
        Assumptions.assumeTrue(TenantUnits.arePossible(), "needs root and systemd as the init");
        Assumptions.assumeTrue(Files.notExists(Path.of("/dev/nvidia0")), "needs a machine without GPUs");
        DriverTree.build(folder.resolve("fixture"), 2);
        Path root = Files.createDirectories(folder.resolve("root"));
        for (String own : List.of("etc", "run", "dev")) {
            Files.createSymbolicLink(root.resolve(own), Path.of("/", own));
        }
        Files.createSymbolicLink(root.resolve("proc"), folder.resolve("fixture/proc"));
        isMade = true;
        Files.createDirectories(Path.of("/dev/nvidia-caps"));
        Iterator<Integer> capabilities = capabilityMinors().iterator();
        standIns.put("/dev/nvidia-caps/nvidia-cap17", capabilities.next());
        standIns.put("/dev/nvidia-caps/nvidia-cap18", capabilities.next());
        for (Map.Entry<String, Integer> device : standIns.entrySet()) {
            run(
                    "mknod",
                    "-m",
                    "666",
                    device.getKey(),
                    "c",
                    "10",
                    device.getValue().toString());
        }
        Path smi = Files.writeString(folder.resolve("nvidia-smi"), "#!/bin/sh\necho '(UUID: MIG-7)'\n");
        Files.setPosixFilePermissions(smi, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        // GPU 1 has minor 0; its instance 7 has the capabilities 17 and 18.
        units = new LoginUnits(root, allocation -> Optional.of(new GpuDevices.Instance("0000:18:00.0", 7, "MIG-7")));
    }

    private static List<Integer> capabilityMinors() throws IOException {
        Map<String, Integer> minors = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("/proc/misc"))) {
            String[] words = line.strip().split("\\s+", -1);
            minors.put(words[1], Integer.valueOf(words[0]));
        }
        return CAPABILITY_STAND_INS.stream()
                .filter(minors::containsKey)
                .map(minors::get)
                .toList();
    }

    @AfterEach
    void removeDevices() throws Exception {
        if (isMade) {
            units.release(holder);
            for (String device : standIns.keySet()) {
                Files.deleteIfExists(Path.of(device));
            }
        }
    }

    private static Program.Finished run(String... command) throws Exception {
        Program.Finished finished = Program.of(LIMIT, command).run();
        assertThat(finished.isSuccess()).as(finished.complaint()).isTrue();
        return finished;
    }

    private void verify(List<String> nodes) throws Exception {
        new LoginProbe(
                        new GpuDevices(Path.of("/")),
                        folder.resolve("nvidia-smi").toString(),
                        true)
                .verify(holder, new LoginUnits.Sold(nodes, Set.of("MIG-7"), Set.of(), true));
    }

    @Test
    void aLoginOpensWhatItWasSoldInBothSlicesAndNothingElse() throws Exception {
        List<String> sold = List.of("/dev/nvidia0", "/dev/nvidia-caps/nvidia-cap17", "/dev/nvidia-caps/nvidia-cap18");
        assertThatThrownBy(() -> verify(sold))
                .as("without rules it opens the other GPU too")
                .hasMessageContaining("gpu_exposed")
                .hasMessageContaining("/dev/nvidia1");

        units.confine(holder, List.of("MIG-7"), 777);
        verify(sold);
        for (String slice : holder.slices()) {
            assertThat(run("systemctl", "show", "--value", "-p", "TasksMax", slice)
                            .out()
                            .strip())
                    .isEqualTo("777");
        }

        Files.delete(Path.of("/run/systemd/system", TenantUnits.userSlice(holder.uid()) + ".d", "60-gpuaas-gpus.conf"));
        run("systemctl", "daemon-reload");
        assertThatThrownBy(() -> verify(sold))
                .as("as after a boot, before the agent has found out the numbers")
                .hasMessageContaining("gpu_not_visible");
    }
}
