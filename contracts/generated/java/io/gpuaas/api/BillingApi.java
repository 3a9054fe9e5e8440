// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Credit, usage, costs, and the ledger. */
public interface BillingApi {

    /** Create a commitment. */
    @ContractOperation(
            id = "createCommitment",
            permission = "billing.grant",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "commitment.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/commitments", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Commitment createCommitment(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody CreateCommitment createCommitment);

    /** Get a tenant's balance. */
    @ContractOperation(
            id = "getBalance",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/balance", produces = "application/json")
    TenantBalances getBalance(
            @PathVariable("tenant_id") TenantId tenantId);

    /** Get a project's budget and its cost this month. */
    @ContractOperation(
            id = "getBudget",
            permission = "budgets.read",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/projects/{project_id}/budget", produces = "application/json")
    Budget getBudget(
            @PathVariable("project_id") ProjectId projectId);

    /** Grant a tenant promotional credit. */
    @ContractOperation(
            id = "grantPromotionalCredit",
            permission = "billing.grant",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "promotional_credit.grant")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/promotional-credits", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    PromotionalCredit grantPromotionalCredit(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody GrantPromotionalCredit grantPromotionalCredit);

    /** List the budgets of a tenant's projects. */
    @ContractOperation(
            id = "listBudgets",
            permission = "budgets.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/budgets", produces = "application/json")
    BudgetPage listBudgets(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a tenant's commitments. */
    @ContractOperation(
            id = "listCommitments",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/commitments", produces = "application/json")
    CommitmentPage listCommitments(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Get a tenant's usage and costs. */
    @ContractOperation(
            id = "listCosts",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/costs", produces = "application/json")
    CostReport listCosts(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "group_by") CostGroup groupBy,
            @RequestParam(name = "and_by", required = false) @Nullable CostGroup andBy,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to,
            @RequestParam(name = "project_id", required = false) @Nullable ProjectId projectId,
            @RequestParam(name = "sku", required = false) @Size(max = 100) @Nullable String sku,
            @RequestParam(name = "user", required = false) @Size(max = 100) @Nullable String user,
            @RequestParam(name = "label", required = false) @Size(max = 200) @Nullable String label,
            @RequestParam(name = "allocation_id", required = false) @Nullable AllocationId allocationId);

    /** List a tenant's ledger transfers. */
    @ContractOperation(
            id = "listLedgerTransfers",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/ledger-transfers", produces = "application/json")
    LedgerTransferPage listLedgerTransfers(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "kind", required = false) @Size(min = 1, max = 60) @Nullable String kind,
            @RequestParam(name = "allocation_id", required = false) @Nullable AllocationId allocationId,
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Remove a project's budget. */
    @ContractOperation(
            id = "removeBudget",
            permission = "budgets.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "budget.remove")
    @RequestMapping(method = RequestMethod.DELETE, path = "/api/v1/projects/{project_id}/budget", produces = "application/json")
    Budget removeBudget(
            @PathVariable("project_id") ProjectId projectId);

    /** Set a project's monthly budget. */
    @ContractOperation(
            id = "setBudget",
            permission = "budgets.manage",
            scope = Scope.PROJECT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.OPTIONAL,
            audit = "budget.set")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/projects/{project_id}/budget", produces = "application/json", consumes = "application/json")
    Budget setBudget(
            @PathVariable("project_id") ProjectId projectId,
            @Valid @RequestBody SetBudget setBudget);

    /** Verify the ledger's balances and seals. */
    @ContractOperation(
            id = "verifyLedger",
            permission = "ledger.verify",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "ledger.verify")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/ledger/verification", produces = "application/json")
    LedgerVerification verifyLedger();
}
