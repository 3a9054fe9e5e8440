package io.gpuaas.controlplane.nodes;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.ProblemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** Programs agents replace themselves by: files under the data folder, each named by the hex of its SHA-256. */
@Component
class Artifacts {

    private static final String PREFIX = "sha256:";
    private static final Pattern DIGEST = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    private final Path folder;

    Artifacts(GpuaasProperties properties) {
        this.folder = properties.dataDir().resolve("node-artifacts");
    }

    Path require(String digest) {
        if (DIGEST.matcher(digest).matches()) {
            Path file = folder.resolve(digest.substring(PREFIX.length()));
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        throw ProblemException.notFound("artifact");
    }
}
