// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

@JsonInclude(JsonInclude.Include.NON_NULL)
public record MoneyOverview(
        @JsonProperty("currencies") @NotNull List<@Valid CurrencyOverview> currencies,
        @JsonProperty("short_of_credit") @NotNull Integer shortOfCredit,
        @JsonProperty("short_tenants") @NotNull List<@Valid ShortTenant> shortTenants,
        @JsonProperty("pending_adjustments") @NotNull Integer pendingAdjustments,
        @JsonProperty("in_balance") @NotNull Boolean inBalance,
        @JsonProperty("charged_until") @Nullable Instant chargedUntil,
        @JsonProperty("left_out") @Nullable List<@Valid TenantLeftOut> leftOut) {

    public MoneyOverview {
        currencies = currencies == null ? null : List.copyOf(currencies);
        shortTenants = shortTenants == null ? null : List.copyOf(shortTenants);
        leftOut = leftOut == null ? null : List.copyOf(leftOut);
    }
}
