package io.gpuaas.kernel;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;

/**
 * An order to a node. Its authority is the signature over {@link #signedBytes}, made with a key that is independent of
 * the transport's.
 */
public record NodeTask(
        NodeId node,
        TaskId task,
        String type,
        int attempt,
        long sequence,
        Instant issuedAt,
        Instant expiresAt,
        Payload payload) {

    private static final byte[] PURPOSE = "gpuaas.node-task.v1".getBytes(StandardCharsets.UTF_8);
    private static final String ALGORITHM = "Ed25519";

    public NodeTask {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(task, "task");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(issuedAt, "issuedAt");
        Objects.requireNonNull(expiresAt, "expiresAt");
        Objects.requireNonNull(payload, "payload");
        if (attempt < 1 || sequence < 1) {
            throw new IllegalArgumentException("attempt and sequence begin at 1");
        }
    }

    public byte[] sign(PrivateKey key) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(signedBytes());
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign a task with this key", e);
        }
    }

    /** False for every signature that is not ours, also for one that is no signature at all. */
    public boolean isSignedBy(PublicKey key, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(signedBytes());
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** Each part with its length before it, so that no two tasks give the same bytes. */
    public byte[] signedBytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(PURPOSE);
            write(out, node.toString());
            write(out, task.toString());
            write(out, type);
            write(out, Integer.toString(attempt));
            write(out, Long.toString(sequence));
            write(out, Long.toString(issuedAt.toEpochMilli()));
            write(out, Long.toString(expiresAt.toEpochMilli()));
            write(out, payload.sha256());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, String part) throws IOException {
        write(out, part.getBytes(StandardCharsets.UTF_8));
    }

    private static void write(DataOutputStream out, byte[] part) throws IOException {
        out.writeInt(part.length);
        out.write(part);
    }

    /** The exact bytes of the task's JSON. They are hashed, so nothing on the way may serialize them again. */
    public static final class Payload {

        /** Larger inputs travel as artifacts. */
        public static final int BYTES_MAX = 256 * 1024;

        private final byte[] bytes;

        public Payload(byte[] bytes) {
            if (bytes.length > BYTES_MAX) {
                throw new IllegalArgumentException(
                        "the payload has " + bytes.length + " bytes, at most " + BYTES_MAX + " are allowed");
            }
            this.bytes = bytes.clone();
        }

        public byte[] bytes() {
            return bytes.clone();
        }

        byte[] sha256() {
            try {
                return MessageDigest.getInstance("SHA-256").digest(bytes);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Payload that && MessageDigest.isEqual(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }
}
