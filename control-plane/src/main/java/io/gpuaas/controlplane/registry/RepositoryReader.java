package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.BlobStore.Blob;
import io.gpuaas.controlplane.registry.ContentReader.Part;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads manifests, referrers and small blobs of a repository for the rest of the control plane. */
@Component
public class RepositoryReader {

    private final Repositories repositories;
    private final ManifestStore manifests;
    private final BlobStore blobs;
    private final ContentReader contents;

    RepositoryReader(Repositories repositories, ManifestStore manifests, BlobStore blobs, ContentReader contents) {
        this.repositories = repositories;
        this.manifests = manifests;
        this.blobs = blobs;
        this.contents = contents;
    }

    /** A manifest that names another one as its subject. */
    public record Referrer(
            ContentDigest digest,
            String mediaType,
            @Nullable String artifactType,
            int size) {}

    /** The bytes of a manifest as they came, and their media type. */
    @SuppressWarnings("ArrayRecordComponent") // The bytes are read once, never compared.
    public record StoredManifest(String mediaType, byte[] bytes) {}

    public Optional<StoredManifest> findManifest(RepositoryName name, ContentDigest digest) {
        return repositories
                .find(name)
                .flatMap(repository -> manifests.find(repository, digest))
                .map(found -> new StoredManifest(found.mediaType(), found.bytes()));
    }

    /** Returns the referrers of a manifest in the order of their digests, over as many pages as they take. */
    public List<Referrer> listReferrers(RepositoryName name, ContentDigest subject, int limit) {
        return repositories
                .find(name)
                .map(repository -> listReferrers(repository, subject, null, limit))
                .orElse(List.of());
    }

    /** Returns the referrers of one artifact type. */
    public List<Referrer> listReferrers(RepositoryName name, ContentDigest subject, String artifactType, int limit) {
        return repositories
                .find(name)
                .map(repository -> listReferrers(repository, subject, artifactType, limit))
                .orElse(List.of());
    }

    /**
     * Returns referrers, those that are named at the front, then the newest.
     *
     * @param artifactType the only type to list, or null for all
     */
    public List<Referrer> listNewestReferrers(
            RepositoryName name,
            ContentDigest subject,
            @Nullable String artifactType,
            Collection<String> first,
            int limit) {
        return repositories
                .find(name)
                .map(repository -> manifests.listNewestReferrers(repository, subject, artifactType, first, limit))
                .orElse(List.of())
                .stream()
                .map(one -> new Referrer(
                        ContentDigest.find(one.digest()).orElseThrow(),
                        one.mediaType(),
                        one.artifactType(),
                        one.size()))
                .toList();
    }

    private List<Referrer> listReferrers(
            Repository repository, ContentDigest subject, @Nullable String artifactType, int limit) {
        List<Referrer> found = new ArrayList<>();
        boolean more = true;
        String after = "";
        while (more && found.size() < limit) {
            ManifestStore.ReferrerPage page =
                    manifests.listReferrers(repository, subject, artifactType, after, limit - found.size());
            for (ManifestStore.Referrer one : page.referrers()) {
                found.add(new Referrer(
                        ContentDigest.find(one.digest()).orElseThrow(),
                        one.mediaType(),
                        one.artifactType(),
                        one.size()));
                after = one.digest();
            }
            more = page.more();
        }
        return List.copyOf(found);
    }

    /** Reads a blob; empty when the repository does not have it or when it is larger than the limit. */
    public Optional<byte[]> readBlob(RepositoryName name, ContentDigest digest, int bytesMax) throws IOException {
        Optional<Blob> found = repositories
                .find(name)
                .flatMap(repository -> blobs.find(repository, digest))
                .filter(blob -> blob.size() <= bytesMax);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        contents.copy(found.get().content(), new Part(0, found.get().size()), out);
        return Optional.of(out.toByteArray());
    }
}
