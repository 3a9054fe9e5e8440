package io.gpuaas.agent.update;

import java.time.Instant;
import java.util.Objects;

/** The description of an agent release that the release keys sign. */
record Manifest(String version, String digest, long sizeBytes, Instant expiresAt) {

    Manifest {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(digest, "digest");
        Objects.requireNonNull(expiresAt, "expires_at");
    }
}
