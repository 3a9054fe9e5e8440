package io.gpuaas.controlplane.nodes;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.TaskId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The messages between nodes and the listener, as docs/adr/0010-node-protocol.md lists them. */
final class NodeMessages {

    private NodeMessages() {}

    record Enroll(
            @NotNull @Size(max = 500) String joinToken,
            @NotNull String csr,
            @NotNull @Size(min = 1, max = 253) String hostname,
            @NotNull @Size(max = 60) String agentVersion,
            @NotNull @Size(max = 100) String bootId) {}

    record Renew(@NotNull String csr) {}

    record Recover(
            @NotNull @Size(max = 30_000) String certificate,
            @NotNull String csr) {}

    record Credentials(
            NodeId nodeId,
            String certificate,
            String ca,
            List<TaskKey> taskKeys,
            Instant notAfter,
            int heartbeatSeconds,
            Instant serverTime) {}

    record TaskKey(String keyId, String publicKey) {}

    record Poll(
            @NotNull @Size(max = 100) String bootId,
            @Min(0) long lastSequence,
            @Min(0) @Max(50) int waitSeconds) {}

    record PollAnswer(
            Instant serverTime,
            List<Envelope> tasks,
            List<TaskId> cancel,
            boolean wantTopology,
            boolean wantInventory,
            boolean credentialsStale) {}

    record Envelope(
            TaskId taskId,
            NodeId nodeId,
            String type,
            int attempt,
            long sequence,
            Instant issuedAt,
            Instant expiresAt,
            String payload,
            String keyId,
            String signature) {}

    record TaskEvents(
            @Min(1) int attempt,
            @NotNull @Size(min = 1, max = 1000) List<@Valid @NotNull TaskEvent> events) {}

    /** One of four kinds; which fields count depends on it. */
    record TaskEvent(
            @Min(0) int index,
            @NotNull Instant at,

            @NotNull @Pattern(regexp = "started|phase|log|result") String kind,

            @Nullable @Size(max = 100) String phase,
            @Nullable @Size(max = 4_000) String message,
            @Nullable @Size(max = 65_536) String text,

            @Nullable @Pattern(regexp = "succeeded|failed|interrupted|refused|canceled") String outcome,

            @Nullable @Size(max = 100) String code,
            @Nullable JsonNode output) {}

    record EventsAnswer(int confirmedIndex, boolean cancel) {}

    record Heartbeat(
            @NotNull @Size(max = 100) String bootId,
            @NotNull @Size(max = 60) String agentVersion,
            @NotNull Instant at,
            @Min(0) long lastSequence,
            @NotNull @Size(max = 1000) List<@NotNull TaskId> runningTasks,
            @Nullable @Size(max = 100) String topologyDigest,
            @Nullable @Min(0) @Max(1_000_000) Double load1,
            @Nullable @Min(0) Long memoryTotalBytes,
            @Nullable @Min(0) Long memoryUsedBytes,
            @NotNull @Size(max = 64) List<@Valid @NotNull GpuSample> gpus,
            @Nullable @Size(max = 64) List<@Valid @NotNull GuestSample> guests,
            @Nullable @Size(max = 100) List<@NotNull @Size(max = 500) String> faults) {}

    record GpuSample(
            @NotNull @Size(min = 1, max = 64) String uuid,
            @Nullable @Size(max = 16) String pciAddress,
            @Nullable @Min(0) @Max(100) Double utilizationPercent,
            @Nullable @Min(0) Long memoryUsedBytes,
            @Nullable @Min(0) Long memoryTotalBytes,
            @Nullable @Min(-100) @Max(1000) Double temperatureCelsius,
            @Nullable @Min(0) @Max(100_000) Double powerWatts,
            @Nullable @Min(0) Long eccUncorrected,
            @Nullable @Size(max = 100) List<@NotNull Integer> xid) {}

    record GuestSample(
            @NotNull @Size(max = 100) String guestId,
            @NotNull Instant at,
            @NotNull @Size(max = 64) List<@Valid @NotNull GpuSample> gpus) {}

    record HeartbeatAnswer(Instant serverTime, boolean wantTopology) {}

    record Topology(
            @NotNull @Size(max = 100) String bootId,
            @NotNull JsonNode facts,

            @NotNull @Pattern(regexp = "sha256:[0-9a-f]{64}") String digest) {}

    record TopologyAnswer(int version) {}

    record Inventory(
            @NotNull @Size(max = 100) String bootId,
            @NotNull @Size(max = 5000) List<@Valid @NotNull Running> running) {}

    /** More about it may follow in detail. */
    record Running(
            @NotNull @Pattern(regexp = "[a-z_]{1,40}") String kind,
            @NotNull @Size(min = 1, max = 100) String id,
            @Nullable JsonNode detail) {}

    record Nothing() {}
}
