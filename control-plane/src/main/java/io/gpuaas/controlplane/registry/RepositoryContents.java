package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.ManifestDocument.Descriptor;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Describes what was pushed to a repository, and moves it to a permanent one. Both read rows only, so they belong into
 * the transaction of the caller's decision.
 */
@Component
public class RepositoryContents {

    /** A publisher needs some faults to go on, and a manifest may have thousands. */
    public static final int FAULTS_MAX = 20;

    private static final int INDEX_CHILDREN_MAX = 64;
    private static final int LAYER_TYPES_MAX = 64;
    private static final int REFERRERS_MAX = 100;
    private static final long REFERRERS_BYTES_MAX = 10 << 20;

    /** Of referrers that nothing keeps. An intent begins with them, so as many more fit into it. */
    private static final int UNKEPT_REFERRERS_MAX = REFERRERS_MAX / 2;

    private static final long UNKEPT_REFERRERS_BYTES_MAX = REFERRERS_BYTES_MAX / 2;

    private final Repositories repositories;
    private final ManifestStore manifests;
    private final ContentLinks links;
    private final RegistryQuota quota;
    private final Clock clock;

    RepositoryContents(
            Repositories repositories, ManifestStore manifests, ContentLinks links, RegistryQuota quota, Clock clock) {
        this.repositories = repositories;
        this.manifests = manifests;
        this.links = links;
        this.quota = quota;
        this.clock = clock;
    }

    /**
     * A manifest or index with everything it refers to.
     *
     * @param layerTypes the media types of layers, of all images of an index
     * @param layers the number of layers of an image; 0 for an index
     * @param manifests its digest, and those of the manifests of an index
     * @param platforms of the image, or of the images of an index
     * @param faults what is missing or contradicts itself; empty when the artifact is complete
     */
    public record Described(
            String mediaType,
            @Nullable String artifactType,
            boolean isIndex,
            Set<String> layerTypes,
            int layers,
            Set<ContentDigest> manifests,
            Set<String> platforms,
            long sizeBytes,
            List<String> faults) {}

    /** Collects the answer while the tree of a manifest is walked. */
    private static final class Walk {
        private final Repository repository;
        private final Map<ContentDigest, Long> sizes = new HashMap<>();
        private final Set<String> layerTypes = new TreeSet<>();
        private final Set<String> platforms = new TreeSet<>();
        private final List<String> faults = new ArrayList<>();
        private final Set<ContentDigest> seen = new HashSet<>();

        Walk(Repository repository) {
            this.repository = repository;
        }

        void fault(String text) {
            if (faults.size() < FAULTS_MAX) {
                faults.add(text);
            }
        }
    }

    /** Empty when the repository does not have the manifest. */
    public Optional<Described> describe(RepositoryName name, ContentDigest digest) {
        return repositories
                .find(name)
                .flatMap(repository ->
                        manifests.find(repository, digest).map(manifest -> describe(new Walk(repository), manifest)));
    }

    private Described describe(Walk walk, ManifestStore.Manifest manifest) {
        ManifestDocument document = ManifestDocument.parse(manifest.bytes(), manifest.mediaType());
        walk.sizes.put(manifest.digest(), (long) manifest.bytes().length);
        walk.seen.add(manifest.digest());
        if (document.isIndex()) {
            index(walk, document);
        } else {
            image(walk, manifest, document);
        }
        ContentLinks.Referrers referrers = links.referrers(walk.repository, manifest.digest());
        if (referrers.count() > REFERRERS_MAX || referrers.bytes() > REFERRERS_BYTES_MAX) {
            walk.fault("more than " + REFERRERS_MAX + " manifests, or " + REFERRERS_BYTES_MAX + " bytes, refer to it");
        }
        return new Described(
                document.mediaType(),
                document.artifactType(),
                document.isIndex(),
                walk.layerTypes,
                Math.max(document.parts().size() - 1, 0),
                Set.copyOf(walk.seen),
                walk.platforms,
                walk.sizes.values().stream().mapToLong(Long::longValue).sum(),
                walk.faults);
    }

