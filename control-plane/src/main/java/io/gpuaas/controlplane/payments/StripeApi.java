package io.gpuaas.controlplane.payments;

import com.stripe.StripeClient;
import com.stripe.exception.StripeException;
import com.stripe.model.Charge;
import com.stripe.model.PaymentIntent;
import com.stripe.model.PaymentMethod;
import com.stripe.model.checkout.Session;
import com.stripe.net.RequestOptions;
import com.stripe.param.BalanceTransactionListParams;
import com.stripe.param.PaymentIntentCreateParams;
import com.stripe.param.PaymentIntentRetrieveParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.RefundListParams;
import com.stripe.param.checkout.SessionCreateParams;
import io.gpuaas.kernel.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Calls Stripe, in terms of this domain. Every created object carries our id, as its idempotency key and in its
 * metadata: a call whose answer was lost is repeated and creates nothing twice.
 */
class StripeApi {

    static final String NAME = "stripe";

    private static final String PAYMENT = "gpuaas_payment";
    private static final String REFUND = "gpuaas_refund";
    private static final long PAGE = 100;
    private static final int MOVEMENTS_MAX = 100_000;

    private final StripeClient stripe;

    StripeApi(StripeClient stripe) {
        this.stripe = stripe;
    }

    record Checkout(String reference, String url) {}

    /** A method that may be charged later, without its owner. */
    record SavedMethod(String customer, String method, String label) {}

    /** How a payment stands at Stripe. */
    sealed interface Standing {

        record Open() implements Standing {}

        record Paid(String intent, Money received, @Nullable SavedMethod method) implements Standing {}

        record Failed(String why) implements Standing {}
    }

    /** A standing with our own id for it, where we gave one. */
    record Seen(@Nullable String payment, @Nullable String intent, Standing standing) {}

    Checkout openCheckout(PaymentRecord payment, String returnUrl) throws StripeException {
        SessionCreateParams.Builder wish = SessionCreateParams.builder()
                .setMode(SessionCreateParams.Mode.PAYMENT)
                .setSuccessUrl(returnUrl)
                .setCancelUrl(returnUrl)
                .setClientReferenceId(payment.id().toString())
                .putMetadata(PAYMENT, payment.id().toString())
                .addLineItem(SessionCreateParams.LineItem.builder()
                        .setQuantity(1L)
                        .setPriceData(SessionCreateParams.LineItem.PriceData.builder()
                                .setCurrency(currency(payment.amount()))
                                .setUnitAmount(Cents.of(payment.amount()))
                                .setProductData(SessionCreateParams.LineItem.PriceData.ProductData.builder()
                                        .setName("GPU credit")
                                        .build())
                                .build())
                        .build());
        SessionCreateParams.PaymentIntentData.Builder intent = SessionCreateParams.PaymentIntentData.builder()
                .putMetadata(PAYMENT, payment.id().toString());
        if (payment.request().savesMethod()) {
            intent.setSetupFutureUsage(SessionCreateParams.PaymentIntentData.SetupFutureUsage.OFF_SESSION);
            wish.setCustomerCreation(SessionCreateParams.CustomerCreation.ALWAYS);
        }
        Session session = stripe.v1()
                .checkout()
                .sessions()
                .create(wish.setPaymentIntentData(intent.build()).build(), once("checkout-" + payment.id()));
        return new Checkout(session.getId(), session.getUrl());
    }

    Seen charge(PaymentRecord payment, SavedMethod method) throws StripeException {
        PaymentIntent intent = stripe.v1()
                .paymentIntents()
                .create(
                        PaymentIntentCreateParams.builder()
                                .setAmount(Cents.of(payment.amount()))
                                .setCurrency(currency(payment.amount()))
                                .setCustomer(method.customer())
                                .setPaymentMethod(method.method())
                                .setOffSession(true)
                                .setConfirm(true)
                                .putMetadata(PAYMENT, payment.id().toString())
                                .build(),
                        once("charge-" + payment.id()));
        return automatic(intent);
    }

    Seen session(String id) throws StripeException {
        Session session = stripe.v1().checkout().sessions().retrieve(id);
        String payment = session.getMetadata().get(PAYMENT);
        if ("paid".equals(session.getPaymentStatus())) {
            PaymentIntent intent = retrieveIntent(session.getPaymentIntent());
            return new Seen(payment, intent.getId(), paid(intent));
        }
        boolean over = "expired".equals(session.getStatus());
        return new Seen(
                payment,
                session.getPaymentIntent(),
                over ? new Standing.Failed("The checkout expired before it was paid.") : new Standing.Open());
    }

    /** A person at a checkout page may try another card; an automatic payment has no such person. */
    Seen intent(String id, boolean isAutomatic) throws StripeException {
        PaymentIntent intent = retrieveIntent(id);
        return isAutomatic
                ? automatic(intent)
                : new Seen(
                        intent.getMetadata().get(PAYMENT),
                        intent.getId(),
                        isPaid(intent) ? paid(intent) : new Standing.Open());
    }

    Optional<String> paymentOfIntent(String id) throws StripeException {
        return Optional.ofNullable(retrieveIntent(id).getMetadata().get(PAYMENT));
    }

    private PaymentIntent retrieveIntent(String id) throws StripeException {
        return stripe.v1()
                .paymentIntents()
                .retrieve(
                        id,
                        PaymentIntentRetrieveParams.builder()
                                .addExpand("payment_method")
                                .build());
    }

