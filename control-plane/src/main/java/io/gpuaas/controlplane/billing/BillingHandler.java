package io.gpuaas.controlplane.billing;

import io.gpuaas.api.BillingApi;
import io.gpuaas.api.Budget;
import io.gpuaas.api.BudgetPage;
import io.gpuaas.api.Commitment;
import io.gpuaas.api.CommitmentPage;
import io.gpuaas.api.CostGroup;
import io.gpuaas.api.CostLine;
import io.gpuaas.api.CostReport;
import io.gpuaas.api.CreateCommitment;
import io.gpuaas.api.GrantPromotionalCredit;
import io.gpuaas.api.LedgerTransfer;
import io.gpuaas.api.LedgerTransferPage;
import io.gpuaas.api.Money;
import io.gpuaas.api.PromotionalCredit;
import io.gpuaas.api.SetBudget;
import io.gpuaas.api.TenantBalances;
import io.gpuaas.api.TransferCharge;
import io.gpuaas.controlplane.ledger.LedgerVerification;
import io.gpuaas.controlplane.ledger.LedgerVerifier;
import io.gpuaas.controlplane.ledger.Transfers;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class BillingHandler implements BillingApi {

    private static final String TRANSFERS = "ledger-transfers";
    private static final String COMMITMENTS = "commitments";
    private static final String BUDGETS = "budgets";
    private static final Duration COSTS_DEFAULT = Duration.ofDays(30);

    private final Balances balances;
    private final Gifts gifts;
    private final CostStore costs;
    private final Transfers transfers;
    private final TransferCharges transferCharges;
    private final LedgerVerifier verifier;
    private final Budgets budgets;
    private final Commitments commitments;
    private final CommitmentStore commitmentStore;
    private final Clock clock;

    BillingHandler(
            Balances balances,
            Gifts gifts,
            CostStore costs,
            Transfers transfers,
            TransferCharges transferCharges,
            LedgerVerifier verifier,
            Budgets budgets,
            Commitments commitments,
            CommitmentStore commitmentStore,
            Clock clock) {
        this.balances = balances;
        this.gifts = gifts;
        this.costs = costs;
        this.transfers = transfers;
        this.transferCharges = transferCharges;
        this.verifier = verifier;
        this.budgets = budgets;
        this.commitments = commitments;
        this.commitmentStore = commitmentStore;
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
    public CostReport listCosts(
            TenantId tenant,
            CostGroup group,
            @Nullable CostGroup andBy,
            @Nullable Instant from,
            @Nullable Instant to,
            @Nullable ProjectId project,
            @Nullable String sku,
            @Nullable String user,
            @Nullable String label,
            @Nullable AllocationId allocation) {
        Instant end = to == null ? clock.instant() : to;
        Instant start = from == null ? end.minus(COSTS_DEFAULT) : from;
        CostStore.Filter filter = CostStore.Filter.of(group, project, sku, user, label, allocation);
        if (andBy == CostGroup.LABEL) {
            throw ProblemException.invalid("and_by", "must not be label; group by label and a second group instead");
        }
        List<CostLine> lines = costs.costs(tenant, new CostStore.Groups(group, andBy), start, end, filter);
        return new CostReport(
                start, end, PageCursor.page(lines, CostStore.LINES_MAX), lines.size() > CostStore.LINES_MAX);
    }

    @Override
    public LedgerTransferPage listLedgerTransfers(
            TenantId tenant,
            @Nullable String kind,
            @Nullable AllocationId allocation,
            @Nullable Instant from,
            @Nullable Instant to,
            Integer limit,
            @Nullable String cursor) {
        Long before = PageCursor.decode(TRANSFERS, cursor, Long::valueOf);
        Transfers.Wanted wanted = new Transfers.Wanted(kind, allocation == null ? null : allocation.value(), from, to);
        List<Transfers.Entry> rows = transfers.list(tenant, wanted, before, limit + 1);
        List<Transfers.Entry> page = PageCursor.page(rows, limit);
        Map<Long, TransferCharge> charges = transferCharges.of(page);
        return new LedgerTransferPage(
                page.stream().map(entry -> view(entry, charges.get(entry.id()))).toList(),
                PageCursor.next(TRANSFERS, rows, limit, Transfers.Entry::id));
    }

    private static LedgerTransfer view(Transfers.Entry entry, @Nullable TransferCharge charge) {
        return new LedgerTransfer(
                entry.id(),
                entry.kind(),
                entry.subject(),
                entry.debit(),
                entry.credit(),
                new Money(entry.amount().nanos(), entry.amount().currency()),
                entry.bookedAt(),
                entry.effectiveAt(),
                entry.reverses(),
                charge);
    }

    @Override
    public Budget getBudget(ProjectId project) {
        return budgets.require(project);
    }

    @Override
    public BudgetPage listBudgets(TenantId tenant, Integer limit, @Nullable String cursor) {
        List<Budget> rows = budgets.list(tenant, PageCursor.decode(BUDGETS, cursor, UUID::fromString), limit + 1);
        return new BudgetPage(
                PageCursor.page(rows, limit),
                PageCursor.next(BUDGETS, rows, limit, row -> row.projectId().value()));
    }

    @Override
    public Budget setBudget(ProjectId project, SetBudget command) {
        return budgets.set(project, command);
    }

    @Override
    public Budget removeBudget(ProjectId project) {
        return budgets.remove(project);
    }

    @Override
    public Commitment createCommitment(TenantId tenant, CreateCommitment command) {
        return commitments.create(tenant, command);
    }

    @Override
    public CommitmentPage listCommitments(TenantId tenant, Integer limit, @Nullable String cursor) {
        UUID before = PageCursor.decode(COMMITMENTS, cursor, UUID::fromString);
        List<Commitment> rows = commitmentStore.list(tenant, before, limit + 1);
        return new CommitmentPage(
                PageCursor.page(rows, limit),
                PageCursor.next(COMMITMENTS, rows, limit, row -> row.id().value()));
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
