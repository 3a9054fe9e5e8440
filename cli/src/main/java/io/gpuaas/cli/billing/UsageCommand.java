package io.gpuaas.cli.billing;

import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.session.ExitCode;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.AddMeasurePrice;
import io.gpuaas.sdk.CreateMeasure;
import io.gpuaas.sdk.Measure;
import io.gpuaas.sdk.MeasurePrice;
import io.gpuaas.sdk.MeasureUnit;
import io.gpuaas.sdk.NewUsageRecord;
import io.gpuaas.sdk.ReportUsage;
import io.gpuaas.sdk.UsageApi;
import io.gpuaas.sdk.UsageOutcome;
import io.gpuaas.sdk.UsageRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "usage",
        description = "Manage measures of app usage and their prices, and report usage.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas usage measures",
            "  gpuaas usage create-measure llm-tokens --title Tokens --unit token --also kilotoken=1000"
                    + " --quantity-max 1000000000",
            "  gpuaas usage add-price llm-tokens 2.00 --per 1000000",
            "  gpuaas usage prices llm-tokens",
            "  gpuaas usage report 0198c0de-0000-7000-8000-000000000002 r-1 --producer runtime --app llm-1 \\",
            "      --measure llm-tokens --quantity 1500 --unit token \\",
            "      --from 2030-01-01T00:00:00Z --to 2030-01-01T00:01:00Z",
            "  gpuaas usage records 0198c0de-0000-7000-8000-000000000002",
        })
final class UsageCommand {

    private static final String PROJECT = "The project's id.";
    private static final String MEASURE = "The measure's name, as listed.";

    private static final Table<Measure> MEASURES = Table.of("name", Measure::name)
            .and("title", Measure::title)
            .and("unit", Measure::unit)
            .and("price", measure -> measure.price() == null ? "" : shown(measure.price()));

    private static final Table<MeasurePrice> PRICES = Table.<MeasurePrice>of("price", UsageCommand::shown)
            .and("begins", MeasurePrice::effectiveFrom)
            .and("tenant", price -> price.tenantId() == null ? "" : price.tenantId());

    private static final Table<UsageRecord> RECORDS = Table.of("record", UsageRecord::recordId)
            .and("app", UsageRecord::appInstance)
            .and("measure", UsageRecord::measure)
            .and("quantity", record -> record.quantity() + " " + record.unit())
            .and("starts", UsageRecord::startsAt)
            .and("amount", record -> Amount.show(record.amount()));

    private final Session session;

    UsageCommand(Session session) {
        this.session = session;
    }

    private static String shown(MeasurePrice price) {
        return Amount.show(price.price()) + (price.per() == 1 ? "" : " per " + price.per());
    }

    private UsageApi api() {
        return session.connect().usage();
    }

    @Command(mixinStandardHelpOptions = true, description = "List measures (operators).")
    void measures(@Mixin Paging paging) {
        UsageApi api = api();
        paging.print(session.output(), api::listMeasures, MEASURES);
    }

    @Command(
            name = "create-measure",
            mixinStandardHelpOptions = true,
            description = "Create a measure that apps can report; it cannot be changed later (operators).")
    void createMeasure(
            @Parameters(paramLabel = "MEASURE", description = "Name of the measure.") String name,
            @Option(names = "--title", required = true, paramLabel = "TEXT", description = "Display name.")
                    String title,
            @Option(names = "--unit", required = true, paramLabel = "UNIT", description = "Unit of its prices.")
                    String unit,
            @Option(
                            names = "--also",
                            paramLabel = "UNIT=FACTOR",
                            description = "Additional unit and its size in the main unit; repeatable.")
                    @Nullable Map<String, String> units,
            @Option(
                            names = "--quantity-max",
                            required = true,
                            paramLabel = "N",
                            description = "Maximum quantity of one record.")
                    String quantityMax,
            @Mixin Once once) {
        List<MeasureUnit> others = units == null
                ? List.of()
                : units.entrySet().stream()
                        .map(entry -> new MeasureUnit(entry.getKey(), entry.getValue()))
                        .toList();
        session.output()
                .one(api().createMeasure(new CreateMeasure(name, title, unit, others, quantityMax), once.key()));
    }

    @Command(
            name = "add-price",
            mixinStandardHelpOptions = true,
            description = "Add a price to a measure, effective from a given time (operators).")
    void addPrice(
            @Parameters(paramLabel = "MEASURE", description = MEASURE) String name,
            @Parameters(paramLabel = "AMOUNT", description = "Price, for example 2.00.") String amount,
            @Option(
                            names = "--per",
                            paramLabel = "N",
                            defaultValue = "1",
                            description = "Number of units the price is for (default: 1).")
                    long per,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency,
            @Option(
                            names = "--tenant",
                            paramLabel = "TENANT",
                            description = "Tenant that the price applies to (default: all tenants).")
                    @Nullable TenantId tenant,
            @Option(names = "--from", paramLabel = "TIME", description = "Start time (default: now).") @Nullable Instant from,
            @Mixin Once once) {
        AddMeasurePrice price = new AddMeasurePrice(Amount.parse(amount, currency), per, tenant, from);
        session.output().one(api().addMeasurePrice(name, price, once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "List the prices of a measure (operators).")
    void prices(@Parameters(paramLabel = "MEASURE", description = MEASURE) String name, @Mixin Paging paging) {
        UsageApi api = api();
        paging.print(session.output(), page -> api.listMeasurePrices(name, page), PRICES);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "Report usage of an app; repeating the same record has no effect.")
    int report(
            @Parameters(paramLabel = "PROJECT", description = PROJECT) ProjectId project,
            @Parameters(paramLabel = "RECORD", description = "Unique id of the record.") String record,
            @Option(
                            names = "--producer",
                            required = true,
                            paramLabel = "NAME",
                            description = "Name of the program that measured the usage.")
                    String producer,
            @Option(
                            names = "--app",
                            required = true,
                            paramLabel = "INSTANCE",
                            description = "App instance that used it.")
                    String app,
            @Option(names = "--measure", required = true, paramLabel = "MEASURE", description = MEASURE) String measure,
            @Option(
                            names = "--quantity",
                            required = true,
                            paramLabel = "N",
                            description = "Quantity, for example 12.5.")
                    String quantity,
            @Option(names = "--unit", required = true, paramLabel = "UNIT", description = "Unit of the quantity.")
                    String unit,
            @Option(
                            names = "--from",
                            required = true,
                            paramLabel = "TIME",
                            description = "Start of the period, inclusive.")
                    Instant from,
            @Option(names = "--to", required = true, paramLabel = "TIME", description = "End of the period, exclusive.")
                    Instant to) {
        NewUsageRecord used = new NewUsageRecord(record, app, measure, quantity, unit, from, to);
        UsageOutcome outcome = api().reportUsage(project, new ReportUsage(producer, List.of(used)))
                .outcomes()
                .getFirst();
        session.output().one(outcome);
        if (outcome.code() == null) {
            return 0;
        }
        session.output().note("The record was rejected: " + outcome.code() + ".");
        return ExitCode.REFUSED;
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List usage reported by the apps of a project, newest first.")
    void records(@Parameters(paramLabel = "PROJECT", description = PROJECT) ProjectId project, @Mixin Paging paging) {
        UsageApi api = api();
        paging.print(session.output(), page -> api.listUsageRecords(project, page), RECORDS);
    }
}
