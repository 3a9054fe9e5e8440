package io.gpuaas.controlplane.billing.statements;

import io.gpuaas.controlplane.events.DomainEvent;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;

/** A statement of a month, or a credit note, can be read. */
record StatementClosed(
        StatementId statementId,
        TenantId tenantId,
        String kind,
        String month,
        String currency,
        long totalNanos,
        long totalCents)
        implements DomainEvent {

    static StatementClosed of(StatementStore.Head head) {
        return new StatementClosed(
                head.id(),
                head.tenant(),
                head.isCreditNote() ? "credit_note" : "statement",
                head.month(),
                head.total().currency(),
                head.total().nanos(),
                head.cents());
    }

    @Override
    public String type() {
        return "billing.statement_closed";
    }

    @Override
    public Aggregate aggregate() {
        return new Aggregate("statement", statementId.toString());
    }
}
