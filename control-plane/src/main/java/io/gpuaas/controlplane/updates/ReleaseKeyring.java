package io.gpuaas.controlplane.updates;

import io.gpuaas.controlplane.platform.GpuaasProperties;
import io.gpuaas.controlplane.platform.StartProblem;
import io.gpuaas.kernel.ReleaseKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public release keys, from the same file that lies on the hosts. */
@Component
class ReleaseKeyring {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Optional<ReleaseKeys> keys;

    ReleaseKeyring(GpuaasProperties properties) {
        String file = properties.nodes().releaseKeysFile();
        this.keys = file == null || file.isBlank() ? Optional.empty() : Optional.of(read(Path.of(file)));
    }

    ReleaseKeys require() {
        return keys.orElseThrow(UpdateErrors::noKeys);
    }

    private static ReleaseKeys read(Path file) {
        try {
            JsonNode json = JSON.readTree(Files.readAllBytes(file));
            List<ReleaseKeys.Key> keys = new ArrayList<>();
            for (JsonNode key : json.path("keys")) {
                keys.add(new ReleaseKeys.Key(
                        key.path("key_id").asString(""), key.path("public_key").asString("")));
            }
            return ReleaseKeys.of(json.path("threshold").asInt(0), keys);
        } catch (IOException | JacksonException | IllegalArgumentException e) {
            throw StartProblem.wrongSetting(
                    "gpuaas.nodes.release-keys-file: " + file + " cannot be used: " + e.getMessage());
        }
    }
}
