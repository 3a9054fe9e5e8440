// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerVerification(
        @JsonProperty("intact") @NotNull Boolean intact,
        @JsonProperty("seals") @NotNull Long seals,
        @JsonProperty("sealed_transfers") @NotNull Long sealedTransfers,
        @JsonProperty("unsealed_transfers") @NotNull Long unsealedTransfers,
        @JsonProperty("accounts_off") @NotNull List<Long> accountsOff,
        @JsonProperty("explanation") @Nullable String explanation) {

    public LedgerVerification {
        accountsOff = accountsOff == null ? null : List.copyOf(accountsOff);
    }
}
