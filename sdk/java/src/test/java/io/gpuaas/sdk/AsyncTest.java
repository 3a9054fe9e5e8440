package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that somebody waits for elsewhere, and calls that nobody waits for any more. */
class AsyncTest {

    private static final ProjectId PROJECT = ProjectId.parse("0198c0de-0000-7000-8000-000000000002");
    private static final AllocationId ALLOCATION = AllocationId.parse("0198c0de-0000-7000-8000-000000000009");
    private static final long SECONDS_MAX = 20;

    private final FakeServer server = new FakeServer();
    private final GpuaasClient client = GpuaasClient.connect(server.address(), "t");

    @AfterEach
    void stop() {
        server.close();
    }

    private static String tenant(int number) {
        return """
                {"id":"0198c0de-0000-7000-8000-00000000000%1$d","slug":"t%1$d","name":"T","state":"active",
                 "created_at":"2026-01-02T03:04:05Z"}""".formatted(number);
    }

    private static String allocation(String state) {
        return """
                {"id":"%1$s","tenant_id":"%1$s","project_id":"%1$s","name":"n","labels":{},"sku":"s","count":1,"version":1,
                 "created_at":"2026-11-16T05:59:30Z","created_by":"x","state":"%2$s",
                 "state_since":"2026-11-16T05:59:30Z"}""".formatted(ALLOCATION, state);
    }

    @Test
    void aCallGivesItsAnswerLater() throws Exception {
        server.answers(200, "{\"items\":[" + tenant(1) + "]}");

        CompletableFuture<TenantPage> page = client.async(one -> one.identity().listTenants(PageRequest.first()));

        assertThat(page.get(SECONDS_MAX, TimeUnit.SECONDS).items()).hasSize(1);
    }

    @Test
    void callsAreWaitedForTogether() throws Exception {
        IntStream.range(0, 5).forEach(number -> server.answers(200, tenant(number)));

        List<CompletableFuture<Tenant>> created = IntStream.range(0, 5)
                .mapToObj(number ->
                        client.async(one -> one.identity().createTenant(new CreateTenant("t" + number, "T"))))
                .toList();
        CompletableFuture.allOf(created.toArray(CompletableFuture[]::new)).get(SECONDS_MAX, TimeUnit.SECONDS);

        assertThat(created)
                .extracting(future -> future.join().slug())
                .containsExactlyInAnyOrder("t0", "t1", "t2", "t3", "t4");
    }

    @Test
    void aContinuationMayCallAgain() throws Exception {
        server.answers(200, tenant(1)).answers(200, tenant(2));

        Tenant second = client.async(one -> one.identity().createTenant(new CreateTenant("a", "A")))
                .thenApply(first -> client.identity().getTenant(first.id()))
                .get(SECONDS_MAX, TimeUnit.SECONDS);

        assertThat(second.slug()).isEqualTo("t2");
    }

    @Test
    void aRefusalIsThereAsWhatItIs() {
        server.refuses(409, "slug_taken", null);

        CompletableFuture<Tenant> refused =
                client.async(one -> one.identity().createTenant(new CreateTenant("a", "A")));

        assertThatThrownBy(() -> refused.get(SECONDS_MAX, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(GpuaasException.Conflict.class);
        assertThatThrownBy(refused::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(GpuaasException.Conflict.class);
        assertThat(refused.exceptionNow())
                .isInstanceOfSatisfying(
                        GpuaasException.Conflict.class,
                        conflict -> assertThat(conflict.code()).isEqualTo("slug_taken"));
        assertThat(refused.handle((_, failure) -> failure).join()).isSameAs(refused.exceptionNow());
    }

    @Test
    void aListingIsWalkedToItsEnd() throws Exception {
        server.answers(200, "{\"items\":[" + tenant(1) + "],\"next_cursor\":\"c\"}")
                .answers(200, "{\"items\":[" + tenant(2) + "]}");

        CompletableFuture<List<Tenant>> tenants = client.async(one ->
                Page.all(PageRequest.first(), one.identity()::listTenants).toList());

        assertThat(tenants.get(SECONDS_MAX, TimeUnit.SECONDS))
                .extracting(Tenant::slug)
                .containsExactly("t1", "t2");
    }

    @Test
    void anAllocationIsWaitedFor() throws Exception {
        server.answers(200, allocation("requested")).answers(200, allocation("active"));

        CompletableFuture<Allocation> active = client.async(
                one -> AllocationWaits.on(one, Duration.ofMinutes(1)).untilActive(PROJECT, ALLOCATION));

        assertThat(active.get(SECONDS_MAX, TimeUnit.SECONDS).state()).isEqualTo(AllocationState.ACTIVE);
    }

    @Test
    void aWaitThatIsCancelledAsksNoMore() throws Exception {
        IntStream.range(0, 200).forEach(_ -> server.answers(200, allocation("requested")));
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CompletableFuture<Void> seen = new CompletableFuture<>();

        CompletableFuture<Allocation> active = client.async(one -> telling(
                thrown,
                () -> AllocationWaits.on(one, Duration.ofMinutes(1))
                        .telling(_ -> seen.complete(null))
                        .untilActive(PROJECT, ALLOCATION)));
        seen.get(SECONDS_MAX, TimeUnit.SECONDS);
        active.cancel(true);

        assertThat(thrown.get(SECONDS_MAX, TimeUnit.SECONDS))
                .isInstanceOfAny(WaitEndedException.class, ServerUnreachableException.class)
                .hasRootCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(active::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void aCallThatIsCancelledEndsAndHangsUpOnAServerThatNeverAnswers() throws Exception {
        try (SilentServer silent = new SilentServer()) {
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            CompletableFuture<Me> me = begin(silent.address(), thrown);
            silent.awaitRequest();

            me.cancel(true);

            assertThat(thrown.get(SECONDS_MAX, TimeUnit.SECONDS))
                    .isInstanceOf(ServerUnreachableException.class)
                    .hasRootCauseInstanceOf(InterruptedException.class);
            silent.awaitHangUp();
            assertThatThrownBy(me::join).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void aCallThatRunsOutOfTimeEndsAndHangsUp() throws Exception {
        try (SilentServer silent = new SilentServer()) {
            CompletableFuture<Throwable> thrown = new CompletableFuture<>();
            CompletableFuture<Me> me = begin(silent.address(), thrown);
            silent.awaitRequest();

            assertThatThrownBy(() -> me.orTimeout(1, TimeUnit.MILLISECONDS).join())
                    .hasCauseInstanceOf(TimeoutException.class);

            assertThat(thrown.get(SECONDS_MAX, TimeUnit.SECONDS)).isInstanceOf(ServerUnreachableException.class);
            silent.awaitHangUp();
        }
    }

    private static CompletableFuture<Me> begin(URI address, CompletableFuture<Throwable> thrown) {
        return GpuaasClient.connect(address, "t")
                .async(one -> telling(thrown, () -> one.identity().getMe()));
    }

    /** Tells what ended the work, which the future of somebody who gave up does not. */
    private static <T> T telling(CompletableFuture<Throwable> thrown, Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            thrown.complete(e);
            throw e;
        }
    }
}