    private void index(Walk walk, ManifestDocument index) {
        if (index.manifestParts().size() > INDEX_CHILDREN_MAX) {
            walk.fault("an index refers to at most " + INDEX_CHILDREN_MAX + " manifests");
            return;
        }
        for (Descriptor child : index.manifestParts()) {
            if (!walk.seen.add(child.digest())) {
                continue;
            }
            Optional<ManifestStore.Manifest> found = manifests.find(walk.repository, child.digest());
            if (found.isEmpty()) {
                walk.fault("the manifest " + child.digest() + " was not pushed");
                continue;
            }
            ManifestStore.Manifest manifest = found.get();
            requireSize(walk, child, (long) manifest.bytes().length);
            if (!manifest.mediaType().equals(child.mediaType())) {
                walk.fault("the manifest " + child.digest() + " has another media type than the index says");
            }
            ManifestDocument document = ManifestDocument.parse(manifest.bytes(), manifest.mediaType());
            if (document.isIndex()) {
                walk.fault("an index must not refer to another index");
            } else {
                image(walk, manifest, document);
            }
        }
    }

    private void image(Walk walk, ManifestStore.Manifest manifest, ManifestDocument document) {
        if (document.hasForeignLayers()) {
            walk.fault("layers must be pushed; non-distributable layers are refused");
        }
        Map<ContentDigest, Long> stored = links.sizes(walk.repository, document.blobs());
        document.parts().forEach(part -> requireSize(walk, part, stored.get(part.digest())));
        document.parts().stream().skip(1).map(Descriptor::mediaType).forEach(type -> layerType(walk, type));
        manifests.findPlatform(walk.repository, manifest.digest()).ifPresent(walk.platforms::add);
    }

    private static void layerType(Walk walk, String type) {
        if (walk.layerTypes.size() < LAYER_TYPES_MAX) {
            walk.layerTypes.add(type);
        } else if (!walk.layerTypes.contains(type)) {
            walk.fault("its layers have more than " + LAYER_TYPES_MAX + " media types");
        }
    }

    private static void requireSize(Walk walk, Descriptor part, @Nullable Long stored) {
        if (stored == null) {
            walk.fault("the blob " + part.digest() + " was not pushed");
        } else if (stored != part.size()) {
            walk.fault(part.digest() + " has " + stored + " bytes, and the manifest says " + part.size());
        } else {
            walk.sizes.put(part.digest(), stored);
        }
    }

    /** Keeps a repository as it is until the transaction ends. False when it is gone or has expired. */
    public boolean lock(RepositoryName name, TenantId tenant) {
        quota.lock(tenant);
        return repositories.lock(name);
    }

    /** Lists the oldest referrers of a published manifest that nobody keeps and that leave no room for newer ones. */
    public List<ContentDigest> listSurplusReferrers(
            RepositoryName name, ContentDigest manifest, Collection<ContentDigest> kept) {
        return repositories
                .find(name)
                .map(repository ->
                        links.listSurplus(repository, manifest, kept, UNKEPT_REFERRERS_MAX, UNKEPT_REFERRERS_BYTES_MAX))
                .orElse(List.of());
    }

    /** Removes manifests from a repository. */
    public void drop(RepositoryName name, Collection<ContentDigest> digests) {
        repositories.find(name).ifPresent(repository -> links.drop(repository, digests));
    }

    /** Links published manifests with everything around them into the repository of an intent, for further referrers. */
    public void seed(RepositoryName from, RepositoryName to, Collection<ContentDigest> digests) {
        links.copy(
                repositories.find(from).orElseThrow(),
                repositories.find(to).orElseThrow(),
                new HashSet<>(digests),
                clock.instant());
    }

    /**
     * Links manifests, everything they refer to and their referrers into a permanent repository of the tenant, and removes
     * the repository they were pushed to. False, and nothing may be committed, when the tenant's quota is exceeded then.
     */
    public boolean promote(RepositoryName from, RepositoryName to, TenantId tenant, Collection<ContentDigest> digests) {
        quota.lock(tenant);
        repositories.createPermanent(to, tenant);
        Repository source = repositories.find(from).orElseThrow();
        links.copy(source, repositories.find(to).orElseThrow(), new HashSet<>(digests), clock.instant());
        repositories.delete(source.id());
        return !quota.isExceeded(tenant);
    }
}
