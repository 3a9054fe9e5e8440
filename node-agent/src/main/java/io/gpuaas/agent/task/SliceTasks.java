package io.gpuaas.agent.task;

import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Virtual machines with whole GPUs. */
public final class SliceTasks {

    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
    private static final Pattern IMAGE_NAME = Pattern.compile("[a-z0-9][a-z0-9._-]*");
    private static final Pattern CPU_SET = Pattern.compile("[0-9,-]+");
    private static final Pattern IMAGE_URL = Pattern.compile("(https|file)://.+");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern MAC = Pattern.compile("([0-9a-f]{2}:){5}[0-9a-f]{2}");
    private static final long FENCE_MAX = 9_007_199_254_740_991L;

    private SliceTasks() {}

    public sealed interface Payload extends TaskPayload {}

    public record ProvisionSlice(
            UUID sliceId,
            UUID allocationId,
            @Nullable Long leaseFence,
            String name,
            List<String> gpus,
            List<String> nvmes,
            List<String> nics,
            int cpus,
            @Nullable String cpuSet,
            @Nullable Integer numaNode,
            long memoryBytes,
            Image image,
            @Nullable Long diskBytes,
            @Nullable Network network,
            String username,
            List<String> sshKeys,
            @Nullable Boolean driverGate,
            @Nullable Boolean sudo,
            List<Leased.Device> leases)
            implements Payload, Leased {

        public ProvisionSlice {
            Fields.required("slice_id", sliceId);
            Fields.required("allocation_id", allocationId);
            Fields.range("lease_fence", leaseFence, 1, FENCE_MAX);
            Fields.text("name", name, 63, NAME);
            gpus = Fields.pciAddresses("gpus", Fields.required("gpus", gpus));
            Fields.check(!gpus.isEmpty(), "gpus is empty");
            nvmes = Fields.pciAddresses("nvmes", nvmes);
            nics = Fields.pciAddresses("nics", nics);
            Fields.range("cpus", cpus, 1, 1024);
            if (cpuSet != null) {
                Fields.text("cpu_set", cpuSet, 500, CPU_SET);
            }
            Fields.range("numa_node", numaNode, 0, 63);
            Fields.range("memory_bytes", memoryBytes, 268_435_456L, 17_592_186_044_416L);
            Fields.required("image", image);
            Fields.range("disk_bytes", diskBytes, 1_073_741_824L, 70_368_744_177_664L);
            Fields.login(username);
            sshKeys = Fields.sshKeys(sshKeys);
            leases = Fields.leases(leases);
        }
    }

    /** By its name on the host, or where to get it. */
    public record Image(
            @Nullable String name,
            @Nullable String url,
            @Nullable String sha256) {

        public Image {
            Fields.check(name != null || (url != null && sha256 != null), "image has neither a name nor an address");
            if (name != null) {
                Fields.text("image.name", name, 100, IMAGE_NAME);
            }
            if (url != null) {
                Fields.text("image.url", url, 1000, IMAGE_URL);
                Fields.text("image.sha256", sha256, 64, SHA256);
            }
        }

        public String label() {
            return name != null ? name : String.valueOf(url);
        }
    }

    public record Network(
            @Nullable String bridge,
            @Nullable Integer vlan,
            @Nullable String mac,
            @Nullable String address,
            @Nullable String gateway,
            List<String> dns) {

        public Network {
            Fields.range("network.vlan", vlan, 1, 4094);
            if (mac != null) {
                Fields.text("network.mac", mac, 17, MAC);
            }
            dns = Fields.texts("network.dns", dns, 4, 50, Fields.PRINTABLE);
        }
    }

    public record ReleaseSlice(
            UUID sliceId,
            UUID allocationId,
            @Nullable Long leaseFence,
            @Nullable Integer graceSeconds,
            List<Leased.Device> leases)
            implements Payload, Leased {

        public ReleaseSlice(UUID sliceId, UUID allocationId) {
            this(sliceId, allocationId, null, null, List.of());
        }

        public ReleaseSlice {
            Fields.required("slice_id", sliceId);
            Fields.required("allocation_id", allocationId);
            Fields.range("lease_fence", leaseFence, 1, FENCE_MAX);
            Fields.range("grace_seconds", graceSeconds, 0, 3600);
            leases = Fields.leases(leases);
        }
    }

    public record SliceProvisioned(
            UUID sliceId,
            @Nullable String address,
            @Nullable Integer sshPort,
            @Nullable List<String> hostKeys,
            List<UserTasks.SeenGpu> gpus,
            @Nullable Integer bootSeconds) {}

    public record SliceReleased(
            UUID sliceId,
            List<String> gpusReturned,
            @Nullable List<String> nvmesSanitized) {}
}
