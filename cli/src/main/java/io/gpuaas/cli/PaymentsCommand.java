package io.gpuaas.cli;

import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.sdk.CreatePayment;
import io.gpuaas.sdk.Payment;
import io.gpuaas.sdk.PaymentsApi;
import io.gpuaas.sdk.RefundPayment;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "payments",
        description = "Adds credit by paying, and gives payments back.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  gpuaas payments create 0198c0de-0000-7000-8000-000000000001 100",
            "  gpuaas payments list 0198c0de-0000-7000-8000-000000000001",
            "  gpuaas payments refund 0198c0de-0000-7000-8000-000000000001 0198c0de-0000-7000-8000-00000000000b 25"
                    + " --reason \"not needed\"",
        })
final class PaymentsCommand {

    private static final String TENANT = "The tenant's id.";

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
    void list(@Parameters(paramLabel = "TENANT", description = TENANT) TenantId tenant, @Mixin Paging paging) {
        PaymentsApi api = api();
        paging.print(
                session.output(),
                page -> api.listPayments(tenant, page),
                Row::of,
                "id",
                "amount",
                "refunded",
                "provider",
                "state",
                "requested");
    }

    record Row(String id, String amount, String refunded, String provider, String state, Instant requested) {

        static Row of(Payment payment) {
            return new Row(
                    payment.id().toString(),
                    Amount.show(payment.amount()),
                    Amount.show(payment.refundedNanos(), payment.amount().currency()),
                    payment.provider(),
                    payment.state().wire(),
                    payment.requestedAt());
        }
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
