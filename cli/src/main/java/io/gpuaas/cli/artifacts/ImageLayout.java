package io.gpuaas.cli.artifacts;

import io.gpuaas.sdk.RecordJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes an OCI layout with an image of one layer from a folder. The same folder gives the same digest on every machine:
 * entries are sorted, owned by root and dated 1970, and the layer is not compressed.
 */
final class ImageLayout {

    private static final List<String> ARCHITECTURES = List.of("amd64", "arm64");
    private static final int ENTRIES_MAX = 100_000;
    private static final int BLOCK = 512;
    private static final int NAME_BYTES_MAX = 100;
    private static final int PREFIX_BYTES_MAX = 155;
    private static final long FILE_BYTES_MAX = 8L * 1024 * 1024 * 1024 - 1;
    private static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String CONFIG = "application/vnd.oci.image.config.v1+json";
    private static final String LAYER = "application/vnd.oci.image.layer.v1.tar";

    private final Path blobs;

    private ImageLayout(Path layout) {
        this.blobs = layout.resolve("blobs").resolve("sha256");
    }

    /** The part of an image's config that its author chooses. */
    record Settings(String architecture, List<String> entrypoint, List<Integer> ports, Map<String, String> labels) {}

    /** Writes the layout into a folder that must be empty or absent, and returns the digest of the image. */
    static String write(Path folder, Path layout, Settings settings) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("Folder " + folder + " not found.");
        }
        if (Files.exists(layout, LinkOption.NOFOLLOW_LINKS) && !isEmptyFolder(layout)) {
            throw new IllegalArgumentException(layout + " exists and is not empty.");
        }
        if (layout.toAbsolutePath()
                .normalize()
                .startsWith(folder.toAbsolutePath().normalize())) {
            throw new IllegalArgumentException("The layout must be outside the folder that is packed.");
        }
        if (!ARCHITECTURES.contains(settings.architecture())) {
            throw new IllegalArgumentException(
                    "'" + settings.architecture() + "' is not one of " + String.join(", ", ARCHITECTURES) + ".");
        }
        ImageLayout image = new ImageLayout(layout);
        Files.createDirectories(image.blobs);
        Map<String, Object> layer = image.writeLayer(folder);
        Map<String, Object> config =
                image.write(CONFIG, RecordJson.write(config(settings, String.valueOf(layer.get("digest")))));
        Map<String, Object> manifest = new LinkedHashMap<>();
        manifest.put("schemaVersion", 2);
        manifest.put("mediaType", MANIFEST);
        manifest.put("config", config);
        manifest.put("layers", List.of(layer));
        Map<String, Object> top = image.write(MANIFEST, RecordJson.write(manifest));
        Map<String, Object> index = new LinkedHashMap<>();
        index.put("schemaVersion", 2);
        index.put("manifests", List.of(top));
        Files.writeString(layout.resolve("oci-layout"), "{\"imageLayoutVersion\":\"1.0.0\"}");
        Files.writeString(layout.resolve("index.json"), RecordJson.write(index));
        return String.valueOf(top.get("digest"));
    }

    private static boolean isEmptyFolder(Path layout) throws IOException {
        if (!Files.isDirectory(layout)) {
            return false;
        }
        try (Stream<Path> content = Files.list(layout)) {
            return content.findAny().isEmpty();
        }
    }

    private static Map<String, Object> config(Settings settings, String layer) {
        Map<String, Object> process = new LinkedHashMap<>();
        if (!settings.ports().isEmpty()) {
            Map<String, Object> exposed = new TreeMap<>();
            settings.ports().forEach(port -> exposed.put(port + "/tcp", Map.of()));
            process.put("ExposedPorts", exposed);
        }
        process.put("Env", List.of("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"));
        if (!settings.entrypoint().isEmpty()) {
            process.put("Entrypoint", settings.entrypoint());
        }
        if (!settings.labels().isEmpty()) {
            process.put("Labels", new TreeMap<>(settings.labels()));
        }
        Map<String, Object> layers = new LinkedHashMap<>();
        layers.put("type", "layers");
        layers.put("diff_ids", List.of(layer));
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("created", "1970-01-01T00:00:00Z");
        config.put("architecture", settings.architecture());
        config.put("os", "linux");
        config.put("config", process);
        config.put("rootfs", layers);
        return config;
    }

    private Map<String, Object> write(String mediaType, String json) throws IOException {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        String hex = HexFormat.of().formatHex(LocalContent.sha256().digest(bytes));
        Files.write(blobs.resolve(hex), bytes);
        return descriptor(mediaType, hex, bytes.length);
    }

    private static Map<String, Object> descriptor(String mediaType, String hex, long size) {
        Map<String, Object> descriptor = new LinkedHashMap<>();
        descriptor.put("mediaType", mediaType);
        descriptor.put("digest", "sha256:" + hex);
        descriptor.put("size", size);
        return descriptor;
    }

    private Map<String, Object> writeLayer(Path folder) throws IOException {
        Path tar = blobs.resolve("layer.tar");
        MessageDigest digest = LocalContent.sha256();
        try (OutputStream out = new DigestOutputStream(Files.newOutputStream(tar), digest)) {
            for (Path entry : entries(folder)) {
                writeEntry(out, folder, entry);
            }
            out.write(new byte[2 * BLOCK]);
        }
        String hex = HexFormat.of().formatHex(digest.digest());
        Files.move(tar, blobs.resolve(hex));
        return descriptor(LAYER, hex, Files.size(blobs.resolve(hex)));
    }

    /** By their names as text, since the order of a folder's entries differs between machines. */
    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> entries = all.filter(path -> !path.equals(folder))
                    .limit(ENTRIES_MAX + 1L)
                    .sorted(Comparator.comparing(path -> name(folder, path)))
                    .toList();
            if (entries.size() > ENTRIES_MAX) {
                throw new IllegalArgumentException("The folder has more than " + ENTRIES_MAX + " entries.");
            }
            return entries;
        }
    }

    private static String name(Path folder, Path entry) {
        return folder.relativize(entry).toString();
    }

    private static void writeEntry(OutputStream out, Path folder, Path entry) throws IOException {
        String name = name(folder, entry);
        if (Files.isSymbolicLink(entry)) {
            out.write(header(name, 0777, 0, '2', Files.readSymbolicLink(entry).toString()));
        } else if (Files.isDirectory(entry)) {
            out.write(header(name + "/", 0755, 0, '5', ""));
        } else if (Files.isRegularFile(entry)) {
            long size = Files.size(entry);
            out.write(header(name, Files.isExecutable(entry) ? 0755 : 0644, size, '0', ""));
            if (Files.copy(entry, out) != size) {
                throw new IOException("File " + name + " changed while it was read.");
            }
            out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
        } else {
            throw new IllegalArgumentException(name + " is no file, folder or symbolic link.");
        }
    }

    private static byte[] header(String name, int mode, long size, char type, String target) throws IOException {
        if (size > FILE_BYTES_MAX) {
            throw new IllegalArgumentException(name + " is larger than 8 GiB.");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(BLOCK);
        int cut = cut(name);
        out.writeBytes(field(name.substring(cut), NAME_BYTES_MAX, name));
        out.writeBytes(octal(mode, 8));
        out.writeBytes(octal(0, 8));
        out.writeBytes(octal(0, 8));
        out.writeBytes(octal(size, 12));
        out.writeBytes(octal(0, 12));
        out.writeBytes("        ".getBytes(StandardCharsets.US_ASCII));
        out.write(type);
        out.writeBytes(field(target, NAME_BYTES_MAX, name));
        out.writeBytes("ustar\0".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes("00".getBytes(StandardCharsets.US_ASCII));
        out.writeBytes(new byte[64]);
        out.writeBytes(octal(0, 8));
        out.writeBytes(octal(0, 8));
        out.writeBytes(field(cut == 0 ? "" : name.substring(0, cut - 1), PREFIX_BYTES_MAX, name));
        byte[] header = Arrays.copyOf(out.toByteArray(), BLOCK);
        int sum = 0;
        for (byte one : header) {
            sum += one & 0xff;
        }
        System.arraycopy(
                String.format(Locale.ROOT, "%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII), 0, header, 148, 8);
        return header;
    }

    /** The place after the slash at which a long name is divided into prefix and name, or 0. */
    private static int cut(String name) {
        if (bytes(name).length <= NAME_BYTES_MAX) {
            return 0;
        }
        int slash = name.indexOf('/');
        while (slash >= 0 && bytes(name.substring(slash + 1)).length > NAME_BYTES_MAX) {
            slash = name.indexOf('/', slash + 1);
        }
        return slash + 1 < name.length() ? slash + 1 : 0;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] field(String text, int length, String name) {
        if (bytes(text).length > length) {
            throw new IllegalArgumentException("The name or link target of " + name + " is too long for a layer.");
        }
        return Arrays.copyOf(bytes(text), length);
    }

    private static byte[] octal(long value, int length) {
        return String.format(Locale.ROOT, "%0" + (length - 1) + "o\0", value).getBytes(StandardCharsets.US_ASCII);
    }
}
