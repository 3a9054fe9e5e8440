// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetTenantEntitlement(
        @JsonProperty("granted") @NotNull Boolean granted,
        @JsonProperty("versions") @NotNull @Size(min = 1, max = 200) @Pattern(regexp = "(?s:.*)(?:^(\\*|[<>=0-9A-Za-z. -]+)$)(?s:.*)") @PlainText String versions,
        @JsonProperty("may_share_by_link") @Nullable Boolean mayShareByLink,
        @JsonProperty("may_be_public") @Nullable Boolean mayBePublic) {
}
