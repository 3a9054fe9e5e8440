package io.gpuaas.kernel;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The public keys that may release a node agent, and how many of them must agree. The private ones stay where releases
 * are made: whoever takes over a control plane can order an update, but not to anything that was never released.
 */
public final class ReleaseKeys {

    private static final byte[] PURPOSE = "gpuaas.agent-manifest.v1".getBytes(StandardCharsets.US_ASCII);
    private static final String ALGORITHM = "Ed25519";

    private final int threshold;
    private final Map<String, PublicKey> keys;

    private ReleaseKeys(int threshold, Map<String, PublicKey> keys) {
        this.threshold = threshold;
        this.keys = keys;
    }

    /** A key as it stands in a file: Base64 of its X.509 form. */
    public record Key(String keyId, String publicKey) {}

    /** Base64. */
    public record Signed(String keyId, String signature) {}

    /** Throws IllegalArgumentException with a sentence when these cannot be used. */
    public static ReleaseKeys of(int threshold, List<Key> list) {
        Map<String, PublicKey> keys = new HashMap<>();
        Set<PublicKey> distinct = new HashSet<>();
        for (Key key : list) {
            PublicKey read = read(key);
            keys.put(key.keyId(), read);
            distinct.add(read);
        }
        // One key under two names would count twice.
        if (threshold < 1
                || distinct.size() < threshold
                || distinct.size() != list.size()
                || keys.size() != list.size()) {
            throw new IllegalArgumentException("the threshold is between 1 and the number of different keys");
        }
        return new ReleaseKeys(threshold, Map.copyOf(keys));
    }

    private static PublicKey read(Key key) {
        try {
            byte[] encoded = Base64.getDecoder().decode(key.publicKey());
            return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalArgumentException("the release key " + key.keyId() + " is none", e);
        }
    }

    public int threshold() {
        return threshold;
    }

    public boolean isReleased(byte[] manifest, List<Signed> signatures) {
        return agreeing(manifest, signatures).size() >= threshold;
    }

    /** Those of our keys whose signature holds, each once. */
    public Set<String> agreeing(byte[] manifest, List<Signed> signatures) {
        byte[] signed = signedBytes(manifest);
        Set<String> agreeing = new TreeSet<>();
        for (Signed signature : signatures) {
            PublicKey key = keys.get(signature.keyId());
            if (key != null && verifies(key, signed, signature.signature())) {
                agreeing.add(signature.keyId());
            }
        }
        return agreeing;
    }

    public static String sign(PrivateKey key, byte[] manifest) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            signature.update(signedBytes(manifest));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign a release with this key", e);
        }
    }

    private static byte[] signedBytes(byte[] manifest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(PURPOSE);
            out.writeInt(manifest.length);
            out.write(manifest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static boolean verifies(PublicKey key, byte[] signed, String signature) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }
}
