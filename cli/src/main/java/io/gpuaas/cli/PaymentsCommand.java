package io.gpuaas.cli;

import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.CreatePayment;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.Payment;
import io.gpuaas.sdk.PaymentsApi;
import io.gpuaas.sdk.RefundPayment;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "payments",
        description = "Adds credit by paying, and gives payments back.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        addMethodSubcommands = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas payments create 0198c0de-0000-7000-8000-000000000001 100",
            "  gpuaas payments list",
            "  gpuaas payments refund 0198c0de-0000-7000-8000-000000000001 0198c0de-0000-7000-8000-00000000000b 25"
                    + " --reason \"not needed\"",
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

    private final Session session;

    PaymentsCommand(Session session) {
        this.session = session;
    }

    private PaymentsApi api() {
        return session.connect().payments();
    }

    @Command(mixinStandardHelpOptions = true, description = "Pays, and so adds credit.")
    void create(
            @Parameters(paramLabel = "TENANT", description = TENANT) TenantId tenant,
            @Parameters(paramLabel = "AMOUNT", description = "How much, as 100.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three letters (standard: USD).")
                    String currency,
            @Mixin Once once) {
        session.output()
                .one(api().createPayment(tenant, new CreatePayment(Amount.parse(amount, currency)), once.key()));
    }

    @Command(mixinStandardHelpOptions = true, description = "Lists what a tenant paid, newest first.")
    void list(
            @Parameters(paramLabel = "TENANT", arity = "0..1", description = TENANT) @Nullable TenantId tenant,
            @Mixin TheTenant of,
            @Mixin Paging paging) {
        GpuaasClient client = session.connect();
        TenantId chosen = of.choose(client, tenant);
        paging.print(session.output(), page -> client.payments().listPayments(chosen, page), TABLE);
    }

    @Command(mixinStandardHelpOptions = true, description = "Gives back a payment, or a part of it.")
    void refund(
            @Parameters(paramLabel = "TENANT", description = TENANT) TenantId tenant,
            @Parameters(paramLabel = "PAYMENT", description = "The payment's id, as listed.") PaymentId payment,
            @Parameters(paramLabel = "AMOUNT", description = "How much, as 25.") String amount,
            @Option(
                            names = "--currency",
                            paramLabel = "CODE",
                            defaultValue = "USD",
                            description = "Three letters (standard: USD).")
                    String currency,
            @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.") String reason,
            @Mixin Confirmation confirmation,
            @Mixin Once once) {
        confirmation.require(
                session.terminal(), "Give back " + amount + " " + currency + " of payment " + payment + "?");
        session.output()
                .one(api().refundPayment(
                                tenant,
                                payment,
                                new RefundPayment(Amount.parse(amount, currency), reason),
                                once.key()));
    }
}
