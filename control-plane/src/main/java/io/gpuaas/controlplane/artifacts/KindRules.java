package io.gpuaas.controlplane.artifacts;

import io.gpuaas.api.ArtifactKind;
import io.gpuaas.controlplane.registry.RepositoryContents.Described;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds out why a manifest is no artifact of a kind. A pure function. */
final class KindRules {

    private static final Set<String> IMAGE_CONFIGS =
            Set.of("application/vnd.oci.image.config.v1+json", "application/vnd.docker.container.image.v1+json");

    private static final Pattern IMAGE_LAYER =
            Pattern.compile("application/vnd\\.oci\\.image\\.layer\\.v1\\.tar(?:\\+gzip|\\+zstd)?"
                    + "|application/vnd\\.docker\\.image\\.rootfs\\.diff\\.tar(?:\\.gzip|\\.zstd)?"
                    // Attestations that build tools put beside images in an index.
                    + "|application/vnd\\.in-toto\\+json");

    private KindRules() {}

    /** The fault, if the manifest is not of the kind. */
    static Optional<String> findFault(ArtifactKind kind, Described found) {
        return kind == ArtifactKind.OCI_IMAGE ? faultOfImage(found) : faultOfFile(kind, found);
    }

    private static Optional<String> faultOfImage(Described found) {
        String type = found.artifactType();
        if (found.isIndex() ? type != null : type == null || !IMAGE_CONFIGS.contains(type)) {
            return Optional.of("the manifest is of the type " + type + " and not an image");
        }
        if (found.platforms().isEmpty()) {
            return Optional.of("the image's config does not say the operating system and architecture");
        }
        return found.layerTypes().stream()
                .filter(layer -> !IMAGE_LAYER.matcher(layer).matches())
                .findFirst()
                .map(layer -> "a layer has the media type " + layer + ", which is unknown for an image");
    }

    private static Optional<String> faultOfFile(ArtifactKind kind, Described found) {
        Set<String> types = artifactTypes(kind);
        if (found.isIndex() || found.artifactType() == null || !types.contains(found.artifactType())) {
            return Optional.of("the manifest must be an image manifest with artifactType "
                    + String.join(" or ", types.stream().sorted().toList()));
        }
        if (kind == ArtifactKind.MODEL ? found.layers() < 1 : found.layers() != 1) {
            return Optional.of(
                    kind == ArtifactKind.MODEL
                            ? "the manifest has no layer"
                            : "the manifest has " + found.layers() + " layers in place of one");
        }
        return Optional.empty();
    }

    private static Set<String> artifactTypes(ArtifactKind kind) {
        return switch (kind) {
            case ARCHIVE -> Set.of("application/vnd.gpuaas.archive.v1");
            case SCRIPT -> Set.of("application/vnd.gpuaas.script.v1");
            case FILE -> Set.of("application/vnd.gpuaas.file.v1");
            case UI_BUNDLE -> Set.of("application/vnd.gpuaas.ui-bundle.v1");
            case MODEL -> Set.of("application/vnd.gpuaas.model.v1", "application/vnd.cncf.model.manifest.v1+json");
            case OCI_IMAGE -> IMAGE_CONFIGS;
        };
    }
}
