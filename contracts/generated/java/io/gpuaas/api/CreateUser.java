// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record CreateUser(
        @JsonProperty("username") @NotNull @Size(min = 1, max = 200) @Pattern(regexp = "^[A-Za-z0-9][A-Za-z0-9._@+-]*$") String username,
        @JsonProperty("display_name") @NotNull @Size(min = 1, max = 100) @Pattern(regexp = "(?s:.*)(?:\\S)(?s:.*)", message = "must not be blank") @PlainText String displayName,
        @JsonProperty("email") @Size(min = 3, max = 254) @Pattern(regexp = "^[^@\\s\\x00-\\x1f]+@[^@\\s\\x00-\\x1f]+$") @PlainText @Nullable String email) {
}
