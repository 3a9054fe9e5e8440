// Generated from contracts/openapi.yaml; edit that and run ./gpuaas gen.
package io.gpuaas.api;

import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Payments and refunds of tenants. */
public interface PaymentsApi {

    /** Create a payment. */
    @ContractOperation(
            id = "createPayment",
            permission = "billing.pay",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "payment.create")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/payments", produces = "application/json", consumes = "application/json")
    @ResponseStatus(HttpStatus.CREATED)
    Payment createPayment(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody CreatePayment createPayment);

    /** Get a tenant's auto top-up settings. */
    @ContractOperation(
            id = "getAutoTopUp",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/auto-top-up", produces = "application/json")
    AutoTopUp getAutoTopUp(
            @PathVariable("tenant_id") TenantId tenantId);

    /** Get a payment. */
    @ContractOperation(
            id = "getPayment",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/payments/{payment_id}", produces = "application/json")
    Payment getPayment(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("payment_id") PaymentId paymentId);

    /** List a tenant's disputed payments. */
    @ContractOperation(
            id = "listDisputes",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/disputes", produces = "application/json")
    DisputePage listDisputes(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List a tenant's payments. */
    @ContractOperation(
            id = "listPayments",
            permission = "billing.read",
            scope = Scope.TENANT,
            lane = Lane.DEFAULT,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/tenants/{tenant_id}/payments", produces = "application/json")
    PaymentPage listPayments(
            @PathVariable("tenant_id") TenantId tenantId,
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** List daily reconciliations with the payment provider. */
    @ContractOperation(
            id = "listReconciliations",
            permission = "payments.reconcile",
            scope = Scope.PLATFORM,
            lane = Lane.ADMIN,
            idempotency = Idempotency.NONE,
            audit = "none")
    @RequestMapping(method = RequestMethod.GET, path = "/api/v1/payments/reconciliations", produces = "application/json")
    ReconciliationPage listReconciliations(
            @RequestParam(name = "limit", defaultValue = "50") @Min(1) @Max(200) Integer limit,
            @RequestParam(name = "cursor", required = false) @Size(max = 500) @Nullable String cursor);

    /** Refund all or part of a payment. */
    @ContractOperation(
            id = "refundPayment",
            permission = "billing.refund",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.REQUIRED,
            audit = "payment.refund")
    @RequestMapping(method = RequestMethod.POST, path = "/api/v1/tenants/{tenant_id}/payments/{payment_id}/refund", produces = "application/json", consumes = "application/json")
    Payment refundPayment(
            @PathVariable("tenant_id") TenantId tenantId,
            @PathVariable("payment_id") PaymentId paymentId,
            @Valid @RequestBody RefundPayment refundPayment);

    /** Update a tenant's auto top-up settings. */
    @ContractOperation(
            id = "setAutoTopUp",
            permission = "billing.pay",
            scope = Scope.TENANT,
            lane = Lane.FINANCIAL,
            idempotency = Idempotency.OPTIONAL,
            audit = "auto_top_up.set")
    @RequestMapping(method = RequestMethod.PUT, path = "/api/v1/tenants/{tenant_id}/auto-top-up", produces = "application/json", consumes = "application/json")
    AutoTopUp setAutoTopUp(
            @PathVariable("tenant_id") TenantId tenantId,
            @Valid @RequestBody SetAutoTopUp setAutoTopUp);
}
