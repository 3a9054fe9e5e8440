// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record StartCommand(
        @JsonProperty("argv") @NotNull @Size(min = 1, max = 256) List<@Size(max = 32768)String> argv,
        @JsonProperty("environment") @Nullable Map<String, String> environment,
        @JsonProperty("working_directory") @Size(min = 1, max = 1000) @Nullable String workingDirectory,
        @JsonProperty("stdin") @Nullable Boolean stdin) {

    public StartCommand {
        argv = argv == null ? null : List.copyOf(argv);
        environment = environment == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
}
