package io.gpuaas.controlplane.payments;

import io.gpuaas.api.AutoTopUp;
import io.gpuaas.api.CreatePayment;
import io.gpuaas.api.DisputePage;
import io.gpuaas.api.Payment;
import io.gpuaas.api.PaymentPage;
import io.gpuaas.api.PaymentsApi;
import io.gpuaas.api.ReconciliationPage;
import io.gpuaas.api.RefundPayment;
import io.gpuaas.api.SetAutoTopUp;
import io.gpuaas.controlplane.payments.AutoTopUps.Amounts;
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
    private static final String DISPUTES = "disputes";
    private static final String REPORTS = "reconciliations";

    private final Payments payments;
    private final PaymentStore store;
    private final AutoTopUps topUps;
    private final DisputeStore disputes;
    private final ReconciliationStore reconciliations;

    PaymentsHandler(
            Payments payments,
            PaymentStore store,
            AutoTopUps topUps,
            DisputeStore disputes,
            ReconciliationStore reconciliations) {
        this.payments = payments;
        this.store = store;
        this.topUps = topUps;
        this.disputes = disputes;
        this.reconciliations = reconciliations;
    }

    @Override
    public Payment createPayment(TenantId tenant, CreatePayment command) {
        return payments.pay(tenant, money(command.amount()), Boolean.TRUE.equals(command.saveMethod()))
                .view();
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

    @Override
    public Payment getPayment(TenantId tenant, PaymentId payment) {
        return payments.require(tenant, payment).view();
    }

    @Override
    public AutoTopUp getAutoTopUp(TenantId tenant) {
        return topUps.show(tenant);
    }

    @Override
    public AutoTopUp setAutoTopUp(TenantId tenant, SetAutoTopUp command) {
        if (!command.enabled()) {
            topUps.turnOff(tenant);
            return topUps.show(tenant);
        }
        Amounts amounts = Amounts.of(optional(command.threshold()), optional(command.amount()));
        payments.requireChargeable(tenant, amounts.amount());
        payments.requireCurrency(tenant, amounts.threshold());
        return topUps.set(tenant, command, amounts);
    }

    @Override
    public DisputePage listDisputes(TenantId tenant, Integer limit, @Nullable String cursor) {
        List<Dispute> rows = disputes.list(tenant, PageCursor.decode(DISPUTES, cursor, text -> text), limit + 1);
        return new DisputePage(
                PageCursor.page(rows, limit).stream().map(Dispute::view).toList(),
                PageCursor.next(DISPUTES, rows, limit, Dispute::id));
    }

    @Override
    public ReconciliationPage listReconciliations(Integer limit, @Nullable String cursor) {
        List<io.gpuaas.api.Reconciliation> rows =
                reconciliations.list(PageCursor.decode(REPORTS, cursor, Long::valueOf), limit + 1);
        return new ReconciliationPage(
                PageCursor.page(rows, limit), PageCursor.next(REPORTS, rows, limit, io.gpuaas.api.Reconciliation::id));
    }

    private static @Nullable Money optional(io.gpuaas.api.@Nullable Money amount) {
        return amount == null ? null : money(amount);
    }

    private static Money money(io.gpuaas.api.Money amount) {
        return new Money(amount.nanos(), amount.currency());
    }
}
