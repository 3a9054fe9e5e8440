package io.gpuaas.controlplane.registry;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The parts of a manifest that the registry checks. The document is read strictly: a client that reads it differently, for
 * example because of a repeated key, must not see another image than the registry checked.
 */
record ManifestDocument(
        String mediaType,
        @Nullable String artifactType,
        @Nullable ContentDigest subject,
        List<Descriptor> parts,
        List<Descriptor> manifestParts,
        boolean hasForeignLayers,
        Map<String, String> annotations) {

    /** A reference to content: the config first, then layers; or the manifests of an index. */
    record Descriptor(ContentDigest digest, String mediaType, long size) {}

    static final String OCI_INDEX = "application/vnd.oci.image.index.v1+json";

    private static final String OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json";
    private static final String DOCKER_MANIFEST = "application/vnd.docker.distribution.manifest.v2+json";
    private static final String DOCKER_LIST = "application/vnd.docker.distribution.manifest.list.v2+json";
    private static final Set<String> IMAGES = Set.of(OCI_MANIFEST, DOCKER_MANIFEST);
    private static final Set<String> INDEXES = Set.of(OCI_INDEX, DOCKER_LIST);

    private static final Set<String> IMAGE_CONFIGS =
            Set.of("application/vnd.oci.image.config.v1+json", "application/vnd.docker.container.image.v1+json");

    /** An index costs a row for each child, which need not have been pushed. */
    private static final int CHILDREN_MAX = 128;

    /** A large model has a layer for each of its files. */
    private static final int LAYERS_MAX = 1_000;

    private static final int TEXT_LENGTH_MAX = 255;
    private static final int DEPTH_MAX = 20;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEPTH_MAX)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    static ManifestDocument parse(byte[] bytes, String contentType) {
        JsonNode document = read(bytes);
        String mediaType = mediaType(document, contentType);
        boolean isIndex = INDEXES.contains(mediaType);
        boolean hasImageParts = document.has("config") || document.has("layers");
        if (isIndex ? hasImageParts : document.has("manifests")) {
            throw RegistryException.manifestInvalid("the document is both an image and an index");
        }
        if (document.path("schemaVersion").asInt(0) != 2) {
            throw RegistryException.manifestInvalid("schemaVersion must be 2");
        }
        return new ManifestDocument(
                mediaType,
                artifactType(document, isIndex),
                subject(document),
                isIndex ? List.of() : parts(document),
                isIndex ? descriptors(document, "manifests", CHILDREN_MAX, true) : List.of(),
                hasForeignLayers(document),
                annotations(document));
    }

    boolean isIndex() {
        return INDEXES.contains(mediaType);
    }

    List<ContentDigest> blobs() {
        return parts.stream().map(Descriptor::digest).toList();
    }

    List<ContentDigest> manifests() {
        return manifestParts.stream().map(Descriptor::digest).toList();
    }

    /** The config of an image, if its type is one that says what the image runs on. */
    Optional<Descriptor> imageConfig() {
        return parts.stream().findFirst().filter(config -> IMAGE_CONFIGS.contains(config.mediaType()));
    }

    private static JsonNode read(byte[] bytes) {
        try {
            JsonNode document = MAPPER.readTree(bytes);
            if (document != null && document.isObject()) {
                return document;
            }
        } catch (JacksonException e) {
            throw RegistryException.manifestInvalid("the manifest is not valid JSON, or repeats a key");
        }
        throw RegistryException.manifestInvalid("the manifest is not a JSON object");
    }

    private static String mediaType(JsonNode document, String contentType) {
        String declared = contentType.split(";", 2)[0].strip();
        JsonNode inside = document.path("mediaType");
        if (!inside.isMissingNode() && (!inside.isString() || !inside.asString().equals(declared))) {
            throw RegistryException.manifestInvalid("mediaType and Content-Type differ");
        }
        if (!IMAGES.contains(declared) && !INDEXES.contains(declared)) {
            throw RegistryException.manifestInvalid("unknown manifest type " + declared);
        }
        return declared;
    }

    /** An image without an artifact type is of the type of its config. */
    private static @Nullable String artifactType(JsonNode document, boolean isIndex) {
        return text(document, "artifactType")
                .or(() -> isIndex ? Optional.empty() : text(document.path("config"), "mediaType"))
                .orElse(null);
    }

    private static Optional<String> text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isString() || value.asString().length() > TEXT_LENGTH_MAX) {
            throw RegistryException.manifestInvalid(field + " must be a short text");
        }
        requireStorable(value.asString());
        return value.asString().isEmpty() ? Optional.empty() : Optional.of(value.asString());
    }

    /** The database stores neither NUL nor half of a surrogate pair. */
    private static void requireStorable(String text) {
        if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw RegistryException.manifestInvalid("a text holds a character that is not allowed");
        }
    }

    private static @Nullable ContentDigest subject(JsonNode document) {
        JsonNode subject = document.path("subject");
        return subject.isMissingNode() || subject.isNull() ? null : digest(subject);
    }

    private static List<Descriptor> parts(JsonNode document) {
        List<Descriptor> found = new ArrayList<>();
        if (!document.path("config").isObject()) {
            throw RegistryException.manifestInvalid("an image needs a config");
        }
        found.add(descriptor(document.path("config")));
        found.addAll(descriptors(document, "layers", LAYERS_MAX, false));
        return found;
    }

    private static List<Descriptor> descriptors(JsonNode document, String field, int most, boolean required) {
        JsonNode list = document.path(field);
        // Clients in Go write an empty list as null.
        if ((list.isMissingNode() || list.isNull()) && !required) {
            return List.of();
        }
        if (!list.isArray() || list.size() > most) {
            throw RegistryException.manifestInvalid(field + " must be a list of at most " + most);
        }
        List<Descriptor> found = new ArrayList<>();
        for (JsonNode one : list) {
            if (!isForeign(one)) {
                found.add(descriptor(one));
            }
        }
        return found;
    }

    private static boolean hasForeignLayers(JsonNode document) {
        return document.path("layers").valueStream().anyMatch(ManifestDocument::isForeign);
    }

    /** Layers that must not be distributed lie elsewhere. */
    private static boolean isForeign(JsonNode descriptor) {
        String type = descriptor.path("mediaType").asString("");
        return type.startsWith("application/vnd.oci.image.layer.nondistributable.")
                || type.equals("application/vnd.docker.image.rootfs.foreign.diff.tar.gzip");
    }

    private static Descriptor descriptor(JsonNode descriptor) {
        return new Descriptor(
                digest(descriptor),
                text(descriptor, "mediaType").orElse(""),
                descriptor.path("size").asLong());
    }

    private static ContentDigest digest(JsonNode descriptor) {
        JsonNode size = descriptor.path("size");
        if (!descriptor.path("mediaType").isString() || !size.isIntegralNumber() || size.asLong(-1) < 0) {
            throw RegistryException.manifestInvalid("a descriptor needs mediaType, digest and size");
        }
        return ContentDigest.find(descriptor.path("digest").asString(""))
                .orElseThrow(() -> RegistryException.manifestInvalid("a descriptor has an invalid digest"));
    }

    private static Map<String, String> annotations(JsonNode document) {
        JsonNode annotations = document.path("annotations");
        if (annotations.isMissingNode() || annotations.isNull()) {
            return Map.of();
        }
        Map<String, String> found = new java.util.LinkedHashMap<>();
        annotations.properties().forEach(entry -> {
            if (!entry.getValue().isString()) {
                throw RegistryException.manifestInvalid("annotations are texts");
            }
            requireStorable(entry.getKey());
            requireStorable(entry.getValue().asString());
            found.put(entry.getKey(), entry.getValue().asString());
        });
        return found;
    }
}
