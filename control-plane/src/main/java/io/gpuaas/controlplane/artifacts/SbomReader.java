package io.gpuaas.controlplane.artifacts;

import io.gpuaas.controlplane.artifacts.TrustStore.Standing;
import io.gpuaas.controlplane.registry.ContentDigest;
import io.gpuaas.controlplane.registry.RepositoryName;
import io.gpuaas.controlplane.registry.RepositoryReader;
import io.gpuaas.controlplane.registry.RepositoryReader.StoredManifest;
import io.gpuaas.controlplane.sbom.Sbom;
import io.gpuaas.controlplane.sbom.Sbom.Format;
import io.gpuaas.controlplane.sbom.UnusableSbomException;
import io.gpuaas.controlplane.sbom.UnusableSbomException.Reason;
import io.gpuaas.manifest.json.Bounds;
import io.gpuaas.manifest.json.DocumentException;
import io.gpuaas.manifest.json.Documents;
import io.gpuaas.manifest.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the SBOMs of an artifact from its referrers. It reads stored blobs, so it runs outside of transactions. */
@Component
class SbomReader {

    /** The newest of each form count. */
    private static final int PER_FORM_MAX = 3;

    private static final int MANIFEST_BYTES_MAX = 256 * 1024;
    private static final Bounds BOUNDS = new Bounds(MANIFEST_BYTES_MAX, 20, 1_000, 1_000, 64 * 1024);

    private static final Map<String, Format> TYPES = Map.of(
            "application/vnd.cyclonedx+json", Format.CYCLONEDX,
            "application/spdx+json", Format.SPDX);

    private final RepositoryReader registry;

    SbomReader(RepositoryReader registry) {
        this.registry = registry;
    }

    /** An SBOM by the digest of its referrer: read, or with the reason why not. */
    record Reading(
            String digest,
            Format format,
            @Nullable Sbom sbom,
            @Nullable Reason fault) {}

    /** Lists the referrers that are SBOMs, the newest of each form. */
    Map<String, Format> list(Standing artifact) {
        Map<String, Format> found = new LinkedHashMap<>();
        RepositoryName name = new RepositoryName(artifact.app());
        ContentDigest subject = ContentDigest.find(artifact.digest()).orElseThrow();
        TYPES.forEach((type, format) -> registry.listNewestReferrers(name, subject, type, List.of(), PER_FORM_MAX)
                .forEach(one -> found.put(one.digest().toString(), format)));
        return found;
    }

    /** Reads those SBOMs that are not known. */
    List<Reading> read(Standing artifact, Map<String, Format> listed, Collection<String> known) throws IOException {
        RepositoryName name = new RepositoryName(artifact.app());
        List<Reading> readings = new ArrayList<>();
        for (Map.Entry<String, Format> one : listed.entrySet()) {
            if (!known.contains(one.getKey())) {
                readings.add(read(name, one.getKey(), one.getValue()));
            }
        }
        return readings;
    }

    private Reading read(RepositoryName name, String digest, Format format) throws IOException {
        try {
            byte[] bytes = registry.readBlob(name, layer(name, digest, format), Sbom.BYTES_MAX)
                    .orElseThrow(() -> new UnusableSbomException(Reason.TOO_LARGE));
            return new Reading(digest, format, Sbom.read(format, bytes), null);
        } catch (UnusableSbomException e) {
            return new Reading(digest, format, null, e.reason());
        }
    }

    /** The digest of the first layer with the media type of the form. */
    private ContentDigest layer(RepositoryName name, String digest, Format format) throws UnusableSbomException {
        Optional<StoredManifest> manifest =
                registry.findManifest(name, ContentDigest.find(digest).orElseThrow());
        try {
            if (manifest.isPresent()
                    && manifest.get().bytes().length <= MANIFEST_BYTES_MAX
                    && Documents.readJson(manifest.get().bytes(), BOUNDS) instanceof Json.Obj document
                    && document.members().get("layers") instanceof Json.Arr layers) {
                for (Json layer : layers.items()) {
                    if (layer instanceof Json.Obj object
                            && object.members().get("mediaType") instanceof Json.Text type
                            && TYPES.get(type.value()) == format
                            && object.members().get("digest") instanceof Json.Text text) {
                        return ContentDigest.find(text.value())
                                .orElseThrow(() -> new UnusableSbomException(Reason.UNREADABLE));
                    }
                }
            }
        } catch (DocumentException e) {
            throw new UnusableSbomException(Reason.UNREADABLE);
        }
        throw new UnusableSbomException(Reason.UNSUPPORTED_FORM);
    }
}
