package io.gpuaas.controlplane.trust;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The artifact that signatures must name. {@code content} is there for artifacts whose bytes are signed themselves;
 * {@code recordedAt} is when we first had the artifact.
 */
@SuppressWarnings("ArrayRecordComponent") // The bytes are read once, never compared.
public record SignedArtifact(
        String digest, long size, String mediaType, byte @Nullable [] content, Instant recordedAt) {}
