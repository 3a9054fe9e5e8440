package io.gpuaas.controlplane.payments;

import io.gpuaas.api.CreatePayment;
import io.gpuaas.api.Payment;
import io.gpuaas.api.PaymentPage;
import io.gpuaas.api.PaymentsApi;
import io.gpuaas.api.RefundPayment;
import io.gpuaas.controlplane.platform.PageCursor;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class PaymentsHandler implements PaymentsApi {

    private static final String LISTING = "payments";

    private final Payments payments;
    private final PaymentStore store;

    PaymentsHandler(Payments payments, PaymentStore store) {
        this.payments = payments;
        this.store = store;
    }

    @Override
    public Payment createPayment(TenantId tenant, CreatePayment command) {
        return payments.pay(tenant, money(command.amount())).view();
    }

    @Override
    public PaymentPage listPayments(TenantId tenant, Integer limit, @Nullable String cursor) {
        UUID before = PageCursor.decode(LISTING, cursor, UUID::fromString);
        List<PaymentRecord> rows = store.list(tenant, before, limit + 1);
        return new PaymentPage(
                PageCursor.page(rows, limit).stream().map(PaymentRecord::view).toList(),
                PageCursor.next(LISTING, rows, limit, row -> row.id().value()));
    }

    @Override
    public Payment refundPayment(TenantId tenant, PaymentId payment, RefundPayment command) {
        return payments.refund(
                        tenant,
                        payment,
                        money(command.amount()),
                        command.reason().strip())
                .view();
    }

    private static Money money(io.gpuaas.api.Money amount) {
        return new Money(amount.nanos(), amount.currency());
    }
}
