package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.ProblemException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Programs agents replace themselves by: files under the data folder, each named by the hex of its SHA-256, fetched
 * from their origin when a host first asks this process.
 */
@Component
class Artifacts {

    private static final String PREFIX = "sha256:";
    private static final Pattern DIGEST = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    private final Path folder;
    private final ObjectProvider<ArtifactOrigin> origins;

    Artifacts(GpuaasProperties properties, ObjectProvider<ArtifactOrigin> origins) {
        this.folder = properties.dataDir().resolve("node-artifacts");
        this.origins = origins;
    }

    Path require(String digest) {
        if (DIGEST.matcher(digest).matches()) {
            Path file = folder.resolve(digest.substring(PREFIX.length()));
            if (Files.isRegularFile(file) || fetch(digest, file)) {
                return file;
            }
        }
        throw ProblemException.notFound("artifact");
    }

    /** Never half a file: two hosts may ask at once. */
    private boolean fetch(String digest, Path file) {
        List<ArtifactOrigin> all = origins.orderedStream().toList();
        try {
            Files.createDirectories(folder);
            Path draft = Files.createTempFile(folder, "draft", ".new");
            try {
                for (ArtifactOrigin origin : all) {
                    try (OutputStream out = Files.newOutputStream(draft)) {
                        if (!origin.write(digest, out)) {
                            continue;
                        }
                    }
                    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
                    return true;
                }
                return false;
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot fetch the artifact " + digest, e);
        }
    }
}
