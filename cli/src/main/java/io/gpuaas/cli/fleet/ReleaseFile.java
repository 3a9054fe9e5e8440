package io.gpuaas.cli.fleet;

import io.gpuaas.kernel.ReleaseKeys;
import io.gpuaas.kernel.ReleaseVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A release that is being signed: its readable manifest and the signatures collected so far. */
record ReleaseFile(String manifest, List<ReleaseKeys.Signed> signatures) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    ReleaseFile {
        signatures = List.copyOf(signatures);
    }

    /**
     * Drafts an unsigned release. The version is read from the program, since nodes report that version when they run
     * it.
     */
    static ReleaseFile draft(Path jar, Instant expires) throws IOException {
        String version = version(jar);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", new ReleaseVersion(version).text());
        fields.put("digest", digest(jar));
        fields.put("size_bytes", Files.size(jar));
        fields.put("expires_at", expires.toString());
        return new ReleaseFile(JSON.writeValueAsString(fields), List.of());
    }

    private static String version(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Optional.ofNullable(file.getManifest())
                    .map(Manifest::getMainAttributes)
                    .map(attributes -> attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION))
                    .orElseThrow(() -> new IllegalArgumentException(jar + " has no version in its manifest."));
        }
    }

    private static String digest(Path jar) throws IOException {
        try (InputStream in = Files.newInputStream(jar)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[64 * 1024];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
            return "sha256:" + HexFormat.of().formatHex(digest.digest());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static ReleaseFile read(Path file) throws IOException {
        JsonNode json = JSON.readTree(Files.readAllBytes(file));
        List<ReleaseKeys.Signed> signatures = new ArrayList<>();
        for (JsonNode signed : json.path("signatures")) {
            signatures.add(new ReleaseKeys.Signed(
                    signed.path("key_id").asString(), signed.path("signature").asString()));
        }
        byte[] manifest = Base64.getDecoder().decode(json.path("manifest").asString());
        return new ReleaseFile(new String(manifest, StandardCharsets.UTF_8), signatures);
    }

    void write(Path file) throws IOException {
        List<Map<String, String>> list = signatures.stream()
                .map(signed -> Map.of("key_id", signed.keyId(), "signature", signed.signature()))
                .toList();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("manifest", base64());
        fields.put("signatures", list);
        Files.writeString(file, JSON.writeValueAsString(fields) + "\n");
    }

    ReleaseFile signed(String keyId, PrivateKey key) {
        List<ReleaseKeys.Signed> all = new ArrayList<>(signatures);
        all.removeIf(signed -> signed.keyId().equals(keyId));
        all.add(new ReleaseKeys.Signed(keyId, ReleaseKeys.sign(key, bytes())));
        return new ReleaseFile(manifest, all);
    }

    static PrivateKey privateKey(String pem) throws GeneralSecurityException {
        String body = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
    }

    String base64() {
        return Base64.getEncoder().encodeToString(bytes());
    }

    private byte[] bytes() {
        return manifest.getBytes(StandardCharsets.UTF_8);
    }
}
