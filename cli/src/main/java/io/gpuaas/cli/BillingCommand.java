package io.gpuaas.cli;

import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.BillingApi;
import io.gpuaas.sdk.CostGroup;
import io.gpuaas.sdk.CostLine;
import io.gpuaas.sdk.GrantPromotionalCredit;
import io.gpuaas.sdk.LedgerTransfer;
import io.gpuaas.sdk.TenantBalance;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "billing",
        description = "Shows credit, use and costs; gives credit; verifies the ledger.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas billing balance 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas billing costs 0198c0de-0000-7000-8000-000000000001 --by day --from 2026-01-01T00:00:00Z",
            "  gpuaas billing transfers 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas billing grant 0198c0de-0000-7000-8000-000000000001 50 --expires 2030-01-01T00:00:00Z --reason \"trial\"",
            "  gpuaas billing verify",
        })
final class BillingCommand {

    private static final String ID = "The tenant's id.";

    private final Session session;

    BillingCommand(Session session) {
        this.session = session;
    }

    private BillingApi api() {
        return session.connect().billing();
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows a tenant's credit and how long it lasts.")
    void balance(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenant) {
        session.output()
                .list(
                        api().getBalance(tenant).items().iterator(),
                        BalanceRow::of,
                        "available",
                        "credit",
                        "promotional",
                        "held",
                        "owed",
                        "hourly",
                        "seconds",
                        "level");
    }

    record BalanceRow(
            String available,
            String credit,
            String promotional,
            String held,
            String owed,
            String hourly,
            @Nullable Long seconds,
            String level) {

        static BalanceRow of(TenantBalance balance) {
            String currency = balance.currency();
            return new BalanceRow(
                    Amount.show(balance.availableNanos(), currency),
                    Amount.show(balance.creditNanos(), currency),
                    Amount.show(balance.promotionalNanos(), currency),
                    Amount.show(balance.heldNanos(), currency),
                    Amount.show(balance.owedNanos(), currency),
                    Amount.show(balance.burnNanosPerHour(), currency),
                    balance.secondsLeft(),
                    balance.level().wire());
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Shows what a tenant used and what it cost.")
    void costs(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Option(
                            names = "--by",
                            paramLabel = "GROUP",
                            defaultValue = "day",
                            description = "day, project, sku, allocation, user or label (standard: day).")
                    CostGroup group,
            @Option(names = "--from", paramLabel = "TIME", description = "Not before (standard: thirty days).")
                    @Nullable Instant from,
            @Option(names = "--to", paramLabel = "TIME", description = "Before (standard: now).") @Nullable Instant to,
            @Option(names = "--project", paramLabel = "PROJECT", description = "Only of this project.")
                    @Nullable ProjectId project,
            @Option(names = "--sku", paramLabel = "SKU", description = "Only of this SKU.") @Nullable String sku,
            @Option(
                            names = "--label",
                            paramLabel = "LABEL",
                            description = "The label to group by; as key=value, only what has it.")
                    @Nullable String label) {
        BillingApi.ListCostsFilter filter = BillingApi.ListCostsFilter.none();
        filter = from == null ? filter : filter.from(from);
        filter = to == null ? filter : filter.to(to);
        filter = project == null ? filter : filter.projectId(project);
        filter = sku == null ? filter : filter.sku(sku);
        filter = label == null ? filter : filter.label(label);
        session.output()
                .list(
                        api().listCosts(tenant, group, filter).items().iterator(),
                        CostRow::of,
                        "group",
                        "seconds",
                        "cost");
    }

    record CostRow(String group, long seconds, String cost) {

        static CostRow of(CostLine line) {
            return new CostRow(line.group(), line.gpuSeconds(), Amount.show(line.amountNanos(), line.currency()));
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists what was booked for a tenant, newest first.")
    void transfers(@Parameters(paramLabel = "TENANT", description = ID) TenantId tenant, @Mixin Paging paging) {
        BillingApi api = api();
        paging.print(
                session.output(),
                page -> api.listLedgerTransfers(tenant, page),
                TransferRow::of,
                "id",
                "kind",
                "debit",
                "credit",
                "amount",
                "effective");
    }

    record TransferRow(long id, String kind, String debit, String credit, String amount, Instant effective) {

        static TransferRow of(LedgerTransfer transfer) {
            return new TransferRow(
                    transfer.id(),
                    transfer.kind(),
                    transfer.debit(),
                    transfer.credit(),
                    Amount.show(transfer.amount()),
                    transfer.effectiveAt());
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "Gives a tenant credit that expires.")
    void grant(
            @Parameters(paramLabel = "TENANT", description = ID) TenantId tenant,
            @Parameters(paramLabel = "AMOUNT", description = "How much, as 50.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three letters (standard: USD).")
                    String currency,
            @Option(names = "--expires", required = true, paramLabel = "TIME", description = "When it ends.")
                    Instant expires,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.") String reason,
            @Mixin Once once) {
        session.output()
                .one(api().grantPromotionalCredit(
                                tenant,
                                new GrantPromotionalCredit(Amount.parse(amount, currency), expires, reason),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Compares balances with transfers and checks every seal.")
    void verify() {
        session.output().one(api().verifyLedger());
    }
}
