package io.gpuaas.controlplane.billing;

import io.gpuaas.api.Adjustment;
import io.gpuaas.api.AdjustmentPage;
import io.gpuaas.api.CreateAdjustment;
import io.gpuaas.api.DraftStatement;
import io.gpuaas.api.FinanceApi;
import io.gpuaas.api.FocusGranularity;
import io.gpuaas.api.StatementFormat;
import io.gpuaas.api.StatementPage;
import io.gpuaas.controlplane.billing.statements.StatementDocument;
import io.gpuaas.controlplane.billing.statements.StatementStore;
import io.gpuaas.controlplane.billing.statements.StatementStore.Head;
import io.gpuaas.controlplane.billing.statements.StatementStore.Line;
import io.gpuaas.controlplane.billing.statements.Statements;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import java.time.DateTimeException;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

@RestController
class FinanceHandler implements FinanceApi {

    private static final String STATEMENTS = "statements";
    private static final String ADJUSTMENTS = "adjustments";
    private static final String PENDING = "pending-adjustments";

    private final Statements statements;
    private final StatementStore statementStore;
    private final FocusExport focus;
    private final Adjustments adjustments;
    private final AdjustmentStore adjustmentStore;

    FinanceHandler(
            Statements statements,
            StatementStore statementStore,
            FocusExport focus,
            Adjustments adjustments,
            AdjustmentStore adjustmentStore) {
        this.statements = statements;
        this.statementStore = statementStore;
        this.focus = focus;
        this.adjustments = adjustments;
        this.adjustmentStore = adjustmentStore;
    }

    @Override
    public StatementPage listStatements(TenantId tenant, Integer limit, @Nullable String cursor) {
        UUID before = PageCursor.decode(STATEMENTS, cursor, UUID::fromString);
        List<Head> rows = statementStore.list(tenant, before, limit + 1);
        return new StatementPage(
                PageCursor.page(rows, limit).stream().map(Head::view).toList(),
                PageCursor.next(STATEMENTS, rows, limit, row -> row.id().value()));
    }

    @Override
    public DraftStatement getDraftStatement(TenantId tenant) {
        return statements.draft(tenant);
    }

    @Override
    public StreamingResponseBody downloadStatement(
            TenantId tenant, StatementId id, StatementFormat format, @Nullable ProjectId project) {
        Head head = statements.require(tenant, id);
        List<Line> lines = statementStore.lines(id);
        return project == null
                ? StatementDocument.of(format, head, lines)
                : StatementDocument.ofProject(format, head, lines, project);
    }

    @Override
    public StreamingResponseBody exportFocus(TenantId tenant, String month, @Nullable FocusGranularity granularity) {
        return focus.of(tenant, month(month), granularity == null ? FocusGranularity.DAY : granularity);
    }

    private static YearMonth month(String text) {
        try {
            return YearMonth.parse(text);
        } catch (DateTimeException e) {
            throw ProblemException.invalid("month", "is not a month like 2026-03");
        }
    }

    @Override
    public AdjustmentPage listAdjustments(TenantId tenant, Integer limit, @Nullable String cursor) {
        UUID before = PageCursor.decode(ADJUSTMENTS, cursor, UUID::fromString);
        return page(ADJUSTMENTS, adjustmentStore.list(tenant, before, limit + 1), limit);
    }

    @Override
    public AdjustmentPage listPendingAdjustments(Integer limit, @Nullable String cursor) {
        UUID after = PageCursor.decode(PENDING, cursor, UUID::fromString);
        return page(PENDING, adjustmentStore.listPending(after, limit + 1), limit);
    }

    private static AdjustmentPage page(String listing, List<AdjustmentRecord> rows, int limit) {
        return new AdjustmentPage(
                PageCursor.page(rows, limit).stream()
                        .map(AdjustmentRecord::view)
                        .toList(),
                PageCursor.next(listing, rows, limit, row -> row.id().value()));
    }

    @Override
    public Adjustment createAdjustment(TenantId tenant, CreateAdjustment command) {
        return adjustments.create(tenant, command);
    }

    @Override
    public Adjustment approveAdjustment(TenantId tenant, AdjustmentId id) {
        return adjustments.approve(tenant, id);
    }

    @Override
    public Adjustment rejectAdjustment(TenantId tenant, AdjustmentId id) {
        return adjustments.reject(tenant, id);
    }
}
