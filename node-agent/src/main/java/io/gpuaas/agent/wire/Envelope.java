package io.gpuaas.agent.wire;

import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.NodeTask;
import io.gpuaas.kernel.TaskId;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;

/** A task as it travels: payload and signature in base64, the payload as exactly the bytes that were signed. */
public record Envelope(
        TaskId taskId,
        NodeId nodeId,
        String type,
        int attempt,
        long sequence,
        Instant issuedAt,
        Instant expiresAt,
        String payload,
        String keyId,
        String signature) {

    public Envelope {
        Objects.requireNonNull(taskId, "task_id");
        Objects.requireNonNull(nodeId, "node_id");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(issuedAt, "issued_at");
        Objects.requireNonNull(expiresAt, "expires_at");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(keyId, "key_id");
        Objects.requireNonNull(signature, "signature");
    }

    public TaskKey key() {
        return new TaskKey(taskId, attempt);
    }

    public byte[] payloadBytes() {
        return Base64.getDecoder().decode(payload);
    }

    public byte[] signatureBytes() {
        return Base64.getDecoder().decode(signature);
    }

    /** The fields that the signature covers. */
    public NodeTask signed() {
        return new NodeTask(
                nodeId, taskId, type, attempt, sequence, issuedAt, expiresAt, new NodeTask.Payload(payloadBytes()));
    }
}
