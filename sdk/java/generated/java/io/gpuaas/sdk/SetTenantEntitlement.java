// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetTenantEntitlement(
        @JsonProperty("granted") Boolean granted,
        @JsonProperty("versions") String versions,
        @JsonProperty("may_share_by_link") @Nullable Boolean mayShareByLink,
        @JsonProperty("may_be_public") @Nullable Boolean mayBePublic) {
}
