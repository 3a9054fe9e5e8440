// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Credit, usage, costs, and the ledger. */
public final class BillingApi {

    private final Transport transport;

    BillingApi(Transport transport) {
        this.transport = transport;
    }

    /** Create a commitment. */
    public Commitment createCommitment(TenantId tenantId, CreateCommitment createCommitment) {
        return createCommitment(tenantId, createCommitment, IdempotencyKey.random());
    }

    /** Create a commitment, under a key you chose: the same key again answers the same and does nothing more. */
    public Commitment createCommitment(TenantId tenantId, CreateCommitment createCommitment, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/commitments")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(createCommitment)
                .accept("application/json");
        return transport.send(call, Commitment.class);
    }

    /** Get a tenant's balance. */
    public TenantBalances getBalance(TenantId tenantId) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/balance")
                .path("tenant_id", tenantId)
                .accept("application/json");
        return transport.send(call, TenantBalances.class);
    }

    /** Get a project's budget and its cost this month. */
    public Budget getBudget(ProjectId projectId) {
        Call call = Call.of("GET", "/api/v1/projects/{project_id}/budget")
                .path("project_id", projectId)
                .accept("application/json");
        return transport.send(call, Budget.class);
    }

    /** Grant a tenant promotional credit. */
    public PromotionalCredit grantPromotionalCredit(TenantId tenantId, GrantPromotionalCredit grantPromotionalCredit) {
        return grantPromotionalCredit(tenantId, grantPromotionalCredit, IdempotencyKey.random());
    }

    /** Grant a tenant promotional credit, under a key you chose: the same key again answers the same and does nothing more. */
    public PromotionalCredit grantPromotionalCredit(TenantId tenantId, GrantPromotionalCredit grantPromotionalCredit, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/promotional-credits")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(grantPromotionalCredit)
                .accept("application/json");
        return transport.send(call, PromotionalCredit.class);
    }

    /** List the budgets of a tenant's projects. */
    public BudgetPage listBudgets(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/budgets")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, BudgetPage.class);
    }

    /** List a tenant's commitments. */
    public CommitmentPage listCommitments(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/commitments")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, CommitmentPage.class);
    }

    /** Get a tenant's usage and costs. */
    public CostReport listCosts(TenantId tenantId, CostGroup groupBy, ListCostsFilter filter) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/costs")
                .path("tenant_id", tenantId)
                .query("group_by", groupBy)
                .query(filter.parameters())
                .accept("application/json");
        return transport.send(call, CostReport.class);
    }

    /** List a tenant's ledger transfers. */
    public LedgerTransferPage listLedgerTransfers(TenantId tenantId, ListLedgerTransfersFilter filter, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/ledger-transfers")
                .path("tenant_id", tenantId)
                .query(filter.parameters())
                .page(page)
                .accept("application/json");
        return transport.send(call, LedgerTransferPage.class);
    }

    /** Remove a project's budget. */
    public Budget removeBudget(ProjectId projectId) {
        return removeBudget(projectId, IdempotencyKey.random());
    }

    /** Remove a project's budget, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Budget removeBudget(ProjectId projectId, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("DELETE", "/api/v1/projects/{project_id}/budget")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Budget.class);
    }

    /** Set a project's monthly budget. */
    public Budget setBudget(ProjectId projectId, SetBudget setBudget) {
        return setBudget(projectId, setBudget, IdempotencyKey.random());
    }

    /** Set a project's monthly budget, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public Budget setBudget(ProjectId projectId, SetBudget setBudget, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/projects/{project_id}/budget")
                .path("project_id", projectId)
                .idempotencyKey(idempotencyKey)
                .body(setBudget)
                .accept("application/json");
        return transport.send(call, Budget.class);
    }

    /** Verify the ledger's balances and seals. */
    public LedgerVerification verifyLedger() {
        Call call = Call.of("GET", "/api/v1/ledger/verification")
                .accept("application/json");
        return transport.send(call, LedgerVerification.class);
    }

    /** Filters of {@code listCosts}. */
    public record ListCostsFilter(Map<String, String> parameters) {

        public ListCostsFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListCostsFilter none() {
            return new ListCostsFilter(Map.of());
        }

        public ListCostsFilter andBy(CostGroup andBy) {
            return new ListCostsFilter(Parameters.with(parameters, "and_by", andBy));
        }

        public ListCostsFilter from(Instant from) {
            return new ListCostsFilter(Parameters.with(parameters, "from", from));
        }

        public ListCostsFilter to(Instant to) {
            return new ListCostsFilter(Parameters.with(parameters, "to", to));
        }

        public ListCostsFilter projectId(ProjectId projectId) {
            return new ListCostsFilter(Parameters.with(parameters, "project_id", projectId));
        }

        public ListCostsFilter sku(String sku) {
            return new ListCostsFilter(Parameters.with(parameters, "sku", sku));
        }

        public ListCostsFilter user(String user) {
            return new ListCostsFilter(Parameters.with(parameters, "user", user));
        }

        public ListCostsFilter label(String label) {
            return new ListCostsFilter(Parameters.with(parameters, "label", label));
        }

        public ListCostsFilter allocationId(AllocationId allocationId) {
            return new ListCostsFilter(Parameters.with(parameters, "allocation_id", allocationId));
        }
    }

    /** Filters of {@code listLedgerTransfers}. */
    public record ListLedgerTransfersFilter(Map<String, String> parameters) {

        public ListLedgerTransfersFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ListLedgerTransfersFilter none() {
            return new ListLedgerTransfersFilter(Map.of());
        }

        public ListLedgerTransfersFilter kind(String kind) {
            return new ListLedgerTransfersFilter(Parameters.with(parameters, "kind", kind));
        }

        public ListLedgerTransfersFilter allocationId(AllocationId allocationId) {
            return new ListLedgerTransfersFilter(Parameters.with(parameters, "allocation_id", allocationId));
        }

        public ListLedgerTransfersFilter from(Instant from) {
            return new ListLedgerTransfersFilter(Parameters.with(parameters, "from", from));
        }

        public ListLedgerTransfersFilter to(Instant to) {
            return new ListLedgerTransfersFilter(Parameters.with(parameters, "to", to));
        }
    }
}
