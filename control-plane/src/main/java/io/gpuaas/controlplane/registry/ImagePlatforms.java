package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.ContentReader.Part;
import io.gpuaas.controlplane.registry.ManifestDocument.Descriptor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the platform of an image from its config, for example {@code linux/arm64/v8}. */
@Component
class ImagePlatforms {

    private static final long CONFIG_BYTES_MAX = 1024 * 1024;
    private static final Pattern WORD = Pattern.compile("[a-z0-9._]{1,32}");
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BlobStore blobs;
    private final ContentReader contents;

    ImagePlatforms(BlobStore blobs, ContentReader contents) {
        this.blobs = blobs;
        this.contents = contents;
    }

    /** Empty when the manifest is no image, or its config does not say. */
    Optional<String> find(Repository repository, ManifestDocument document) throws IOException {
        Optional<BlobStore.Blob> config = document.imageConfig()
                .map(Descriptor::digest)
                .flatMap(digest -> blobs.find(repository, digest))
                .filter(blob -> blob.size() <= CONFIG_BYTES_MAX);
        return config.isEmpty() ? Optional.empty() : read(config.get());
    }

    private Optional<String> read(BlobStore.Blob config) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) config.size());
        contents.copy(config.content(), new Part(0, config.size()), bytes);
        JsonNode document;
        try {
            document = JSON.readTree(bytes.toByteArray());
        } catch (JacksonException e) {
            return Optional.empty();
        }
        Optional<String> variant = word(document, "variant");
        return word(document, "os")
                .flatMap(os -> word(document, "architecture")
                        .map(architecture -> os + "/" + architecture
                                + variant.map(name -> "/" + name).orElse("")));
    }

    private static Optional<String> word(JsonNode document, String field) {
        return Optional.of(document.path(field).asString(""))
                .filter(text -> WORD.matcher(text).matches());
    }
}
