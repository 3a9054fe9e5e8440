// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record GpuSeries(
        @JsonProperty("uuid") String uuid,
        @JsonProperty("points") List<GpuPoint> points) {

    public GpuSeries {
        points = points == null ? List.of() : List.copyOf(points);
    }
}
