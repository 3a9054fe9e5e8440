// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import java.io.InputStream;
import java.util.Map;

/** Statements, exports, and corrections to the ledger. */
public final class FinanceApi {

    private final Transport transport;

    FinanceApi(Transport transport) {
        this.transport = transport;
    }

    /** Approve an adjustment requested by another person. */
    public Adjustment approveAdjustment(TenantId tenantId, AdjustmentId adjustmentId) {
        return approveAdjustment(tenantId, adjustmentId, IdempotencyKey.random());
    }

    /** Approve an adjustment requested by another person, under a key you chose: the same key again answers the same and does nothing more. */
    public Adjustment approveAdjustment(TenantId tenantId, AdjustmentId adjustmentId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/approve")
                .path("tenant_id", tenantId)
                .path("adjustment_id", adjustmentId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Adjustment.class);
    }

    /** Create an adjustment to a tenant's account. */
    public Adjustment createAdjustment(TenantId tenantId, CreateAdjustment createAdjustment) {
        return createAdjustment(tenantId, createAdjustment, IdempotencyKey.random());
    }

    /** Create an adjustment to a tenant's account, under a key you chose: the same key again answers the same and does nothing more. */
    public Adjustment createAdjustment(TenantId tenantId, CreateAdjustment createAdjustment, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/adjustments")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(createAdjustment)
                .accept("application/json");
        return transport.send(call, Adjustment.class);
    }

    /** Download a statement or credit note. */
    public InputStream downloadStatement(TenantId tenantId, StatementId statementId, StatementFormat format, DownloadStatementFilter filter) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/statements/{statement_id}/document")
                .path("tenant_id", tenantId)
                .path("statement_id", statementId)
                .query("format", format)
                .query(filter.parameters())
                .accept("application/pdf, text/csv");
        return transport.stream(call);
    }

    /** Export a month's usage in FOCUS format. */
    public InputStream exportFocus(TenantId tenantId, String month, ExportFocusFilter filter) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/focus-export")
                .path("tenant_id", tenantId)
                .query("month", month)
                .query(filter.parameters())
                .accept("text/csv");
        return transport.stream(call);
    }

    /** Get what the statement of the running month holds so far. */
    public DraftStatement getDraftStatement(TenantId tenantId) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/draft-statement")
                .path("tenant_id", tenantId)
                .accept("application/json");
        return transport.send(call, DraftStatement.class);
    }

    /** List a tenant's adjustments. */
    public AdjustmentPage listAdjustments(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/adjustments")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, AdjustmentPage.class);
    }

    /** List adjustments of all tenants that await approval. */
    public AdjustmentPage listPendingAdjustments(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/pending-adjustments")
                .page(page)
                .accept("application/json");
        return transport.send(call, AdjustmentPage.class);
    }

    /** List a tenant's statements and credit notes. */
    public StatementPage listStatements(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/statements")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, StatementPage.class);
    }

    /** Reject an adjustment. */
    public Adjustment rejectAdjustment(TenantId tenantId, AdjustmentId adjustmentId) {
        return rejectAdjustment(tenantId, adjustmentId, IdempotencyKey.random());
    }

    /** Reject an adjustment, under a key you chose: the same key again answers the same and does nothing more. */
    public Adjustment rejectAdjustment(TenantId tenantId, AdjustmentId adjustmentId, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/adjustments/{adjustment_id}/reject")
                .path("tenant_id", tenantId)
                .path("adjustment_id", adjustmentId)
                .idempotencyKey(idempotencyKey)
                .accept("application/json");
        return transport.send(call, Adjustment.class);
    }

    /** Filters of {@code downloadStatement}. */
    public record DownloadStatementFilter(Map<String, String> parameters) {

        public DownloadStatementFilter {
            parameters = Map.copyOf(parameters);
        }

        public static DownloadStatementFilter none() {
            return new DownloadStatementFilter(Map.of());
        }

        public DownloadStatementFilter projectId(ProjectId projectId) {
            return new DownloadStatementFilter(Parameters.with(parameters, "project_id", projectId));
        }
    }

    /** Filters of {@code exportFocus}. */
    public record ExportFocusFilter(Map<String, String> parameters) {

        public ExportFocusFilter {
            parameters = Map.copyOf(parameters);
        }

        public static ExportFocusFilter none() {
            return new ExportFocusFilter(Map.of());
        }

        public ExportFocusFilter granularity(FocusGranularity granularity) {
            return new ExportFocusFilter(Parameters.with(parameters, "granularity", granularity));
        }
    }
}
