// Generated from contracts/asyncapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.events;

import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;

public record StatementClosed(
        StatementId statementId,
        TenantId tenantId,
        String kind,
        String month,
        String currency,
        long totalNanos,
        long totalCents)
        implements DomainEvent {

    public static final String TYPE = "billing.statement_closed";

    @Override
    public String type() {
        return TYPE;
    }

    @Override
    public Aggregate aggregate() {
        return Aggregate.of("statement", statementId);
    }
}
