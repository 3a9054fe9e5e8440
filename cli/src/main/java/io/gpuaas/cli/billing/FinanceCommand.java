package io.gpuaas.cli.billing;

import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AdjustmentId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.StatementId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.Adjustment;
import io.gpuaas.sdk.AdjustmentKind;
import io.gpuaas.sdk.CreateAdjustment;
import io.gpuaas.sdk.CreateCommitment;
import io.gpuaas.sdk.DraftStatement;
import io.gpuaas.sdk.DraftStatementLine;
import io.gpuaas.sdk.FinanceApi;
import io.gpuaas.sdk.Statement;
import io.gpuaas.sdk.StatementFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "finance",
        description = "Manage statements, exports, commitments and adjustments.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas finance statements 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas finance draft 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas finance download 0198c0de-0000-7000-8000-000000000001 0198c0de-0000-7000-8000-00000000000d"
                    + " --format pdf --file march.pdf",
            "  gpuaas finance focus 0198c0de-0000-7000-8000-000000000001 2026-03",
            "  gpuaas finance commitments 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas finance commit 0198c0de-0000-7000-8000-000000000001 h100 --gpus 8 --discount 30"
                    + " --from 2030-01-01T00:00:00Z --to 2031-01-01T00:00:00Z",
            "  gpuaas finance adjustments 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas finance pending",
            "  gpuaas finance adjust 0198c0de-0000-7000-8000-000000000001 credit 20 --reason \"outage\"",
            "  gpuaas finance approve 0198c0de-0000-7000-8000-000000000001 0198c0de-0000-7000-8000-00000000000e",
            "  gpuaas finance reject 0198c0de-0000-7000-8000-000000000001 0198c0de-0000-7000-8000-00000000000e",
        })
final class FinanceCommand {

    private static final String ID = "The tenant's id.";

    private static final Table<Statement> STATEMENTS = Table.of("id", Statement::id)
            .and("kind", Statement::kind)
            .and("month", Statement::month)
            .and("total", statement -> Amount.show(statement.total()))
            .and("closed", Statement::closedAt);

    private static final Table<DraftStatementLine> DRAFT = Table.of("line", DraftStatementLine::description)
            .and("project", DraftStatementLine::projectId)
            .and("gpu hours", line -> line.gpuSeconds() / 3_600.0)
            .and("amount", line -> Amount.show(line.amount()));

    private static final Table<Adjustment> ADJUSTMENTS = Table.of("id", Adjustment::id)
            .and("kind", Adjustment::kind)
            .and("amount", adjustment -> Amount.show(adjustment.amount()))
            .and("state", Adjustment::state)
            .and("reason", Adjustment::reason)
            .and("requested", Adjustment::requestedAt);

    private static final Table<Adjustment> PENDING = Table.of("id", Adjustment::id)
            .and("tenant", Adjustment::tenantId)
            .and("kind", Adjustment::kind)
            .and("amount", adjustment -> Amount.show(adjustment.amount()))
            .and("reason", Adjustment::reason)
            .and("requested by", Adjustment::requestedBy)
            .and("requested", Adjustment::requestedAt);

    private final Session session;

    FinanceCommand(Session session) {
        this.session = session;
    }

    private FinanceApi api() {
        return session.connect().finance();
    }

    @Command(mixinStandardHelpOptions = true, description = "List statements and credit notes, newest first.")
    void statements(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenant, @Mixin Paging paging) {
        FinanceApi api = api();
        paging.print(session.output(), page -> api.listStatements(tenant, page), STATEMENTS);
    }

    @Command(mixinStandardHelpOptions = true, description = "Show what the running month's statement holds so far.")
    void draft(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenant) {
        DraftStatement draft = api().getDraftStatement(tenant);
        session.output().list(draft.lines().iterator(), DRAFT);
        session.output()
                .note("Month " + draft.month() + ", charged before " + draft.until()
                        + ". Unused commitments and corrections are added when the month closes.");
    }

