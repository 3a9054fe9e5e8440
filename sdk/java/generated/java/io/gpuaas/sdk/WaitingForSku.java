// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record WaitingForSku(
        @JsonProperty("sku") String sku,
        @JsonProperty("allocations") Integer allocations,
        @JsonProperty("gpus") Long gpus,
        @JsonProperty("oldest_at") Instant oldestAt) {
}
