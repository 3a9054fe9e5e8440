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

/** Credit, use and what it cost, and the ledger. */
public interface BillingApi {

    /** Agree on use at a discount. */
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

    /** Show a tenant's credit and how long it lasts. */
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

    /** Show what a project may cost in a month, and what it cost so far. */
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

    /** Give a tenant credit that expires. */
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

    /** List what a tenant committed itself to use. */
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

    /** Show what a tenant used and what it cost. */
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
            @RequestParam(name = "from", required = false) @Nullable Instant from,
            @RequestParam(name = "to", required = false) @Nullable Instant to,
            @RequestParam(name = "project_id", required = false) @Nullable ProjectId projectId,
            @RequestParam(name = "sku", required = false) @Size(max = 100) @Nullable String sku,
            @RequestParam(name = "user", required = false) @Size(max = 100) @Nullable String user,
            @RequestParam(name = "label", required = false) @Size(max = 200) @Nullable String label,
            @RequestParam(name = "allocation_id", required = false) @Nullable AllocationId allocationId);

    /** List what was booked for a tenant. */
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
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Take a project's budget away. */
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

    /** Say what a project may cost in a month. */
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

    /** Compare all balances with their transfers and check every seal. */
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
