package io.gpuaas.controlplane.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.StripeClient;
import com.stripe.exception.InvalidRequestException;
import com.stripe.param.RefundCreateParams;
import io.gpuaas.api.PaymentState;
import io.gpuaas.controlplane.payments.StripeApi.SavedMethod;
import io.gpuaas.controlplane.payments.StripeApi.Standing;
import io.gpuaas.kernel.Money;
import io.gpuaas.kernel.PaymentId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.RealServers;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * Every request we make, checked by Stripe's own server for tests against Stripe's description of its API. It answers with
 * examples and keeps nothing: what happens to money is for {@link StripePaymentsTest}.
 */
@Tag("full")
@Against("stripe-mock")
class StripeMockTest {

    private static final Pattern LISTENING = Pattern.compile("Listening for HTTP at .*:(\\d+)\\s*$");
    private static final long CENT = Money.NANOS_PER_UNIT / 100;

    @SuppressWarnings("NullAway.Init")
    private static Process server;

    @SuppressWarnings("NullAway.Init")
    private static StripeClient client;

    @SuppressWarnings("NullAway.Init")
    private static StripeApi stripe;

    @BeforeAll
    static void start() throws Exception {
        // Built with Go where there is Go, which not every machine has.
        Path program = RealServers.find("stripe-mock")
                .orElseThrow(() -> new TestAbortedException("stripe-mock is not installed"));
        // Left alone it would also listen on a fixed port of every address.
        server = new ProcessBuilder(program.toString(), "-http-addr", "127.0.0.1:0", "-https-addr", "127.0.0.1:0")
                .redirectErrorStream(true)
                .start();
        RealServers.report("stripe-mock", version(program));
        client = StripeClient.builder()
                .setApiKey("sk_test_123")
                .setApiBase("http://127.0.0.1:" + port(server.inputReader(StandardCharsets.UTF_8)))
                .setMaxNetworkRetries(0)
                .build();
        stripe = new StripeApi(client);
    }

    private static String version(Path program) throws IOException {
        Process asked = new ProcessBuilder(program.toString(), "-version").start();
        try (BufferedReader answer = asked.inputReader(StandardCharsets.UTF_8)) {
            return Objects.requireNonNull(answer.readLine());
        }
    }

    /** It says where it listens once it does. */
    private static String port(BufferedReader output) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher listening = LISTENING.matcher(line);
            if (listening.find()) {
                return listening.group(1);
            }
            said.append(line).append('\n');
        }
        throw new AssertionError("stripe-mock ended: " + said);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.destroy();
        }
    }

    private static PaymentRecord payment(boolean savesMethod) {
        return new PaymentRecord(
                new PaymentId(UUID.randomUUID()),
                new TenantId(UUID.randomUUID()),
                new Money(1_234 * CENT, "USD"),
                0,
                new PaymentRecord.Provider(StripeApi.NAME, null, null, null),
                PaymentState.PENDING,
                null,
                new PaymentRecord.Request(Instant.now(), false, savesMethod),
                null);
    }

    @Test
    void aWrongRequestIsNoticed() {
        assertThatThrownBy(() -> client.v1()
                        .refunds()
                        .create(RefundCreateParams.builder()
                                .putExtraParam("nonsense", "1")
                                .build()))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("additional properties are not allowed");
    }

    @Test
    void aPageToPayAtIsOpenedWithAndWithoutKeepingTheCard() throws Exception {
        for (boolean savesMethod : new boolean[] {false, true}) {
            StripeApi.Checkout checkout = stripe.openCheckout(payment(savesMethod), "https://console.example/billing");
            assertThat(checkout.reference()).startsWith("cs_");
            assertThat(checkout.url()).startsWith("https://");
        }
    }

    @Test
    void aSavedCardIsCharged() throws Exception {
        StripeApi.Seen seen = stripe.charge(payment(false), new SavedMethod("cus_123", "pm_123", "visa 4242"));
        assertThat(seen.intent()).startsWith("pi_");
        assertThat(seen.standing()).as("the example is not paid").isInstanceOf(Standing.Failed.class);
    }

    @Test
    void pagesAndPaymentsAreAskedFor() throws Exception {
        assertThat(stripe.session("cs_test_123").standing()).isInstanceOf(Standing.Open.class);
        assertThat(stripe.intent("pi_123", false).standing()).isInstanceOf(Standing.Open.class);
        assertThat(stripe.intent("pi_123", true).standing()).isInstanceOf(Standing.Failed.class);
        assertThat(stripe.paymentOfIntent("pi_123")).as("not one of ours").isEmpty();
    }

    @Test
    void moneyIsGivenBackAndAskedAfter() throws Exception {
        Refund refund = new Refund(
                UUID.randomUUID(),
                new PaymentId(UUID.randomUUID()),
                new Money(500 * CENT, "USD"),
                Refund.State.REQUESTED,
                null);
        StripeApi.RefundSeen seen = stripe.refund(refund, "pi_123");
        assertThat(seen.state()).isEqualTo(Refund.State.SUCCEEDED);
        assertThat(seen.amount()).isEqualTo(refund.amount());
        assertThat(stripe.refunds("pi_123")).hasSize(1);
        assertThat(stripe.intentOfRefund("re_123")).isEmpty();
        assertThat(stripe.intentOfCharge("ch_123")).isEmpty();
    }

    @Test
    void aDisputeIsAskedFor() throws Exception {
        StripeApi.DisputeSeen seen = stripe.dispute("dp_123");
        assertThat(seen.id()).startsWith("dp_");
        assertThat(seen.state()).as("a warning is an inquiry").isEqualTo(Dispute.State.INQUIRY);
        assertThat(seen.amount()).isEqualTo(new Money(1_000 * CENT, "USD"));
    }

    @Test
    void movementsAndBalancesAreRead() throws Exception {
        Instant now = Instant.now();
        assertThat(stripe.movements(now.minusSeconds(86_400), now))
                .singleElement()
                .satisfies(movement -> {
                    assertThat(movement.type()).isEqualTo("charge");
                    assertThat(movement.amount()).isEqualTo(new Money(100 * CENT, "USD"));
                    assertThat(movement.fee().nanos()).isZero();
                });
        assertThat(stripe.holdings()).containsOnlyKeys("USD");
    }
}
