package io.gpuaas.controlplane.registry;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The digest of a blob or manifest, as OCI writes it: {@code sha256:} or {@code sha512:} and lower-case hex. */
public record ContentDigest(Algorithm algorithm, String hex) {

    /** The algorithms that OCI registers and every JDK has. */
    public enum Algorithm {
        SHA256("sha256", "SHA-256", 64),
        SHA512("sha512", "SHA-512", 128);

        private final String wire;
        private final String jdk;
        private final int hexLength;

        Algorithm(String wire, String jdk, int hexLength) {
            this.wire = wire;
            this.jdk = jdk;
            this.hexLength = hexLength;
        }

        static Optional<Algorithm> find(String wire) {
            for (Algorithm one : values()) {
                if (one.wire.equals(wire)) {
                    return Optional.of(one);
                }
            }
            return Optional.empty();
        }

        String wire() {
            return wire;
        }

        MessageDigest start() {
            try {
                return MessageDigest.getInstance(jdk);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has " + jdk, e);
            }
        }

        ContentDigest of(MessageDigest hash) {
            return new ContentDigest(this, HexFormat.of().formatHex(hash.digest()));
        }
    }

    public ContentDigest {
        if (hex.length() != algorithm.hexLength || !isLowerHex(hex)) {
            throw new IllegalArgumentException("not a digest: " + algorithm.wire + ":" + hex);
        }
    }

    /** Empty for anything that is not the one way to write a digest. */
    public static Optional<ContentDigest> find(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        String hex = text.substring(colon + 1);
        return Algorithm.find(text.substring(0, colon))
                .filter(algorithm -> hex.length() == algorithm.hexLength && isLowerHex(hex))
                .map(algorithm -> new ContentDigest(algorithm, hex));
    }

    static ContentDigest of(Algorithm algorithm, byte[] bytes) {
        MessageDigest hash = algorithm.start();
        hash.update(bytes);
        return algorithm.of(hash);
    }

    private static boolean isLowerHex(String text) {
        return text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    @Override
    public String toString() {
        return algorithm.wire + ":" + hex;
    }
}
