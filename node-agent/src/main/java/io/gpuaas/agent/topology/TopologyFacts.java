package io.gpuaas.agent.topology;

import io.gpuaas.agent.wire.Json;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Describes the host's hardware and the shapes of capacity it can offer. Whatever changes during operation (bound
 * drivers, loads) is left out, so that the digest changes only with the hardware or the agent.
 */
public record TopologyFacts(
        int schema,
        int cpus,
        @Nullable Long memoryBytes,
        List<NumaNode> numaNodes,
        List<Gpu> gpus,
        List<Device> nvswitches,
        List<Disk> nvmes,
        List<Nic> nics,
        List<Pairing> pairings,
        List<Refusal> refusals,
        @Nullable List<String> shapes,
        @Nullable Boolean simulated) {

    static final int SCHEMA = 1;

    public record NumaNode(int node, String cpus, @Nullable Long memoryBytes) {}

    /** The other functions of its IOMMU group go with it or not at all. */
    public record Gpu(
            String uuid,
            String pciAddress,
            String deviceId,
            String model,
            @Nullable Long memoryBytes,
            int numaNode,
            @Nullable Integer iommuGroup,
            @Nullable String localCpus,
            List<String> groupMembers) {}

    public record Device(
            String pciAddress,
            String deviceId,
            int numaNode,
            @Nullable Integer iommuGroup) {}

    public record Disk(
            String pciAddress,
            int numaNode,
            @Nullable Integer iommuGroup,
            List<String> controllers,
            List<String> namespaces,
            boolean inUse) {}

    public record Nic(
            String pciAddress,
            String deviceId,
            int numaNode,
            @Nullable Integer iommuGroup,
            List<String> rdmaDevices,
            List<String> interfaces,
            @Nullable String linkLayer) {}

    /** The disk and the fabric port nearest to a GPU: the same NUMA node, then the longest common path. */
    public record Pairing(
            String gpu, @Nullable String nvme, @Nullable String nic) {}

    /** A device that is there and not offered, and why. */
    public record Refusal(String pciAddress, String kind, String reason) {}

    /** By the names the control plane sells them under; who tells none is taken to make them all. */
    public TopologyFacts making(List<String> made) {
        return new TopologyFacts(
                schema,
                cpus,
                memoryBytes,
                numaNodes,
                gpus,
                nvswitches,
                nvmes,
                nics,
                pairings,
                refusals,
                made,
                simulated);
    }

    /** The same hardware, reported as invented. A real host does not say anything about it. */
    public TopologyFacts asSimulated() {
        return new TopologyFacts(
                schema, cpus, memoryBytes, numaNodes, gpus, nvswitches, nvmes, nics, pairings, refusals, shapes, true);
    }

    public JsonNode json() {
        return Json.CANONICAL.valueToTree(this);
    }

    /** Over the canonical bytes. */
    public String digest() {
        try {
            byte[] bytes = Json.CANONICAL.writeValueAsBytes(this);
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
