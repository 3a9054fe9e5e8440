package io.gpuaas.agent.update;

import io.gpuaas.agent.wire.Json;
import io.gpuaas.kernel.ReleaseKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Holds the release keys of a test and releases versions with them. */
public final class ReleaseSigner {

    private final List<KeyPair> keys = new ArrayList<>();

    public ReleaseSigner(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            keys.add(KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
        }
    }

    /** The file that lies on the host. */
    public ReleaseKeys install(Path file, int threshold) throws Exception {
        List<Map<String, String>> saved = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            saved.add(Map.of(
                    "key_id",
                    "r" + i,
                    "public_key",
                    Base64.getEncoder().encodeToString(keys.get(i).getPublic().getEncoded())));
        }
        Files.write(file, Json.LENIENT.writeValueAsBytes(Map.of("threshold", threshold, "keys", saved)));
        return ReleaseKeyFile.read(file);
    }

    /** The payload of the task, signed by the first so many keys. */
    public String release(String version, byte[] jar, Instant expires, int signers) throws Exception {
        byte[] manifest = Json.LENIENT.writeValueAsBytes(
                Map.of("version", version, "digest", digest(jar), "size_bytes", jar.length, "expires_at", expires));
        List<Map<String, String>> signatures = new ArrayList<>();
        for (int i = 0; i < signers; i++) {
            signatures.add(Map.of(
                    "key_id", "r" + i, "signature", ReleaseKeys.sign(keys.get(i).getPrivate(), manifest)));
        }
        return Json.LENIENT.writeValueAsString(Map.of(
                "version",
                version,
                "digest",
                digest(jar),
                "size_bytes",
                jar.length,
                "manifest",
                Base64.getEncoder().encodeToString(manifest),
                "signatures",
                signatures));
    }

    public static String digest(byte[] jar) throws Exception {
        return "sha256:"
                + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar));
    }
}