    private static Seen automatic(PaymentIntent intent) {
        Standing standing = switch (intent.getStatus()) {
            case "succeeded" -> paid(intent);
            case "processing" -> new Standing.Open();
            case "requires_action" -> new Standing.Failed("The bank requires the cardholder to confirm the payment.");
            default -> new Standing.Failed("The payment method was declined.");
        };
        return new Seen(intent.getMetadata().get(PAYMENT), intent.getId(), standing);
    }

    private static boolean isPaid(PaymentIntent intent) {
        return "succeeded".equals(intent.getStatus());
    }

    private static Standing paid(PaymentIntent intent) {
        if (!isPaid(intent)) {
            return new Standing.Open();
        }
        PaymentMethod method = intent.getPaymentMethodObject();
        SavedMethod saved = method == null || intent.getCustomer() == null
                ? null
                : new SavedMethod(intent.getCustomer(), method.getId(), label(method));
        return new Standing.Paid(intent.getId(), Cents.money(intent.getAmountReceived(), intent.getCurrency()), saved);
    }

    private static String label(PaymentMethod method) {
        return method.getCard() == null
                ? method.getType()
                : method.getCard().getBrand() + " " + method.getCard().getLast4();
    }

    /** Something given back, as Stripe sees it; with our id where it was our wish. */
    record RefundSeen(
            String id,
            Money amount,
            Refund.State state,
            @Nullable UUID ours) {}

    RefundSeen refund(Refund refund, String intent) throws StripeException {
        return seen(stripe.v1()
                .refunds()
                .create(
                        RefundCreateParams.builder()
                                .setPaymentIntent(intent)
                                .setAmount(Cents.of(refund.amount()))
                                .putMetadata(REFUND, refund.id().toString())
                                .build(),
                        once("refund-" + refund.id())));
    }

    List<RefundSeen> refunds(String intent) throws StripeException {
        List<RefundSeen> seen = new ArrayList<>();
        RefundListParams wish = RefundListParams.builder()
                .setPaymentIntent(intent)
                .setLimit(PAGE)
                .build();
        stripe.v1().refunds().list(wish).autoPagingIterable().forEach(refund -> seen.add(seen(refund)));
        return seen;
    }

    private static RefundSeen seen(com.stripe.model.Refund refund) {
        String ours = refund.getMetadata() == null ? null : refund.getMetadata().get(REFUND);
        Refund.State state = switch (refund.getStatus()) {
            case "succeeded" -> Refund.State.SUCCEEDED;
            case "failed", "canceled" -> Refund.State.FAILED;
            default -> Refund.State.SENT;
        };
        return new RefundSeen(
                refund.getId(),
                Cents.money(refund.getAmount(), refund.getCurrency()),
                state,
                ours == null ? null : UUID.fromString(ours));
    }

    Optional<String> intentOfCharge(String id) throws StripeException {
        return Optional.ofNullable(stripe.v1().charges().retrieve(id).getPaymentIntent());
    }

    Optional<String> intentOfRefund(String id) throws StripeException {
        return Optional.ofNullable(stripe.v1().refunds().retrieve(id).getPaymentIntent());
    }

    record DisputeSeen(String id, @Nullable String intent, Money amount, Dispute.State state, Instant openedAt) {}

    DisputeSeen dispute(String id) throws StripeException {
        com.stripe.model.Dispute dispute = stripe.v1().disputes().retrieve(id);
        return new DisputeSeen(
                dispute.getId(),
                dispute.getPaymentIntent(),
                Cents.money(dispute.getAmount(), dispute.getCurrency()),
                Dispute.State.ofStripe(dispute.getStatus()),
                Instant.ofEpochSecond(dispute.getCreated()));
    }

    /** A movement on our account at Stripe. The amount is before the fee. */
    record Movement(String id, String type, @Nullable String source, Money amount, Money fee) {}

    /** From the instant on, up to the other and without it. */
    List<Movement> movements(Instant from, Instant to) throws StripeException {
        List<Movement> all = new ArrayList<>();
        BalanceTransactionListParams wish = BalanceTransactionListParams.builder()
                .setLimit(PAGE)
                .setCreated(BalanceTransactionListParams.Created.builder()
                        .setGte(from.getEpochSecond())
                        .setLt(to.getEpochSecond())
                        .build())
                .addExpand("data.source")
                .build();
        for (var one : stripe.v1().balanceTransactions().list(wish).autoPagingIterable()) {
            if (all.size() == MOVEMENTS_MAX) {
                throw new IllegalStateException("more than " + MOVEMENTS_MAX + " movements at Stripe between " + from
                        + " and " + to + " cannot be compared at once");
            }
            String source =
                    one.getSourceObject() instanceof Charge charge ? charge.getPaymentIntent() : one.getSource();
            all.add(new Movement(
                    one.getId(),
                    one.getType(),
                    source,
                    Cents.money(one.getAmount(), one.getCurrency()),
                    Cents.money(one.getFee(), one.getCurrency())));
        }
        return all;
    }

    /** Balances that Stripe holds for us, by currency. */
    Map<String, Money> holdings() throws StripeException {
        Map<String, Money> sums = new HashMap<>();
        var balance = stripe.v1().balance().retrieve();
        balance.getAvailable().forEach(part -> add(sums, Cents.money(part.getAmount(), part.getCurrency())));
        balance.getPending().forEach(part -> add(sums, Cents.money(part.getAmount(), part.getCurrency())));
        return sums;
    }

    private static void add(Map<String, Money> sums, Money part) {
        sums.merge(part.currency(), part, Money::plus);
    }

    private static RequestOptions once(String key) {
        return RequestOptions.builder().setIdempotencyKey(key).build();
    }

    private static String currency(Money amount) {
        return amount.currency().toLowerCase(Locale.ROOT);
    }
}
