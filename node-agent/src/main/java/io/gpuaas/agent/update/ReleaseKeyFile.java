package io.gpuaas.agent.update;

import io.gpuaas.agent.wire.Json;
import io.gpuaas.kernel.ReleaseKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;

/** The release keys lie on the host, put there with the agent, where no control plane can exchange them. */
public final class ReleaseKeyFile {

    private ReleaseKeyFile() {}

    public static ReleaseKeys read(Path file) throws IOException {
        try {
            Saved saved = Json.STRICT.readValue(Files.readAllBytes(file), Saved.class);
            return ReleaseKeys.of(saved.threshold(), saved.keys() == null ? List.of() : saved.keys());
        } catch (JacksonException | IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private record Saved(int threshold, List<ReleaseKeys.Key> keys) {}
}
