package io.gpuaas.agent.update;

import io.gpuaas.agent.task.NodeTasks.ManifestSignature;
import io.gpuaas.agent.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The keys that may release an agent, and how many of them must agree. They lie on the host, put there with the agent:
 * a control plane that was taken over can order an update, but not to anything that was never released.
 */
public final class ReleaseKeys {

    private static final byte[] PURPOSE = "gpuaas.agent-manifest.v1".getBytes(StandardCharsets.US_ASCII);

    private final int threshold;
    private final Map<String, PublicKey> keys;

    private ReleaseKeys(int threshold, Map<String, PublicKey> keys) {
        this.threshold = threshold;
        this.keys = keys;
    }

    public static ReleaseKeys read(Path file) throws IOException {
        Saved saved = Json.STRICT.readValue(Files.readAllBytes(file), Saved.class);
        try {
            Map<String, PublicKey> keys = new HashMap<>();
            Set<PublicKey> distinct = new HashSet<>();
            for (SavedKey key : saved.keys()) {
                byte[] encoded = Base64.getDecoder().decode(key.publicKey());
                PublicKey read = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
                keys.put(key.keyId(), read);
                distinct.add(read);
            }
            // One key under two names would count twice.
            if (saved.threshold() < 1 || distinct.size() < saved.threshold() || distinct.size() != keys.size()) {
                throw new IOException(file + ": the threshold is between 1 and the number of different keys");
            }
            return new ReleaseKeys(saved.threshold(), Map.copyOf(keys));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(file + " holds a key that is none", e);
        }
    }

    boolean isReleased(byte[] manifest, List<ManifestSignature> signatures) {
        byte[] signed = signedBytes(manifest);
        Set<String> agreeing = new HashSet<>();
        for (ManifestSignature signature : signatures) {
            PublicKey key = keys.get(signature.keyId());
            if (key != null && verifies(key, signed, signature.signature())) {
                agreeing.add(signature.keyId());
            }
        }
        return agreeing.size() >= threshold;
    }

    /** What a release key signs. */
    static byte[] signedBytes(byte[] manifest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.write(PURPOSE);
            out.writeInt(manifest.length);
            out.write(manifest);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    private static boolean verifies(PublicKey key, byte[] signed, String signature) {
        try {
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key);
            verifier.update(signed);
            return verifier.verify(Base64.getDecoder().decode(signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    record Saved(int threshold, List<SavedKey> keys) {}

    record SavedKey(String keyId, String publicKey) {}
}
