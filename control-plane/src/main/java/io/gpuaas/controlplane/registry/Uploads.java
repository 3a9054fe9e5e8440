package io.gpuaas.controlplane.registry;

import io.gpuaas.controlplane.objects.ObjectStore;
import io.gpuaas.controlplane.registry.ContentDigest.Algorithm;
import io.gpuaas.controlplane.registry.UploadStore.Upload;
import io.gpuaas.kernel.IdSource;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Takes blobs in: uploads start, grow chunk by chunk in any process, and become blobs once their digest is right. */
@Component
class Uploads {

    static final int OPEN_PER_TENANT_MAX = 200;

    private static final int READ_BYTES = 64 * 1024;

    /** A slow client would hold its place, which others need. */
    private static final long BYTES_PER_SECOND_MIN = 16 * 1024;

    private static final Duration SLOW_MAX = Duration.ofMinutes(1);

    private final UploadStore store;
    private final Repositories repositories;
    private final BlobStore blobs;
    private final ObjectStore objects;
    private final ContentReader contents;
    private final RunningHashes hashes;
    private final RegistryQuota quota;
    private final RegistryLimits limits;
    private final RegistryTrail trail;
    private final TransactionTemplate transaction;
    private final IdSource ids;
    private final Clock clock;

    Uploads(
            UploadStore store,
            Repositories repositories,
            BlobStore blobs,
            ObjectStore objects,
            ContentReader contents,
            RunningHashes hashes,
            RegistryQuota quota,
            RegistryLimits limits,
            RegistryTrail trail,
            TransactionTemplate transaction,
            IdSource ids,
            Clock clock) {
        this.store = store;
        this.repositories = repositories;
        this.blobs = blobs;
        this.objects = objects;
        this.contents = contents;
        this.hashes = hashes;
        this.quota = quota;
        this.limits = limits;
        this.trail = trail;
        this.transaction = transaction;
        this.ids = ids;
        this.clock = clock;
    }

    UUID start(Repository repository, Algorithm algorithm) {
        if (store.openUploads(repository.tenant()) >= OPEN_PER_TENANT_MAX) {
            throw RegistryException.tooManyRequests("too many uploads are open; finish or cancel some first");
        }
        UUID id = ids.next();
        store.start(id, repository, algorithm, clock.instant());
        return id;
    }

    Upload require(Repository repository, UUID id) {
        return store.find(id, repository).orElseThrow(RegistryException::uploadUnknown);
    }

    /** The part of a blob that a chunk claims to be. The request has a body of exactly that length. */
    record Claimed(long from, long to) {}

    /** Appends a chunk and returns the size of the upload afterwards. */
    long append(Repository repository, UUID id, @Nullable Claimed claimed, InputStream body) throws IOException {
        Upload upload = require(repository, id);
        if (claimed != null && claimed.from() != upload.size()) {
            throw RegistryException.rangeInvalid("the next chunk starts at byte " + upload.size());
        }
        try (RegistryLimits.UploadPlace place = limits.openUpload(repository.tenant())) {
            MessageDigest hash = hashes.take(upload);
            long size = write(upload, body, hash);
            hashes.keep(id, size, hash);
            return size;
        }
    }

    /** Keeps the bytes that arrived before a client vanished, so that it can resume from there. */
    private long write(Upload upload, InputStream body, MessageDigest hash) throws IOException {
        SegmentWriter writer = SegmentWriter.at(upload, store, objects, contents, clock);
        long left = quota.bytesLeft(upload.tenant());
        byte[] bytes = new byte[READ_BYTES];
        long written = 0;
        Instant start = clock.instant();
        try {
            for (int read = body.read(bytes); read >= 0; read = body.read(bytes)) {
                written += read;
                if (written > left || upload.size() + written > RegistryQuota.BLOB_BYTES_MAX) {
                    throw RegistryException.sizeInvalid("the blob is too large, or the storage quota is used up");
                }
                hash.update(bytes, 0, read);
                writer.write(bytes, read);
                requireSpeed(start, written);
            }
        } catch (IOException e) {
            writer.finish();
            throw e;
        }
        long size = writer.finish();
        if (written > 0) {
            store.setHashed(upload.id(), size, upload.algorithm().of(copy(hash)));
        }
        return size;
    }

    private void requireSpeed(Instant start, long written) {
        Duration taken = Duration.between(start, clock.instant());
        if (taken.compareTo(SLOW_MAX) > 0 && written < taken.toSeconds() * BYTES_PER_SECOND_MIN) {
            throw RegistryException.uploadInvalid("the bytes arrive too slowly");
        }
    }

    private static MessageDigest copy(MessageDigest hash) {
        try {
            return (MessageDigest) hash.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the JDK's hashes can be copied", e);
        }
    }

    /** Turns an upload into a blob of the repository, if its bytes have the digest. */
    void finish(Repository repository, UUID id, ContentDigest digest) throws IOException {
        Upload upload = require(repository, id);
        if (!digestOf(upload, digest.algorithm()).equals(digest)) {
            if (!isHashed(upload, digest.algorithm())) {
                // Each further try would read all of it again.
                store.delete(id);
            }
            throw RegistryException.digestInvalid("the uploaded bytes have another digest");
        }
        transaction.executeWithoutResult(status -> {
            quota.lock(repository.tenant());
            repositories.share(repository);
            Upload now = store.lock(id, repository).orElseThrow(RegistryException::uploadUnknown);
            if (now.size() != upload.size()) {
                throw RegistryException.rangeInvalid("another request has written to this upload");
            }
            store.delete(id);
            quota.requireRoom(repository.tenant(), upload.size());
            blobs.link(repository, digest, id, upload.size(), clock.instant());
        });
    }

    private ContentDigest digestOf(Upload upload, Algorithm algorithm) throws IOException {
        if (isHashed(upload, algorithm)) {
            return ContentDigest.find(Objects.requireNonNull(upload.hashed())).orElseThrow();
        }
        try (RegistryLimits.UploadPlace place = limits.openUpload(upload.tenant())) {
            return algorithm.of(hashes.over(upload, algorithm));
        }
    }

    private static boolean isHashed(Upload upload, Algorithm algorithm) {
        return upload.hashed() != null && upload.algorithm() == algorithm;
    }

    /** False when the caller must upload, since the source does not have the blob. */
    boolean mount(Repository from, Repository to, ContentDigest digest) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            quota.lock(to.tenant());
            repositories.share(to);
            return blobs.find(from, digest)
                    .filter(blob -> quota.bytesLeft(to.tenant()) >= blob.size())
                    .map(blob -> blobs.mount(from, to, digest, clock.instant()))
                    .orElse(false);
        }));
    }

    void deleteBlob(Repository repository, ContentDigest digest) {
        transaction.executeWithoutResult(status -> {
            repositories.share(repository);
            if (!blobs.unlink(repository, digest, clock.instant())) {
                throw RegistryException.blobUnknown();
            }
            trail.deletedBlob(repository, digest);
        });
    }

    void cancel(Repository repository, UUID id) {
        require(repository, id);
        store.delete(id);
    }
}
