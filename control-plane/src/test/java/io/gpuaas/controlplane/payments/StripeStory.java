package io.gpuaas.controlplane.payments;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * People who pay, leave, get refunds and dispute, a Stripe that reports it late, twice, in any order or never, and a
 * worker that dies. The caller's random numbers decide.
 */
public final class StripeStory implements AutoCloseable {

    private static final long CENT = 10_000_000;

    private final FakeStripe stripe;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Path secrets;
    private final List<Paid> open = new ArrayList<>();
    private final List<Paid> paid = new ArrayList<>();
    private final List<String> disputes = new ArrayList<>();
    private final List<String[]> untold = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private @Nullable TestControlPlane plane;
    private @Nullable Clock clock;
    private int payments;
    private int refunds;
    private int disputed;
    private int deliveries;
    private int events;

    /** A payment and what was not given back of it. */
    private static final class Paid {
        final TenantId tenant;
        final PaymentId id;
        long cents;

        Paid(TenantId tenant, PaymentId id, long cents) {
            this.tenant = tenant;
            this.id = id;
            this.cents = cents;
        }
    }

    public StripeStory() {
        this.stripe = new FakeStripe(() -> clock().instant());
        try {
            this.secrets = Files.createTempDirectory("stripe-story");
            Files.writeString(secrets.resolve("key"), FakeStripe.API_KEY);
            Files.writeString(secrets.resolve("signing"), FakeStripe.SECRET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Map<String, String> settings() {
        return Map.of(
                "gpuaas.payments.provider",
                "stripe",
                "gpuaas.payments.stripe.api-base",
                stripe.url(),
                "gpuaas.payments.stripe.api-key-file",
                secrets.resolve("key").toString(),
                "gpuaas.payments.stripe.webhook-secrets-file",
                secrets.resolve("signing").toString());
    }

    public void playIn(TestControlPlane world, Clock time) {
        this.plane = world;
        this.clock = time;
    }

    private TestControlPlane plane() {
        return Objects.requireNonNull(plane);
    }

    private Clock clock() {
        return Objects.requireNonNull(clock);
    }

    private <T> T inTransaction(Supplier<T> work) {
        return Call.system("test", CorrelationId.create(plane().bean(IdSource.class)))
                .run(() -> Objects.requireNonNull(
                        plane().bean(TransactionTemplate.class).execute(status -> work.get())));
    }

    public void wish(TenantId tenant, long dollars) {
        PaymentId id = inTransaction(() -> plane().bean(Payments.class)
                .pay(tenant, new Money(dollars * 100 * CENT, "USD"), false)
                .id());
        open.add(new Paid(tenant, id, dollars * 100));
        payments++;
    }

    /** Some time passes. */
    public void goOn(Random random) {
        for (Paid one : List.copyOf(open)) {
            if (random.nextInt(3) > 0) {
                decide(one, random.nextInt(8) == 0);
            }
        }
        if (!paid.isEmpty() && random.nextInt(4) == 0) {
            giveBack(paid.get(random.nextInt(paid.size())), random);
        }
        if (!paid.isEmpty() && random.nextInt(12) == 0) {
            dispute(paid.get(random.nextInt(paid.size())));
        }
        if (!disputes.isEmpty() && random.nextInt(4) == 0) {
            end(disputes.remove(random.nextInt(disputes.size())), random.nextBoolean());
        }
        if (random.nextInt(10) == 0) {
            stripe.paysOut();
        }
        stripe.losesAnswers = random.nextInt(5) == 0 ? 1 + random.nextInt(3) : 0;
        deliver(random);
    }

    private void decide(Paid one, boolean leaves) {
        if (!stripe.isOpen(one.id.toString())) {
            return;
        }
        open.remove(one);
        if (leaves) {
            tell("checkout.session.expired", stripe.customerLeaves(one.id.toString()));
        } else {
            tell("checkout.session.completed", stripe.customerPays(one.id.toString()));
            tell("payment_intent.succeeded", stripe.intent(one.id.toString()));
            paid.add(one);
        }
    }

    private void giveBack(Paid one, Random random) {
        long cents = 1 + random.nextLong(one.cents);
        if (random.nextBoolean()) {
            tell("refund.created", stripe.staffRefunds(one.id.toString(), cents));
        } else if (!refund(one, cents)) {
            return;
        }
        refunds++;
        one.cents -= cents;
        if (one.cents == 0) {
            paid.remove(one);
        }
    }

    /** False when it is not to be had: used, not booked yet, or all given back. */
    private boolean refund(Paid one, long cents) {
        try {
            inTransaction(() -> plane().bean(Payments.class)
                    .refund(one.tenant, one.id, new Money(cents * CENT, "USD"), "not needed"));
            return true;
        } catch (ProblemException e) {
            return false;
        }
    }

    private void dispute(Paid one) {
        String dispute = stripe.dispute(one.id.toString(), one.cents);
        paid.remove(one);
        disputes.add(dispute);
        disputed++;
        tell("charge.dispute.created", dispute);
    }

    private void end(String dispute, boolean won) {
        stripe.disputeEnds(dispute, won);
        tell("charge.dispute.closed", dispute);
    }

    private void tell(String type, String object) {
        untold.add(new String[] {"evt_story_" + ++events, type, object});
    }

    /** Delivers about half of the open events, in any order; some twice, some again after days, one in twenty never. */
    private void deliver(Random random) {
        java.util.Collections.shuffle(untold, random);
        for (String[] event : List.copyOf(untold)) {
            if (random.nextInt(20) == 0 && event[1].startsWith("checkout")) {
                untold.remove(event);
            } else if (random.nextBoolean()) {
                untold.remove(event);
                String body = stripe.event(event[0], event[1], event[2]);
                told.add(body);
                send(body);
                if (random.nextInt(4) == 0) {
                    send(body);
                }
            }
        }
        if (!told.isEmpty() && random.nextInt(3) == 0) {
            send(told.get(random.nextInt(told.size())));
        }
    }

    private void send(String body) {
        deliveries++;
        Instant now = clock().instant();
        try {
            int status = http.send(
                            HttpRequest.newBuilder(
                                            URI.create("http://127.0.0.1:" + plane().port() + "/webhooks/stripe"))
                                    .header("Stripe-Signature", FakeStripe.sign(FakeStripe.SECRET, now, body))
                                    .POST(HttpRequest.BodyPublishers.ofString(body))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            assertThat(status).isEqualTo(200);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public void work() {
        plane().bean(PaymentWorker.class).round();
    }

    /** Its connection is cut while it works, somewhere between a claim and what is booked. Gives how often. */
    public int workAndDie() {
        int hits = 0;
        AtomicBoolean working = new AtomicBoolean(true);
        Thread worker = Thread.ofVirtual().start(() -> {
            try {
                work();
            } catch (DataAccessException | org.springframework.transaction.TransactionException e) {
                assertThat(e).hasMessageNotContaining("violates");
            } finally {
                working.set(false);
            }
        });
        for (int shots = 0; shots < 10 && working.get(); shots++) {
            hits += (int) plane().database().count("""
                    SELECT count(*) FROM (
                        SELECT pg_terminate_backend(pid) AS hit FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                          AND (query LIKE '%payments.%' OR query LIKE '%ledger.%') AND state <> 'idle') AS shot
                    WHERE hit""");
        }
        try {
            worker.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return hits;
    }

    /** Nothing new happens; open work is decided, delivered and finished. */
    public void end(Random random, Runnable anHourPasses) {
        stripe.losesAnswers = 0;
        for (int hour = 0; hour < 12; hour++) {
            List.copyOf(open).forEach(one -> decide(one, random.nextBoolean()));
            List.copyOf(disputes).forEach(dispute -> end(dispute, random.nextBoolean()));
            disputes.clear();
            deliver(random);
            anHourPasses.run();
            work();
        }
        stripe.paysOut();
        anHourPasses.run();
        for (int hour = 0; hour < 25; hour++) {
            anHourPasses.run();
        }
        work();
    }

    /** Clearing equals what Stripe holds, which is nothing, and no work was abandoned. */
    public void check() {
        assertThat(open).as("pages that were never opened").isEmpty();
        assertThat(plane().database().count("SELECT count(*) FROM payments.work WHERE state = 'dead'"))
                .as("work that was given up")
                .isZero();
        assertThat(plane().database()
                        .count("SELECT count(*) FROM payments.payment WHERE state NOT IN ('paid', 'failed')"))
                .as("payments that are not decided")
                .isZero();
        assertThat(plane().database().count("""
                SELECT coalesce(sum(b.nanos), 0) FROM ledger.balance b JOIN ledger.account a ON a.id = b.account_id
                WHERE a.kind = 'clearing'""")).as("clearing").isZero();
        assertThat(plane().database().count("""
                SELECT off_nanos FROM payments.reconciliation WHERE currency = 'USD' ORDER BY made_at DESC LIMIT 1""")).as("what nothing explains").isZero();
    }

    @Override
    public String toString() {
        return payments + " payments, " + refunds + " refunds, " + disputed + " disputes, " + deliveries
                + " deliveries";
    }

    @Override
    public void close() {
        stripe.close();
        http.close();
    }
}
