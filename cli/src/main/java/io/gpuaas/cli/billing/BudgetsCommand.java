package io.gpuaas.cli.billing;

import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.BillingApi;
import io.gpuaas.sdk.Budget;
import io.gpuaas.sdk.BudgetAction;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.SetBudget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "budgets",
        description = "Manage the monthly budgets of projects.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas budgets list 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas budgets show 0198c0de-0000-7000-8000-000000000002",
            "  gpuaas budgets set 0198c0de-0000-7000-8000-000000000002 500 --at-limit refuse",
            "  gpuaas budgets remove 0198c0de-0000-7000-8000-000000000002",
        })
final class BudgetsCommand {

    private static final String ID = "The project's id.";

    private static final Table<Budget> TABLE = Table.of("project", Budget::projectId)
            .and("monthly", budget -> Amount.show(budget.monthly()))
            .and(
                    "spent",
                    budget -> Amount.show(budget.spentNanos(), budget.monthly().currency()))
            .and("month", Budget::month)
            .and("at limit", Budget::action);

    private final Session session;

    BudgetsCommand(Session session) {
        this.session = session;
    }

    private BillingApi api() {
        return session.connect().billing();
    }

    @Command(mixinStandardHelpOptions = true, description = "List the budgets of a tenant's projects.")
    void list(
            @Parameters(paramLabel = "TENANT", arity = "0..1", description = "The tenant's id.") @Nullable TenantId tenant,
            @Mixin TheTenant of,
            @Mixin Paging paging) {
        GpuaasClient client = session.connect();
        TenantId chosen = of.choose(client, tenant);
        paging.print(session.output(), page -> client.billing().listBudgets(chosen, page), TABLE);
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a project's budget and its cost this month.")
    void show(@Parameters(paramLabel = "PROJECT", description = ID) ProjectId project) {
        session.output().one(api().getBudget(project));
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Set a project's budget; notifications are sent at 50, 80 and 100 percent.")
    void set(
            @Parameters(paramLabel = "PROJECT", description = ID) ProjectId project,
            @Parameters(paramLabel = "AMOUNT", description = "Amount per month, for example 500.") String amount,
            @Option(
                            names = "--at-limit",
                            paramLabel = "ACTION",
                            defaultValue = "alert",
                            description =
                                    "Action at the limit: alert, refuse new allocations, or release running ones (default: alert).")
                    BudgetAction action,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency) {
        session.output().one(api().setBudget(project, new SetBudget(Amount.parse(amount, currency), action)));
    }

    @Command(mixinStandardHelpOptions = true, description = "Remove a project's budget.")
    void remove(@Parameters(paramLabel = "PROJECT", description = ID) ProjectId project) {
        session.output().one(api().removeBudget(project));
    }
}
