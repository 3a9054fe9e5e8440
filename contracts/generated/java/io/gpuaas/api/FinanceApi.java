// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Statements, exports, and corrections to the ledger. */
public interface FinanceApi {

    /** Approve an adjustment requested by another person. */
    @ContractOperation(
            id = "approveAdjustment",
            permission = "billing.adjust",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "adjustment.approve")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/approve", produces = "application/json")
    Adjustment approveAdjustment(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("adjustment_id") AdjustmentId adjustmentId);

    /** Create an adjustment to a tenant's account. */
    @ContractOperation(
            id = "createAdjustment",
            permission = "billing.adjust",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "adjustment.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/adjustments", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Adjustment createAdjustment(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody CreateAdjustment createAdjustment);

    /** Download a statement or credit note. */
    @ContractOperation(
            id = "downloadStatement",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/statements/{statement_id}/document", produces = {"application/pdf", "text/csv"})
    StreamingResponseBody downloadStatement(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("statement_id") StatementId statementId,
            @RequestParam(name = "format") StatementFormat format,
            @RequestParam(name = "project_id", required = false) @Nullable ProjectId projectId);

    /** Export a month's usage in FOCUS format. */
    @ContractOperation(
            id = "exportFocus",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/focus-export", produces = "text/csv")
    StreamingResponseBody exportFocus(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "month") @Size(min = 7, max = 7) String month,
            @RequestParam(name = "granularity", required = false) @Nullable FocusGranularity granularity);

    /** Get what the statement of the running month holds so far. */
    @ContractOperation(
            id = "getDraftStatement",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/draft-statement", produces = "application/json")
    DraftStatement getDraftStatement(
            @PathVariable("tenant_id") TenantId tenantId);

    /** List a tenant's adjustments. */
    @ContractOperation(
            id = "listAdjustments",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/adjustments", produces = "application/json")
    AdjustmentPage listAdjustments(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List adjustments of all tenants that await approval. */
    @ContractOperation(
            id = "listPendingAdjustments",
            permission = "billing.read",
            scope = Scope.PLATFORM,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/pending-adjustments", produces = "application/json")
    AdjustmentPage listPendingAdjustments(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a tenant's statements and credit notes. */
    @ContractOperation(
            id = "listStatements",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/statements", produces = "application/json")
    StatementPage listStatements(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Reject an adjustment. */
    @ContractOperation(
            id = "rejectAdjustment",
            permission = "billing.adjust",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "adjustment.reject")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/reject", produces = "application/json")
    Adjustment rejectAdjustment(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("adjustment_id") AdjustmentId adjustmentId);
}
