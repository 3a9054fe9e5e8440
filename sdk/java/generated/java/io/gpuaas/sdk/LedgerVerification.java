// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record LedgerVerification(
        @JsonProperty("intact") Boolean intact,
        @JsonProperty("seals") Long seals,
        @JsonProperty("sealed_transfers") Long sealedTransfers,
        @JsonProperty("unsealed_transfers") Long unsealedTransfers,
        @JsonProperty("accounts_off") List<Long> accountsOff,
        @JsonProperty("explanation") @Nullable String explanation) {

    public LedgerVerification {
        accountsOff = accountsOff == null ? List.of() : List.copyOf(accountsOff);
    }
}
