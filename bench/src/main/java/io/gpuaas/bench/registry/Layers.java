package io.gpuaas.bench.registry;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Layers that differ in their first bytes only, so that neither this program nor its disk limits what is measured. */
final class Layers {

    private final byte[] rest;
    private long next;

    Layers(int bytesEach) {
        this.rest = new byte[bytesEach - Long.BYTES];
        new Random(42).nextBytes(rest);
    }

    /** A layer and its digest, which is computed before the clock runs. */
    final class Layer {

        private final byte[] head;
        private final String digest;

        private Layer(byte[] head, String digest) {
            this.head = head;
            this.digest = digest;
        }

        String digest() {
            return digest;
        }

        long size() {
            return head.length + (long) rest.length;
        }

        BodyPublisher body() {
            return BodyPublishers.fromPublisher(
                    BodyPublishers.concat(BodyPublishers.ofByteArray(head), BodyPublishers.ofByteArray(rest)), size());
        }
    }

    /** Layers that nobody has seen before. */
    List<Layer> fresh(int count) {
        List<Layer> layers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] head = ByteBuffer.allocate(Long.BYTES).putLong(next++).array();
            MessageDigest hash = sha256();
            hash.update(head);
            hash.update(rest);
            layers.add(new Layer(head, "sha256:" + HexFormat.of().formatHex(hash.digest())));
        }
        return layers;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
