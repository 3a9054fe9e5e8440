package io.gpuaas.agent.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologyReaderTest {

    @TempDir
    Path root;

    @TempDir
    Path memory;

    @SuppressWarnings("NullAway.Init")
    TopologyReaderTest() {}

    @Test
    void anHgxHostOfEightH100IsReadWhole() throws Exception {
        SysfsTree.buildHgx(root, 0x2330, 1);
        TopologyFacts facts = reader(root).read();

        assertThat(facts.gpus()).hasSize(8).allSatisfy(gpu -> {
            assertThat(gpu.model()).isEqualTo("NVIDIA H100 80GB HBM3");
            assertThat(gpu.memoryBytes()).isEqualTo(81_559L << 20);
            assertThat(gpu.iommuGroup()).isNotNull();
            assertThat(gpu.groupMembers()).isEmpty();
        });
        assertThat(facts.gpus()).extracting(TopologyFacts.Gpu::numaNode).containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
        assertThat(facts.nvswitches()).hasSize(4);
        assertThat(facts.nvmes())
                .hasSize(8)
                .allSatisfy(disk -> assertThat(disk.namespaces()).hasSize(1));
        assertThat(facts.nics()).hasSize(8).allSatisfy(nic -> {
            assertThat(nic.linkLayer()).isEqualTo("InfiniBand");
            assertThat(nic.rdmaDevices()).hasSize(1);
        });
        assertThat(facts.numaNodes()).hasSize(2);
        assertThat(facts.cpus()).isEqualTo(224);
        assertThat(facts.memoryBytes()).isEqualTo(2_113_505_536L * 1024);
        assertThat(facts.refusals()).isEmpty();
    }

    @Test
    void eachGpuIsPairedWithTheDiskAndPortBehindItsOwnSwitch() throws Exception {
        SysfsTree.buildHgx(root, 0x2335, 1);
        TopologyFacts facts = reader(root).read();
        assertThat(facts.gpus()).allSatisfy(gpu -> assertThat(gpu.model()).isEqualTo("NVIDIA H200"));
        assertThat(facts.pairings()).hasSize(8).allSatisfy(pairing -> {
            String bus = pairing.gpu().substring(5, 6);
            assertThat(pairing.nvme()).startsWith("0000:" + bus);
            assertThat(pairing.nic()).startsWith("0000:" + bus);
        });
    }

    @Test
    void theSameHardwareHasTheSameDigestAndOtherHardwareAnother(@TempDir Path second) throws Exception {
        SysfsTree.buildHgx(root, 0x2330, 1);
        SysfsTree.buildHgx(second, 0x2330, 1);
        String digest = reader(root).read().digest();
        assertThat(digest).matches("sha256:[0-9a-f]{64}");
        assertThat(reader(second).read().digest()).isEqualTo(digest);

        // A driver that is bound or not is no other hardware.
        new SysfsTree(second).link("sys/devices/pci0000:10/0000:10:01.0/0000:11:00.0/0000:12:00.0/driver", "sys/bus");
        assertThat(reader(second).read().digest()).isEqualTo(digest);

        Files.delete(second.resolve("sys/bus/pci/devices/0000:12:00.0"));
        assertThat(reader(second).read().digest()).isNotEqualTo(digest);
    }

    @Test
    void aGpuOfAVirtualMachineIsNotOneTheHostsDriverShouldShow() throws Exception {
        SysfsTree.buildHgx(root, 0x2330, 1);
        assertThat(reader(root).isGivenToGuest("0000:12:00.0")).isFalse();
        new SysfsTree(root)
                .link(
                        "sys/devices/pci0000:10/0000:10:01.0/0000:11:00.0/0000:12:00.0/driver",
                        "sys/bus/pci/drivers/vfio-pci");
        assertThat(reader(root).isGivenToGuest("0000:12:00.0")).isTrue();
        assertThat(reader(root).isGivenToGuest("0000:22:00.0")).isFalse();
    }

    @Test
    void anOddHostIsReadWithoutGuessing() throws Exception {
        SysfsTree tree = new SysfsTree(root);
        tree.numaNode(0, "0-15", 65_536_000L);
        tree.cpus(16);
        tree.memoryKilobytes(65_536_000L);
        // A GPU whose node the firmware does not know, one that shares its group with an audio function, no fabric.
        tree.device("pci0000:00/0000:00:01.0/0000:01:00.0", 0x10de, 0x26b9, 0x030000, -1, 3, "0-15");
        tree.device("pci0000:00/0000:00:02.0/0000:02:00.0", 0x10de, 0x27b8, 0x030200, 0, 7, "0-15");
        tree.device("pci0000:00/0000:00:02.0/0000:02:00.1", 0x10de, 0x22ba, 0x040300, 0, 7, "0-15");
        tree.device("pci0000:00/0000:00:02.0", 0x8086, 0x1234, 0x060400, 0, 7, "0-15");
        tree.driver("0000:02:00.0", 1);
        // An unknown model without an IOMMU.
        tree.device("pci0000:00/0000:00:03.0/0000:03:00.0", 0x10de, 0xffff, 0x030200, 0, -1, "0-15");
        tree.driver("0000:03:00.0", 1);
        // One that no driver ever showed: nobody could say which GPU it is.
        tree.device("pci0000:00/0000:00:05.0/0000:05:00.0", 0x10de, 0x27b8, 0x030200, 0, 12, "0-15");
        // The disk the host runs from.
        String disk = "pci0000:00/0000:00:04.0/0000:04:00.0";
        tree.device(disk, 0x144d, 0xa80a, 0x010802, 0, 9, "0-15");
        tree.write("sys/devices/" + disk + "/nvme/nvme0/nvme0n1/size", "1");
        tree.write("proc/mounts", "/dev/nvme0n1p2 / ext4 rw 0 0\nproc /proc proc rw 0 0");

        TopologyFacts facts = reader(root).read();

        assertThat(facts.refusals())
                .containsExactly(
                        new TopologyFacts.Refusal("0000:01:00.0", "gpu", "numa_unknown"),
                        new TopologyFacts.Refusal("0000:05:00.0", "gpu", "uuid_unknown"));
        assertThat(facts.gpus())
                .extracting(TopologyFacts.Gpu::pciAddress)
                .containsExactly("0000:02:00.0", "0000:03:00.0");
        assertThat(facts.gpus().getFirst().groupMembers()).containsExactly("0000:02:00.1");
        assertThat(facts.gpus().getLast().model()).isEqualTo("unknown");
        assertThat(facts.gpus().getLast().iommuGroup()).isNull();
        assertThat(facts.nvmes().getFirst().inUse()).isTrue();
        assertThat(facts.pairings())
                .as("a disk in use is offered to nobody, and there is no fabric")
                .containsExactly(
                        new TopologyFacts.Pairing("0000:02:00.0", null, null),
                        new TopologyFacts.Pairing("0000:03:00.0", null, null));
    }

    @Test
    void aGpuGivenToASliceKeepsTheNameTheDriverOnceTold() throws Exception {
        SysfsTree.buildHgx(root, 0x2330, 1);
        String digest = reader(root).read().digest();
        Files.delete(root.resolve("proc/driver/nvidia/gpus/0000:12:00.0/information"));
        assertThat(reader(root).read().digest()).isEqualTo(digest);
    }

    @Test
    void thisVeryMachineCanBeRead() throws Exception {
        TopologyFacts facts = reader(Path.of("/")).read();
        assertThat(facts.cpus()).isGreaterThanOrEqualTo(1);
        assertThat(facts.memoryBytes()).isGreaterThan(0);
    }

    @Test
    void anEmptyRootHasNothing() throws Exception {
        assertThat(reader(root).read().gpus()).isEmpty();
    }

    private TopologyReader reader(Path tree) throws Exception {
        return new TopologyReader(tree, new GpuUuids(memory.resolve("gpu-uuids.json")));
    }
}
