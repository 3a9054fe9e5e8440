package io.gpuaas.cli.billing;

import io.gpuaas.cli.options.Confirmation;
import io.gpuaas.cli.options.Once;
import io.gpuaas.cli.options.Paging;
import io.gpuaas.cli.options.Reason;
import io.gpuaas.cli.options.TheTenant;
import io.gpuaas.cli.output.Amount;
import io.gpuaas.cli.output.Table;
import io.gpuaas.cli.output.Words;
import io.gpuaas.cli.session.Session;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.CreatePayment;
import io.gpuaas.sdk.Dispute;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Money;
import io.gpuaas.sdk.Payment;
import io.gpuaas.sdk.PaymentsApi;
import io.gpuaas.sdk.Reconciliation;
import io.gpuaas.sdk.RefundPayment;
import io.gpuaas.sdk.SetAutoTopUp;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "payments",
        description = "Create, list and refund payments, and configure auto top-up.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas payments create 100",
            "  gpuaas payments create 0198c0de-0000-7000-8000-000000000001 100",
            "  gpuaas payments list",
            "  gpuaas payments refund 0198c0de-0000-7000-8000-000000000001 0198c0de-0000-7000-8000-00000000000b 25"
                    + " --reason \"not needed\"",
            "  gpuaas payments show 0198c0de-0000-7000-8000-000000000001 0198c0de-0000-7000-8000-00000000000b",
            "  gpuaas payments auto-top-up 0198c0de-0000-7000-8000-000000000001 --below 50 --add 200",
            "  gpuaas payments auto-top-up 0198c0de-0000-7000-8000-000000000001 --off",
            "  gpuaas payments disputes 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas payments reconciliations --limit 7",
        })
final class PaymentsCommand {

    private static final String TENANT = "The tenant's id.";

    private static final Table<Payment> TABLE = Table.of("id", Payment::id)
            .and("amount", one -> Amount.show(one.amount()))
            .and(
                    "refunded",
                    one -> Amount.show(one.refundedNanos(), one.amount().currency()))
            .and("provider", Payment::provider)
            .and("state", Payment::state)
            .and("requested", Payment::requestedAt);

    private static final Table<Dispute> DISPUTES = Table.of("id", Dispute::id)
            .and("payment", Dispute::paymentId)
            .and("amount", one -> Amount.show(one.amount()))
            .and("state", Dispute::state)
            .and("opened", Dispute::openedAt);

    private static final Table<Reconciliation> REPORTS = Table.of("made", Reconciliation::madeAt)
            .and("currency", Reconciliation::currency)
            .and("movements", Reconciliation::movements)
            .and("clearing", one -> Amount.show(one.ledgerNanos(), one.currency()))
            .and("provider", one -> Amount.show(one.providerNanos(), one.currency()))
            .and("in_flight", one -> Amount.show(one.inFlightNanos(), one.currency()))
            .and("off", one -> Amount.show(one.offNanos(), one.currency()))
            .and("differences", one -> one.differences().size())
            .and("stuck", Reconciliation::stuck);

    private final Session session;

    PaymentsCommand(Session session) {
        this.session = session;
    }

    private PaymentsApi api() {
        return session.connect().payments();
    }

    @Command(mixinStandardHelpOptions = true, description = "Create a payment, which adds credit.")
    void create(
            @Parameters(
                            index = "0",
                            paramLabel = "[TENANT] AMOUNT",
                            description = "The tenant's id (optional) and the amount, for example 100.")
                    String first,
            @Parameters(index = "1", arity = "0..1", hidden = true) @Nullable String second,
            @Mixin TheTenant of,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency,
            @Option(names = "--save-method", description = "Save the payment method for auto top-up.")
                    boolean saveMethod,
            @Mixin Once once) {
        Money amount = Amount.parse(second == null ? first : second, currency);
        TenantId named = second == null ? null : tenant(first);
        GpuaasClient client = session.connect();
        session.output()
                .one(client.payments()
                        .createPayment(
                                of.choose(client, named),
                                new CreatePayment(amount, saveMethod ? true : null),
                                once.key()));
    }

    private static TenantId tenant(String word) {
        try {
            return TenantId.parse(word);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + Words.printable(word) + "' is not a tenant's id", e);
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "List a tenant's payments, newest first.")
    void list(
            @Parameters(paramLabel = "TENANT", arity = "0..1", description = TENANT) @Nullable TenantId tenant,
            @Mixin TheTenant of,
            @Mixin Paging paging) {
        GpuaasClient client = session.connect();
        TenantId chosen = of.choose(client, tenant);
        paging.print(session.output(), page -> client.payments().listPayments(chosen, page), TABLE);
    }

    @Command(mixinStandardHelpOptions = true, description = "Refund a payment, in full or in part.")
    void refund(
            @Parameters(paramLabel = "TENANT", description = TENANT) TenantId tenant,
            @Parameters(paramLabel = "PAYMENT", description = "The payment's id, as listed.") PaymentId payment,
            @Parameters(paramLabel = "AMOUNT", description = "Amount to refund, for example 25.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency,
            @Mixin Reason reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(session.terminal(), "Refund " + amount + " " + currency + " of payment " + payment + "?");
        session.output()
                .one(api().refundPayment(
                                tenant,
                                payment,
                                new RefundPayment(Amount.parse(amount, currency), reason.text()),
                                once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Show a payment and the page to pay it at.")
    void show(
            @Parameters(paramLabel = "TENANT", description = TENANT) TenantId tenant,
            @Parameters(paramLabel = "PAYMENT", description = "The payment's id, as listed.") PaymentId payment) {
        session.output().one(api().getPayment(tenant, payment));
    }

    @Command(
            name = "auto-top-up",
            mixinStandardHelpOptions = true,
            description = "Show the auto top-up setting or, with options, change it.")
    void autoTopUp(
            @Parameters(paramLabel = "TENANT", description = TENANT) TenantId tenant,
            @Option(names = "--below", paramLabel = "AMOUNT", description = "Available credit below which to top up.")
                    @Nullable String below,
            @Option(names = "--add", paramLabel = "AMOUNT", description = "Amount to add.") @Nullable String add,
            @Option(names = "--off", description = "Turn auto top-up off.") boolean off,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three-letter currency code (default: USD).")
                    String currency) {
        if (off) {
            session.output().one(api().setAutoTopUp(tenant, new SetAutoTopUp(false, null, null)));
        } else if (below != null && add != null) {
            SetAutoTopUp wish = new SetAutoTopUp(true, Amount.parse(below, currency), Amount.parse(add, currency));
            session.output().one(api().setAutoTopUp(tenant, wish));
        } else if (below != null || add != null) {
            throw new IllegalArgumentException("--below and --add must be used together");
        } else {
            session.output().one(api().getAutoTopUp(tenant));
        }
    }

    @Command(mixinStandardHelpOptions = true, description = "List payments disputed at the bank.")
    void disputes(@Parameters(paramLabel = "TENANT", description = TENANT) TenantId tenant, @Mixin Paging paging) {
        PaymentsApi api = api();
        paging.print(session.output(), page -> api.listDisputes(tenant, page), DISPUTES);
    }

    @Command(
            mixinStandardHelpOptions = true,
            description = "List the daily reconciliations of the clearing account with the payment provider.")
    void reconciliations(@Mixin Paging paging) {
        paging.print(session.output(), api()::listReconciliations, REPORTS);
    }
}
