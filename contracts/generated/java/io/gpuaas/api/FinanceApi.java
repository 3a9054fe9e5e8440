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

/** Statements, exports, and corrections of the books. */
public interface FinanceApi {

    /** Approve a correction somebody else asked for. */
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

    /** Correct a tenant's account. */
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

    /** Download the use of a month in the columns of FOCUS. */
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
            @RequestParam(name = "month") @Size(min = 7, max = 7) String month);

    /** List corrections by finance. */
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

    /** List corrections of all tenants that wait for approval. */
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

    /** List the statements and credit notes of a tenant. */
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

    /** Reject a correction. */
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
