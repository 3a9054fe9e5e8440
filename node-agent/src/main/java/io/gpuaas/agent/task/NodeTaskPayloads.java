package io.gpuaas.agent.task;

import io.gpuaas.kernel.ReleaseKeys;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Payloads and results of tasks about the host and the agent themselves. */
public final class NodeTaskPayloads {

    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Pattern LEVEL = Pattern.compile("presence|driver|compute");
    private static final Set<String> LOG_SOURCES = Set.of("agent", "kernel", "libvirt", "containers", "nvidia");
    private static final int LOG_BYTES_MAX = 262_144;
    private static final int LOG_BYTES_DEFAULT = 65_536;
    private static final int MANIFEST_LENGTH_MAX = 16_384;
    private static final int SIGNATURES_MAX = 16;
    private static final int INSTANCES_MAX = 16;
    private static final int JOIN_TOKEN_LENGTH_MAX = 500;

    private NodeTaskPayloads() {}

    public sealed interface Payload extends TaskPayload {}

    public record DiscoverTopology() implements Payload {}

    public record TopologyDiscovered(String digest) {}

    public record VerifyGpus(
            List<String> gpus, @Nullable String level, List<MigTasks.Instance> instances, List<Leased.Device> leases)
            implements Payload, Leased {

        public VerifyGpus(List<String> gpus, @Nullable String level) {
            this(gpus, level, List.of(), List.of());
        }

        public VerifyGpus {
            leases = Fields.leases(leases);
            instances = instances == null ? List.of() : List.copyOf(instances);
            Fields.check(instances.size() <= INSTANCES_MAX, "instances has more than " + INSTANCES_MAX + " items");
            gpus = Fields.pciAddresses("gpus", Fields.required("gpus", gpus));
            Fields.check(!gpus.isEmpty(), "gpus is empty");
            if (level != null) {
                Fields.text("level", level, 10, LEVEL);
            }
        }

        @Override
        public @Nullable UUID allocationId() {
            return null;
        }
    }

    /** Instances: those of the wanted ones the driver shows. */
    public record GpusVerified(
            List<GpuVerdict> gpus, @Nullable List<MigTasks.SeenInstance> instances) {}

    public record GpuVerdict(
            String pciAddress,
            @Nullable String uuid,
            boolean healthy,
            @Nullable String detail) {}

    /** The token is what the host joins with once it is erased: its old certificate is not believed any more. */
    public record ReimageHost(UUID allocationId, @Nullable String joinToken, List<Leased.Device> leases)
            implements Payload, Leased {

        public ReimageHost {
            Fields.required("allocation_id", allocationId);
            if (joinToken != null) {
                Fields.text("join_token", joinToken, JOIN_TOKEN_LENGTH_MAX, Fields.PRINTABLE);
            }
            leases = Fields.leases(leases);
        }
    }

    public record HostReimaged(boolean reimaged, @Nullable String image) {}

    public record CollectLogs(
            List<String> sources,
            @Nullable Instant since,
            @Nullable Integer bytesMax) implements Payload {

        public CollectLogs {
            sources = Fields.distinct(
                    "sources", Fields.texts("sources", Fields.required("sources", sources), 5, 40, Fields.PRINTABLE));
            Fields.check(!sources.isEmpty() && LOG_SOURCES.containsAll(sources), "sources names an unknown source");
            Fields.range("bytes_max", bytesMax, 1024, LOG_BYTES_MAX);
        }

        public int bytes() {
            return bytesMax == null ? LOG_BYTES_DEFAULT : bytesMax;
        }
    }

    public record LogsCollected(List<CollectedLog> logs) {}

    public record CollectedLog(String source, String text, boolean truncated) {}

    /** The stream goes on after the task has ended, for so many seconds at most. */
    public record StreamLogs(
            UUID streamId, String gatewayUrl, String source, int tailLines, boolean follow, int secondsMax)
            implements Payload {

        public StreamLogs {
            Fields.required("stream_id", streamId);
            Fields.gatewayUrl(gatewayUrl);
            Fields.check(LOG_SOURCES.contains(Fields.required("source", source)), "source names an unknown source");
            Fields.range("tail_lines", tailLines, 0, 10_000);
            Fields.range("seconds_max", secondsMax, 1, 86_400);
        }
    }

    public record LogsStreaming(UUID streamId) {}

    public record DrainNode(@Nullable Instant deadline) implements Payload {}

    public record NodeDrained(List<Remaining> remaining) {}

    public record UndrainNode() implements Payload {}

    public record NodeUndrained(boolean wasDrained) {}

    public record Remaining(String kind, String id) {}

    /** The manifest is the base64 of the exact bytes that were signed. */
    public record UpdateAgent(
            String version,
            String digest,
            long sizeBytes,
            @Nullable String manifest,
            List<ReleaseKeys.Signed> signatures)
            implements Payload {

        public UpdateAgent {
            Fields.text("version", version, 60, Fields.PRINTABLE);
            Fields.text("digest", digest, 71, DIGEST);
            Fields.range("size_bytes", sizeBytes, 1, 1_073_741_824L);
            if (manifest != null) {
                Fields.text("manifest", manifest, MANIFEST_LENGTH_MAX, Fields.PRINTABLE);
            }
            signatures = signatures == null ? List.of() : List.copyOf(signatures);
            Fields.check(signatures.size() <= SIGNATURES_MAX, "signatures has more than " + SIGNATURES_MAX + " items");
            for (ReleaseKeys.Signed signed : signatures) {
                Fields.text("signatures.key_id", signed.keyId(), 100, Fields.PRINTABLE);
                Fields.text("signatures.signature", signed.signature(), 200, Fields.PRINTABLE);
            }
        }
    }

    /** Back to the version the last update replaced. */
    public record RevertAgent(String fromVersion, String toVersion) implements Payload {

        public RevertAgent {
            Fields.text("from_version", fromVersion, 60, Fields.PRINTABLE);
            Fields.text("to_version", toVersion, 60, Fields.PRINTABLE);
        }
    }

    public record AgentUpdated(String version, @Nullable String previousVersion) {}
}
