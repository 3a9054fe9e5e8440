// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record StartCommand(
        @JsonProperty("argv") List<String> argv,
        @JsonProperty("environment") @Nullable Map<String, String> environment,
        @JsonProperty("working_directory") @Nullable String workingDirectory,
        @JsonProperty("stdin") @Nullable Boolean stdin) {

    public StartCommand {
        argv = argv == null ? List.of() : List.copyOf(argv);
        environment = environment == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
}
