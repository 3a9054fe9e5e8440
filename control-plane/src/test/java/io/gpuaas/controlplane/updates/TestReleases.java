package io.gpuaas.controlplane.updates;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.kernel.ReleaseKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** A control plane that knows three release keys of which two must agree, and the holder of the private ones. */
final class TestReleases {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final TestReleases SHARED = new TestReleases();

    final List<KeyPair> keys = new ArrayList<>();
    final TestControlPlane plane;
    final ApiClient admin;

    private TestReleases() {
        try {
            List<Map<String, String>> saved = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
                keys.add(pair);
                saved.add(Map.of(
                        "key_id", "r" + i, "public_key", base64(pair.getPublic().getEncoded())));
            }
            Path file = Files.createTempFile("release-keys", ".json");
            Files.write(file, JSON.writeValueAsBytes(Map.of("threshold", 2, "keys", saved)));
            this.plane = TestControlPlane.start(Map.of("gpuaas.nodes.release-keys-file", file.toString()));
            this.admin = plane.admin();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static TestReleases shared() {
        return SHARED;
    }

    /** Above every version this was asked for before. */
    static String nextVersion() {
        return "2." + NEXT.incrementAndGet();
    }

    static byte[] jar(String version) {
        return ("the program of " + version).getBytes(StandardCharsets.UTF_8);
    }

    static String manifest(String version, byte[] jar, Instant expires) {
        return JSON.writeValueAsString(Map.of(
                "version", version, "digest", digest(jar), "size_bytes", jar.length, "expires_at", expires.toString()));
    }

    String registration(String manifest, int... signers) {
        byte[] bytes = manifest.getBytes(StandardCharsets.UTF_8);
        List<Map<String, String>> signatures = new ArrayList<>();
        for (int signer : signers) {
            signatures.add(Map.of(
                    "key_id",
                    "r" + signer,
                    "signature",
                    ReleaseKeys.sign(keys.get(signer).getPrivate(), bytes)));
        }
        return JSON.writeValueAsString(Map.of("manifest", base64(bytes), "signatures", signatures));
    }

    String registration(String version) {
        return registration(manifest(version, jar(version), Instant.now().plusSeconds(3600)), 0, 2);
    }

    /** The id of a release whose program has arrived. */
    String complete(String version) {
        String id = admin.post("/api/v1/agent-releases", registration(version))
                .json()
                .path("id")
                .asString();
        admin.post("/api/v1/agent-releases/" + id + "/parts", part(0, jar(version)));
        return id;
    }

    static String part(int number, byte[] bytes) {
        return "{\"number\":" + number + ",\"bytes\":\"" + base64(bytes) + "\"}";
    }

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static String digest(byte[] bytes) {
        try {
            return "sha256:"
                    + HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
