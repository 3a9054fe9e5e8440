package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.registry.ContentDigest.Algorithm;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Checks, stores, tags and removes manifests. The bytes stay as they came. */
@Component
class Manifests {

    static final int BYTES_MAX = 4 * 1024 * 1024;
    static final int PER_REPOSITORY_MAX = 50_000;
    static final int TAGS_PER_REQUEST_MAX = 100;

    private final ManifestStore store;
    private final Repositories repositories;
    private final ImagePlatforms platforms;
    private final RegistryQuota quota;
    private final WithheldContent withheld;
    private final RegistryTrail trail;
    private final TransactionTemplate transaction;
    private final Clock clock;

    Manifests(
            ManifestStore store,
            Repositories repositories,
            ImagePlatforms platforms,
            RegistryQuota quota,
            WithheldContent withheld,
            RegistryTrail trail,
            TransactionTemplate transaction,
            Clock clock) {
        this.store = store;
        this.repositories = repositories;
        this.platforms = platforms;
        this.quota = quota;
        this.withheld = withheld;
        this.trail = trail;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** A manifest that was stored, and the subject it names. */
    record Stored(ContentDigest digest, ManifestDocument document) {}

    Stored put(Repository repository, Tag tag, String contentType, byte[] bytes) throws IOException {
        return put(repository, ContentDigest.of(Algorithm.SHA256, bytes), List.of(tag), contentType, bytes);
    }

    Stored put(Repository repository, ContentDigest digest, List<Tag> tags, String contentType, byte[] bytes)
            throws IOException {
        if (!ContentDigest.of(digest.algorithm(), bytes).equals(digest)) {
            throw RegistryException.digestInvalid("the manifest has another digest");
        }
        if (!tags.isEmpty() && !repository.allowsTags()) {
            throw RegistryException.denied("this repository has no tags; refer to manifests by digest");
        }
        withheld.requireOpen(digest);
        ManifestDocument document = ManifestDocument.parse(bytes, contentType);
        String platform = platforms.find(repository, document).orElse(null);
        transaction.executeWithoutResult(status -> {
            quota.lock(repository.tenant());
            repositories.share(repository);
            store.findMissingBlob(repository, document.blobs()).ifPresent(missing -> {
                throw RegistryException.manifestBlobUnknown(missing);
            });
            boolean changed = store.put(repository, digest, document, platform, bytes, clock.instant());
            if (changed) {
                requireWithinLimits(repository);
            }
            for (Tag tag : tags) {
                changed |= store.tag(repository, tag, digest, clock.instant());
                // Tags stay behind when artifacts are published; referrers come along.
                tag.findSigned().ifPresent(signed -> store.adopt(repository, digest, signed));
            }
            // A push that is repeated leaves no second row.
            if (changed) {
                trail.pushed(repository, digest);
            }
        });
        return new Stored(digest, document);
    }

    private void requireWithinLimits(Repository repository) {
        if (store.count(repository) > PER_REPOSITORY_MAX) {
            throw RegistryException.denied("the repository holds too many manifests");
        }
        if (quota.isExceeded(repository.tenant())) {
            throw RegistryException.sizeInvalid("the storage quota is used up");
        }
    }

    ManifestStore.Manifest require(Repository repository, Tag tag) {
        return require(repository, store.resolve(repository, tag).orElseThrow(RegistryException::manifestUnknown));
    }

    ManifestStore.Manifest require(Repository repository, ContentDigest digest) {
        ManifestStore.Manifest found = store.find(repository, digest).orElseThrow(RegistryException::manifestUnknown);
        withheld.requireOpen(digest);
        return found;
    }

    void delete(Repository repository, ContentDigest digest) {
        transaction.executeWithoutResult(status -> {
            repositories.share(repository);
            if (!store.delete(repository, digest)) {
                throw RegistryException.manifestUnknown();
            }
            trail.deleted(repository, digest);
        });
    }

    void untag(Repository repository, Tag tag) {
        transaction.executeWithoutResult(status -> {
            if (!store.untag(repository, tag)) {
                throw RegistryException.manifestUnknown();
            }
            trail.untagged(repository, tag);
        });
    }
}
