package io.gpuaas.agent.wire;

import io.gpuaas.kernel.NodeId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** The server's answer to a certificate request. */
public record Credentials(
        NodeId nodeId,
        String certificate,
        String ca,
        List<TaskVerificationKey> taskKeys,
        Instant notAfter,
        int heartbeatSeconds,
        Instant serverTime) {

    public Credentials {
        Objects.requireNonNull(nodeId, "node_id");
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(ca, "ca");
        Objects.requireNonNull(notAfter, "not_after");
        Objects.requireNonNull(serverTime, "server_time");
        taskKeys = List.copyOf(taskKeys);
        if (heartbeatSeconds < 1 || heartbeatSeconds > 3600) {
            throw new IllegalArgumentException("heartbeat_seconds is between 1 and 3600");
        }
    }

    /** The public half of a key that signs tasks. */
    public record TaskVerificationKey(String keyId, String publicKey) {

        public TaskVerificationKey {
            Objects.requireNonNull(keyId, "key_id");
            Objects.requireNonNull(publicKey, "public_key");
        }
    }
}
