// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record MoneyOverview(
        @JsonProperty("currencies") List<CurrencyOverview> currencies,
        @JsonProperty("short_of_credit") Integer shortOfCredit,
        @JsonProperty("short_tenants") List<ShortTenant> shortTenants,
        @JsonProperty("pending_adjustments") Integer pendingAdjustments,
        @JsonProperty("in_balance") Boolean inBalance,
        @JsonProperty("charged_until") @Nullable Instant chargedUntil,
        @JsonProperty("left_out") @Nullable List<TenantLeftOut> leftOut) {

    public MoneyOverview {
        currencies = currencies == null ? List.of() : List.copyOf(currencies);
        shortTenants = shortTenants == null ? List.of() : List.copyOf(shortTenants);
        leftOut = leftOut == null ? null : List.copyOf(leftOut);
    }
}
