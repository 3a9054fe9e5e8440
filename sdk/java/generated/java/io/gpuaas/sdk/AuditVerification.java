// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record AuditVerification(
        @JsonProperty("intact") Boolean intact,
        @JsonProperty("seals_checked") Long sealsChecked,
        @JsonProperty("rows_checked") Long rowsChecked,
        @JsonProperty("rows_unsealed") Long rowsUnsealed,
        @JsonProperty("first_bad_row") @Nullable Long firstBadRow,
        @JsonProperty("explanation") @Nullable String explanation,
        @JsonProperty("archived_months") @Nullable List<String> archivedMonths,
        @JsonProperty("archived_rows") @Nullable Long archivedRows,
        @JsonProperty("anchors_checked") @Nullable Long anchorsChecked) {

    public AuditVerification {
        archivedMonths = archivedMonths == null ? null : List.copyOf(archivedMonths);
    }
}
