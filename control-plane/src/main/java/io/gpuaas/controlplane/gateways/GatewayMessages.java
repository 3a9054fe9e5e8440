package io.gpuaas.controlplane.gateways;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The messages between gateways and the control plane. */
final class GatewayMessages {

    private GatewayMessages() {}

    record Enroll(
            @NotBlank @Size(max = 300) String secret,
            @NotBlank @Size(max = 8192) String csr) {}

    record Renew(@NotBlank @Size(max = 8192) String csr) {}

    record Credentials(UUID gatewayId, String certificate, String ca, Instant notAfter, List<String> origins) {}

    record Sync(
            @NotBlank @Size(max = 400) @Pattern(regexp = "wss?://\\S+") String publicUrl,

            @NotBlank @Size(max = 400) @Pattern(regexp = "wss://\\S+") String nodeUrl,

            @NotNull @Size(max = 10_000) List<@NotNull UUID> streams) {}

    /** Streams to close, and streams whose node will not come: their readers may try again. */
    record Synced(List<UUID> close, List<UUID> unmet) {}

    record Consume(@NotBlank @Size(max = 200) String token) {}

    /** The chain the node showed, as PEM. */
    record AttachNode(@NotBlank @Size(max = 32_768) String certificate) {}

    record Joined(UUID streamId, UUID nodeId, String role, Instant endsAt) {}
}