    @Command(mixinStandardHelpOptions = true, description = "Download a statement or credit note.")
    void download(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "STATEMENT", description = "The statement's id, as listed.") StatementId statement,
            @Option(names = "--format", paramLabel = "pdf|csv", required = true, description = "File format.")
                    StatementFormat format,
            @Option(names = "--project", paramLabel = "PROJECT", description = "Filter by project.") @Nullable ProjectId project,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "File to write to instead of standard output; it must not exist yet.")
                    @Nullable Path file) {
        FinanceApi.DownloadStatementFilter all = FinanceApi.DownloadStatementFilter.none();
        FinanceApi.DownloadStatementFilter filter = project == null ? all : all.projectId(project);
        try (InputStream document = api().downloadStatement(tenant, statement, format, filter)) {
            session.save(document, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The download was interrupted: " + Words.reason(e), e);
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Download a month's usage as a FOCUS file.")
    void focus(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "MONTH", description = "Month, for example 2026-03.") String month,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description = "File to write to instead of standard output; it must not exist yet.")
                    @Nullable Path file) {
        try (InputStream document = api().exportFocus(tenant, month, FinanceApi.ExportFocusFilter.none())) {
            session.save(document, file);
        } catch (IOException e) {
            throw new UncheckedIOException("The download was interrupted: " + Words.reason(e), e);
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "List a tenant's commitments.")
    void commitments(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenant, @Mixin Paging paging) {
        var api = session.connect().billing();
        paging.print(
                session.output(),
                page -> api.listCommitments(tenant, page),
                "id",
                "sku",
                "gpus",
                "discount_percent",
                "starts_at",
                "ends_at");
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a commitment: usage at a discount.")
    void commit(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "SKU", description = "The SKU's name.") String sku,
            @Option(
                            names = "--gpus",
                            required = true,
                            paramLabel = "N",
                            description = "Number of GPUs committed at all times.")
                    int gpus,
            @Option(names = "--discount", required = true, paramLabel = "PERCENT", description = "Discount in percent.")
                    int discount,
            @Option(
                            names = "--from",
                            required = true,
                            paramLabel = "TIME",
                            description = "Start time: a full hour in the future.")
                    Instant from,
            @Option(names = "--to", required = true, paramLabel = "TIME", description = "End time: a full hour.")
                    Instant to,
            @Mixin Once once) {
        CreateCommitment wish = new CreateCommitment(sku, gpus, discount, from, to);
        session.output().one(session.connect().billing().createCommitment(tenant, wish, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List a tenant's adjustments, newest first.")
    void adjustments(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenant, @Mixin Paging paging) {
        FinanceApi api = api();
        paging.print(session.output(), page -> api.listAdjustments(tenant, page), ADJUSTMENTS);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List adjustments of all tenants that are waiting for approval, oldest first.")
    void pending(@Mixin Paging paging) {
        FinanceApi api = api();
        paging.print(session.output(), api::listPendingAdjustments, PENDING);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Adjust a tenant's account; large adjustments need approval.")
    void adjust(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "KIND", description = "Kind: credit, debit, write_off or credit_note.")
                    AdjustmentKind kind,
            @Parameters(paramLabel = "AMOUNT", description = "Amount, for example 20.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency,
            @Option(
                            names = "--statement",
                            paramLabel = "STATEMENT",
                            description = "Statement that a credit note refers to.")
                    @Nullable StatementId statement,
            @Mixin Reason reason,
            @Mixin Once once) {
        CreateAdjustment wish = new CreateAdjustment(kind, Amount.parse(amount, currency), reason.text(), statement);
        session.output().one(api().createAdjustment(tenant, wish, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Approve an adjustment that another person requested.")
    void approve(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "ADJUSTMENT", description = "The adjustment's id, as listed.")
                    AdjustmentId adjustment,
            @Mixin Once once) {
        session.output().one(api().approveAdjustment(tenant, adjustment, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Reject an adjustment.")
    void reject(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "ADJUSTMENT", description = "The adjustment's id, as listed.")
                    AdjustmentId adjustment,
            @Mixin Once once) {
        session.output().one(api().rejectAdjustment(tenant, adjustment, once.key()));
    }
}
