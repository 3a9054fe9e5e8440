package io.gpuaas.controlplane.billing;

import io.gpuaas.api.BillingApi;
import io.gpuaas.api.CostGroup;
import io.gpuaas.api.CostReport;
import io.gpuaas.api.GrantPromotionalCredit;
import io.gpuaas.api.LedgerTransfer;
import io.gpuaas.api.LedgerTransferPage;
import io.gpuaas.api.Money;
import io.gpuaas.api.PromotionalCredit;
import io.gpuaas.api.TenantBalances;
import io.gpuaas.controlplane.ledger.LedgerVerification;
import io.gpuaas.controlplane.ledger.LedgerVerifier;
import io.gpuaas.controlplane.ledger.Transfers;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BillingHandler implements BillingApi {

    private static final String TRANSFERS = "ledger-transfers";
    private static final Duration COSTS_DEFAULT = Duration.ofDays(30);

    private final Balances balances;
    private final Gifts gifts;
    private final CostStore costs;
    private final Transfers transfers;
    private final LedgerVerifier verifier;
    private final Clock clock;

    BillingHandler(
            Balances balances,
            Gifts gifts,
            CostStore costs,
            Transfers transfers,
            LedgerVerifier verifier,
            Clock clock) {
        this.balances = balances;
        this.gifts = gifts;
        this.costs = costs;
        this.transfers = transfers;
        this.verifier = verifier;
        this.clock = clock;
    }

    @Override
    public TenantBalances getBalance(TenantId tenant) {
        return new TenantBalances(balances.of(tenant));
    }

    @Override
    public PromotionalCredit grantPromotionalCredit(TenantId tenant, GrantPromotionalCredit command) {
        return gifts.grant(tenant, command);
    }

    @Override
    public CostReport listCosts(TenantId tenant, CostGroup group, @Nullable Instant from, @Nullable Instant to) {
        Instant end = to == null ? clock.instant() : to;
        Instant start = from == null ? end.minus(COSTS_DEFAULT) : from;
        return new CostReport(start, end, costs.costs(tenant, group, start, end));
    }

    @Override
    public LedgerTransferPage listLedgerTransfers(TenantId tenant, Integer limit, @Nullable String cursor) {
        Long before = PageCursor.decode(TRANSFERS, cursor, Long::valueOf);
        List<Transfers.Entry> rows = transfers.list(tenant, before, limit + 1);
        return new LedgerTransferPage(
                PageCursor.page(rows, limit).stream().map(BillingHandler::view).toList(),
                PageCursor.next(TRANSFERS, rows, limit, Transfers.Entry::id));
    }

    private static LedgerTransfer view(Transfers.Entry entry) {
        return new LedgerTransfer(
                entry.id(),
                entry.kind(),
                entry.subject(),
                entry.debit(),
                entry.credit(),
                new Money(entry.amount().nanos(), entry.amount().currency()),
                entry.bookedAt(),
                entry.effectiveAt(),
                entry.reverses());
    }

    @Override
    public io.gpuaas.api.LedgerVerification verifyLedger() {
        LedgerVerification found = verifier.verify();
        return new io.gpuaas.api.LedgerVerification(
                found.intact(),
                found.seals(),
                found.sealedTransfers(),
                found.unsealedTransfers(),
                found.accountsOff(),
                found.explanation());
    }
}
