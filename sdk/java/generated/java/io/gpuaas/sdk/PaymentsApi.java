// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.sdk;

import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import org.jspecify.annotations.Nullable;

/** Payments and refunds of tenants. */
public final class PaymentsApi {

    private final Transport transport;

    PaymentsApi(Transport transport) {
        this.transport = transport;
    }

    /** Create a payment. */
    public Payment createPayment(TenantId tenantId, CreatePayment createPayment) {
        return createPayment(tenantId, createPayment, IdempotencyKey.random());
    }

    /** Create a payment, under a key you chose: the same key again answers the same and does nothing more. */
    public Payment createPayment(TenantId tenantId, CreatePayment createPayment, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/payments")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(createPayment)
                .accept("application/json");
        return transport.send(call, Payment.class);
    }

    /** Get a tenant's auto top-up settings. */
    public AutoTopUp getAutoTopUp(TenantId tenantId) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/auto-top-up")
                .path("tenant_id", tenantId)
                .accept("application/json");
        return transport.send(call, AutoTopUp.class);
    }

    /** Get a payment. */
    public Payment getPayment(TenantId tenantId, PaymentId paymentId) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/payments/{payment_id}")
                .path("tenant_id", tenantId)
                .path("payment_id", paymentId)
                .accept("application/json");
        return transport.send(call, Payment.class);
    }

    /** List a tenant's disputed payments. */
    public DisputePage listDisputes(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/disputes")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, DisputePage.class);
    }

    /** List a tenant's payments. */
    public PaymentPage listPayments(TenantId tenantId, PageRequest page) {
        Call call = Call.of("GET", "/api/v1/tenants/{tenant_id}/payments")
                .path("tenant_id", tenantId)
                .page(page)
                .accept("application/json");
        return transport.send(call, PaymentPage.class);
    }

    /** List daily reconciliations with the payment provider. */
    public ReconciliationPage listReconciliations(PageRequest page) {
        Call call = Call.of("GET", "/api/v1/payments/reconciliations")
                .page(page)
                .accept("application/json");
        return transport.send(call, ReconciliationPage.class);
    }

    /** Refund all or part of a payment. */
    public Payment refundPayment(TenantId tenantId, PaymentId paymentId, RefundPayment refundPayment) {
        return refundPayment(tenantId, paymentId, refundPayment, IdempotencyKey.random());
    }

    /** Refund all or part of a payment, under a key you chose: the same key again answers the same and does nothing more. */
    public Payment refundPayment(TenantId tenantId, PaymentId paymentId, RefundPayment refundPayment, IdempotencyKey idempotencyKey) {
        Call call = Call.of("POST", "/api/v1/tenants/{tenant_id}/payments/{payment_id}/refund")
                .path("tenant_id", tenantId)
                .path("payment_id", paymentId)
                .idempotencyKey(idempotencyKey)
                .body(refundPayment)
                .accept("application/json");
        return transport.send(call, Payment.class);
    }

    /** Update a tenant's auto top-up settings. */
    public AutoTopUp setAutoTopUp(TenantId tenantId, SetAutoTopUp setAutoTopUp) {
        return setAutoTopUp(tenantId, setAutoTopUp, IdempotencyKey.random());
    }

    /** Update a tenant's auto top-up settings, under a key you chose, or without one: the same key again answers the same and does nothing more. */
    public AutoTopUp setAutoTopUp(TenantId tenantId, SetAutoTopUp setAutoTopUp, @Nullable IdempotencyKey idempotencyKey) {
        Call call = Call.of("PUT", "/api/v1/tenants/{tenant_id}/auto-top-up")
                .path("tenant_id", tenantId)
                .idempotencyKey(idempotencyKey)
                .body(setAutoTopUp)
                .accept("application/json");
        return transport.send(call, AutoTopUp.class);
    }
}
