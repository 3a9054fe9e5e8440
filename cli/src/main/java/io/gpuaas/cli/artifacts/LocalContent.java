package io.gpuaas.cli.artifacts;

import io.gpuaas.sdk.ArtifactKind;
import io.gpuaas.sdk.RecordJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Content on this machine in the order in which a registry takes it: blobs, then manifests, the outermost last. */
record LocalContent(List<Blob> blobs, List<Manifest> manifests) implements AutoCloseable {

    private static final Pattern SHA256 = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final long MANIFEST_BYTES_MAX = 4 * 1024 * 1024;
    private static final int MANIFESTS_MAX = 100;
    private static final String OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json";

    /** Content addressed by its digest, in a file. Temporary files are deleted in the end. */
    record Blob(String digest, Path file, boolean isTemporary) {}

    /** A manifest with its media type, as it is sent. */
    record Manifest(String digest, String mediaType, String json) {}

    /** The digest that names the whole. */
    String digest() {
        return manifests.getLast().digest();
    }

    static LocalContent of(Path path, ArtifactKind kind) throws IOException {
        if (Files.isDirectory(path)) {
            LocalContent content = new LocalContent(new ArrayList<>(), new ArrayList<>());
            content.addLayout(path);
            return content;
        }
        if (kind == ArtifactKind.OCI_IMAGE) {
            throw new IllegalArgumentException("An image is pushed from a directory with an OCI layout.");
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("File " + path + " not found.");
        }
        return ofFile(path, kind);
    }

    /** An image manifest around one file, with the empty config that OCI defines. */
    private static LocalContent ofFile(Path file, ArtifactKind kind) throws IOException {
        Path empty = Files.createTempFile("gpuaas-config", ".json");
        Files.writeString(empty, "{}");
        Blob config = new Blob(digestOf(empty), empty, true);
        Blob layer = new Blob(digestOf(file), file, false);
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("schemaVersion", 2);
        manifest.put("mediaType", OCI_MANIFEST);
        manifest.put("artifactType", "application/vnd.gpuaas." + kind.wire().replace('_', '-') + ".v1");
        manifest.put("config", descriptor("application/vnd.oci.empty.v1+json", config));
        Map<String, Object> descriptor = descriptor("application/octet-stream", layer);
        descriptor.put("annotations", Map.of("org.opencontainers.image.title", String.valueOf(file.getFileName())));
        manifest.put("layers", List.of(descriptor));
        String json = RecordJson.write(manifest);
        return new LocalContent(List.of(config, layer), List.of(new Manifest(digestOf(json), OCI_MANIFEST, json)));
    }

    /** A manifest around one document that names another manifest as its subject. */
    static LocalContent ofReferrer(String type, String document, Map<String, Object> subject) throws IOException {
        Path empty = Files.createTempFile("gpuaas-config", ".json");
        Files.writeString(empty, "{}");
        Path file = Files.createTempFile("gpuaas-referrer", ".json");
        Files.writeString(file, document);
        Blob config = new Blob(digestOf(empty), empty, true);
        Blob layer = new Blob(digestOf(file), file, true);
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("schemaVersion", 2);
        manifest.put("mediaType", OCI_MANIFEST);
        manifest.put("artifactType", type);
        manifest.put("config", descriptor("application/vnd.oci.empty.v1+json", config));
        manifest.put("layers", List.of(descriptor(type, layer)));
        manifest.put("subject", subject);
        String json = RecordJson.write(manifest);
        return new LocalContent(List.of(config, layer), List.of(new Manifest(digestOf(json), OCI_MANIFEST, json)));
    }

    private static Map<String, Object> descriptor(String mediaType, Blob blob) throws IOException {
        Map<String, Object> descriptor = new LinkedHashMap<>();
        descriptor.put("mediaType", mediaType);
        descriptor.put("digest", blob.digest());
        descriptor.put("size", Files.size(blob.file()));
        return descriptor;
    }

    private void addLayout(Path layout) throws IOException {
        List<?> tops = list(object(read(layout.resolve("index.json"))), "manifests");
        if (tops.size() != 1) {
            throw new IllegalArgumentException(
                    "The OCI layout has " + tops.size() + " manifests in its index.json; it needs exactly one.");
        }
        addManifest(layout, object(tops.getFirst()), 0);
    }

    private void addManifest(Path layout, Map<?, ?> descriptor, int depth) throws IOException {
        Path file = file(layout, descriptor);
        String json = text(file);
        String digest = String.valueOf(descriptor.get("digest"));
        // Both before the children: content that names itself would be followed without end.
        if (manifests.size() + depth >= MANIFESTS_MAX) {
            throw new IllegalArgumentException("The OCI layout has more than " + MANIFESTS_MAX + " manifests.");
        }
        if (!digestOf(json).equals(digest)) {
            throw new IllegalArgumentException("The manifest " + digest + " in the OCI layout has another digest.");
        }
        Map<?, ?> manifest = object(RecordJson.read(json));
        for (Object child : list(manifest, "manifests")) {
            addManifest(layout, object(child), depth + 1);
        }
        if (manifest.containsKey("config")) {
            addBlob(layout, object(manifest.get("config")));
        }
        for (Object layer : list(manifest, "layers")) {
            addBlob(layout, object(layer));
        }
        manifests.add(new Manifest(digest, String.valueOf(descriptor.get("mediaType")), json));
    }

    private void addBlob(Path layout, Map<?, ?> descriptor) {
        Blob blob = new Blob(String.valueOf(descriptor.get("digest")), file(layout, descriptor), false);
        if (!blobs.contains(blob)) {
            blobs.add(blob);
        }
    }

    /** A digest becomes part of a path, so nothing but a digest is accepted. */
    private static Path file(Path layout, Map<?, ?> descriptor) {
        String digest = String.valueOf(descriptor.get("digest"));
        if (!SHA256.matcher(digest).matches()) {
            throw new IllegalArgumentException("The OCI layout names '" + digest + "', which is no sha256 digest.");
        }
        return layout.resolve("blobs").resolve("sha256").resolve(digest.substring("sha256:".length()));
    }

    private static @Nullable Object read(Path file) throws IOException {
        return RecordJson.read(text(file));
    }

    private static String text(Path file) throws IOException {
        if (Files.size(file) > MANIFEST_BYTES_MAX) {
            throw new IllegalArgumentException(file + " is too large for a manifest.");
        }
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private static Map<?, ?> object(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("The OCI layout has a manifest that is no JSON object.");
    }

    private static List<?> list(Map<?, ?> object, String field) {
        return object.get(field) instanceof List<?> list ? list : List.of();
    }

    private static String digestOf(String text) {
        return digest(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String digestOf(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (OutputStream out = new DigestOutputStream(OutputStream.nullOutputStream(), digest)) {
            Files.copy(file, out);
        }
        return digest(digest.digest());
    }

    private static String digest(byte[] hash) {
        return "sha256:" + HexFormat.of().formatHex(hash);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Blob blob : blobs) {
            if (blob.isTemporary()) {
                Files.deleteIfExists(blob.file());
            }
        }
    }
}
