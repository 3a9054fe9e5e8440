package io.gpuaas.cli.billing;

import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.BillingApi;
import io.gpuaas.sdk.CostGroup;
import io.gpuaas.sdk.CostLine;
import io.gpuaas.sdk.CostReport;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GrantPromotionalCredit;
import io.gpuaas.sdk.LedgerTransfer;
import io.gpuaas.sdk.TenantBalance;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "billing",
        description = "Show credit, usage and costs, grant credit, and verify the ledger.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas billing balance",
            "  gpuaas billing balance --tenant 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas billing costs --by day --from 2026-01-01T00:00:00Z",
            "  gpuaas billing costs --by day --allocation 0198c0de-0000-7000-8000-000000000009",
            "  gpuaas billing transfers --limit 20",
            "  gpuaas billing grant 0198c0de-0000-7000-8000-000000000001 50 --expires 2030-01-01T00:00:00Z --reason \"trial\"",
            "  gpuaas billing verify",
        })
final class BillingCommand {

    private static final String ID = "The tenant's id.";
    private static final double SECONDS_PER_HOUR = 3600;

    private static final Table<TenantBalance> BALANCES = Table.<TenantBalance>of(
                    "available", one -> Amount.show(one.availableNanos(), one.currency()))
            .and("credit", one -> Amount.show(one.creditNanos(), one.currency()))
            .and("promotional", one -> Amount.show(one.promotionalNanos(), one.currency()))
            .and("held", one -> Amount.show(one.heldNanos(), one.currency()))
            .and("owed", one -> Amount.show(one.owedNanos(), one.currency()))
            .and("per hour", one -> Amount.show(one.burnNanosPerHour(), one.currency()))
            .and("lasts", one -> lasts(one.secondsLeft()))
            .and("level", one -> one.level().wire());

    private static final Table<CostLine> COSTS = Table.of("group", CostLine::group)
            .and("gpu hours", line -> line.gpuSeconds() / SECONDS_PER_HOUR)
            .and("cost", line -> Amount.show(line.amountNanos(), line.currency()));

    private static final Table<LedgerTransfer> TRANSFERS = Table.of("id", LedgerTransfer::id)
            .and("kind", LedgerTransfer::kind)
            .and("debit", LedgerTransfer::debit)
            .and("credit", LedgerTransfer::credit)
            .and("amount", transfer -> Amount.show(transfer.amount()))
            .and("effective", LedgerTransfer::effectiveAt);

    private final Session session;

    BillingCommand(Session session) {
        this.session = session;
    }

    private static @Nullable String lasts(@Nullable Long seconds) {
        return seconds == null ? null : Words.length(Duration.ofSeconds(seconds));
    }

    private BillingApi api() {
        return session.connect().billing();
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a tenant's credit and how long it will last.")
    void balance(
            @Parameters(paramLabel = "TENANT", arity = "0..1", description = ID) @Nullable TenantId tenant,
            @Mixin TheTenant of) {
        GpuaasClient client = session.connect();
        session.output()
                .list(
                        client.billing()
                                .getBalance(of.choose(client, tenant))
                                .items()
                                .iterator(),
                        BALANCES);
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a tenant's usage and its cost.")
    void costs(
            @Parameters(paramLabel = "TENANT", arity = "0..1", description = ID) @Nullable TenantId tenant,
            @Mixin TheTenant of,
            @Option(
                            names = "--by",
                            paramLabel = "GROUP",
                            defaultValue = "day",
                            description = "Grouping: day, project, sku, allocation, user, label or app (default: day).")
                    CostGroup group,
            @Option(
                            names = "--from",
                            paramLabel = "TIME",
                            description = "Start of the period, inclusive (default: 30 days ago).")
                    @Nullable Instant from,
            @Option(names = "--to", paramLabel = "TIME", description = "End of the period, exclusive (default: now).")
                    @Nullable Instant to,
            @Option(names = "--project", paramLabel = "PROJECT", description = "Filter by project.") @Nullable ProjectId project,
            @Option(names = "--sku", paramLabel = "SKU", description = "Filter by SKU.") @Nullable String sku,
            @Option(
                            names = "--label",
                            paramLabel = "LABEL",
                            description = "Label to group by, given as KEY; or to filter by, given as KEY=VALUE.")
                    @Nullable String label,
            @Option(names = "--allocation", paramLabel = "ALLOCATION", description = "Filter by allocation id.")
                    @Nullable AllocationId allocation) {
        BillingApi.ListCostsFilter filter = BillingApi.ListCostsFilter.none();
        filter = from == null ? filter : filter.from(from);
        filter = to == null ? filter : filter.to(to);
        filter = project == null ? filter : filter.projectId(project);
        filter = sku == null ? filter : filter.sku(sku);
        filter = label == null ? filter : filter.label(label);
        filter = allocation == null ? filter : filter.allocationId(allocation);
        GpuaasClient client = session.connect();
        CostReport report = client.billing().listCosts(of.choose(client, tenant), group, filter);
        session.output().list(report.items().iterator(), COSTS);
        if (Boolean.TRUE.equals(report.truncated())) {
            session.output()
                    .note(
                            "Only the first " + report.items().size()
                                    + " lines are shown; choose a shorter period or filter by project, SKU, label or allocation.");
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "List a tenant's ledger transfers, newest first.")
    void transfers(
            @Parameters(paramLabel = "TENANT", arity = "0..1", description = ID) @Nullable TenantId tenant,
            @Mixin TheTenant of,
            @Mixin Paging paging) {
        GpuaasClient client = session.connect();
        TenantId chosen = of.choose(client, tenant);
        BillingApi.ListLedgerTransfersFilter all = BillingApi.ListLedgerTransfersFilter.none();
        paging.print(session.output(), page -> client.billing().listLedgerTransfers(chosen, all, page), TRANSFERS);
    }

    @Command(mixinStandardHelpOptions = true, description = "Grant a tenant promotional credit, which expires.")
    void grant(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "AMOUNT", description = "Amount, for example 50.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency,
            @Option(
                            names = "--expires",
                            required = true,
                            paramLabel = "TIME",
                            description = "Time at which the credit expires.")
                    Instant expires,
            @Mixin Reason reason,
            @Mixin Once once) {
        session.output()
                .one(api().grantPromotionalCredit(
                                tenant,
                                new GrantPromotionalCredit(Amount.parse(amount, currency), expires, reason.text()),
                                once.key()));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Check every balance against its transfers, and every seal.")
    void verify() {
        session.output().one(api().verifyLedger());
    }
}
