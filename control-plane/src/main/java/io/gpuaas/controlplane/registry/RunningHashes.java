package io.gpuaas.controlplane.registry;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gpuaas.controlplane.registry.UploadStore.Upload;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Keeps the state of a hash between two chunks of an upload. The JDK's hashes are several times as fast as those whose
 * state can be stored, so a chunk that arrives in another process, or after a crash, costs reading what is stored once.
 */
@Component
class RunningHashes {

    private static final int KEPT_MAX = 1_000;
    private static final Duration KEPT_FOR = Duration.ofMinutes(10);

    private final ContentReader contents;
    private final Cache<UUID, State> states = Caffeine.newBuilder()
            .maximumSize(KEPT_MAX)
            .expireAfterWrite(KEPT_FOR)
            .build();

    RunningHashes(ContentReader contents) {
        this.contents = contents;
    }

    private record State(long size, MessageDigest hash) {}

    /** Takes the hash over everything that the upload holds. A second request for the same upload gets its own. */
    MessageDigest take(Upload upload) throws IOException {
        State kept = states.asMap().remove(upload.id());
        if (kept != null && kept.size() == upload.size()) {
            return kept.hash();
        }
        return over(upload, upload.algorithm());
    }

    void keep(UUID upload, long size, MessageDigest hash) {
        states.put(upload, new State(size, hash));
    }

    /** Hashes what is stored, for example when a client announces another algorithm at the end. */
    MessageDigest over(Upload upload, ContentDigest.Algorithm algorithm) throws IOException {
        MessageDigest hash = algorithm.start();
        if (upload.size() > 0) {
            contents.copy(upload.id(), new ContentReader.Part(0, upload.size()), new HashingStream(hash));
        }
        return hash;
    }

    private static final class HashingStream extends OutputStream {

        private final MessageDigest hash;

        HashingStream(MessageDigest hash) {
            this.hash = hash;
        }

        @Override
        public void write(int one) {
            hash.update((byte) one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            hash.update(bytes, from, length);
        }
    }
}
