package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kills.KilledServer;
import io.gpuaas.bench.kills.Kills;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.CreateAllocation;
import io.gpuaas.sdk.ForceReleaseAllocation;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.IdempotencyKey;
import io.gpuaas.sdk.ServerUnreachableException;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * People who want so many allocations in all, slices mostly, whole hosts and parts of GPUs too, and give each of them
 * back, some at once, some by force. A request that
 * was not answered is repeated with the same key until it is, so what is asked for once must come to be once.
 */
final class StubbornUsers implements AutoCloseable {

    private static final Set<AllocationState> ENDS = EnumSet.of(AllocationState.RELEASED, AllocationState.FAILED);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int COUNT_MAX = 2;
    private static final String SLICE = "h100-sxm-slice";

    /** In turn. */
    private static final List<String> SKUS = List.of(
            SLICE,
            SLICE,
            SLICE,
            SLICE,
            "h100-sxm-baremetal",
            "h100-mig-1g.10gb",
            "h100-mig-3g.40gb",
            "h100-mig-7g.80gb");

    private static final int FAILED = 500;
    private static final int TOO_MANY = 429;

    private final KilledServer server;
    private final ProjectId project;
    private final int total;
    private final int seed;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore allowed = new Semaphore(0);
    private final AtomicInteger granted = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    StubbornUsers(KilledServer server, ProjectId project, Options options) {
        this.server = server;
        this.project = project;
        this.total = options.number("allocations");
        this.seed = options.number("seed");
        for (int user = 0; user < options.number("users"); user++) {
            threads.execute(this::use);
        }
    }

    /** As many as belong to this share of the time. */
    void allow(double share) {
        int until = (int) (total * share);
        allowed.release(Math.max(0, until - granted.getAndUpdate(before -> Math.max(before, until))));
    }

    void awaitEnd(Duration patience) throws Exception {
        Waiting.until("all allocations to end", patience, Kills.TURN, () -> {
            server.awaitUp().requireAlive();
            Exception failed = failure.get();
            if (failed != null) {
                throw failed;
            }
            return ended.get() == total;
        });
    }

    private void use() {
        try {
            int number = begun.incrementAndGet();
            while (number <= total) {
                allowed.acquire();
                cycle(number, new Random(seed * 1_000_003L + number));
                ended.incrementAndGet();
                number = begun.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        }
    }

    private void cycle(int number, Random random) throws Exception {
        CreateAllocation wanted = wanted(number, random);
        IdempotencyKey creating = new IdempotencyKey("create-" + number);
        AllocationId id = ask(client -> client.allocations().createAllocation(project, wanted, creating))
                .id();
        if (random.nextInt(4) > 0) {
            await(id, EnumSet.of(AllocationState.ACTIVE, AllocationState.RELEASED, AllocationState.FAILED));
        }
        boolean force = random.nextInt(10) == 0;
        while (!ENDS.contains(giveBack(id, force))) {
            await(id, EnumSet.of(AllocationState.RELEASED, AllocationState.FAILED, AllocationState.RELEASE_FAILED));
        }
    }

    private static CreateAllocation wanted(int number, Random random) {
        String sku = SKUS.get(number % SKUS.size());
        int count = sku.equals(SLICE) ? 1 + random.nextInt(COUNT_MAX) : 1;
        return new CreateAllocation(sku, count, null, null, null, null, null, true, null);
    }

    /** Releases the allocation unless it has ended or is being released already. */
    private AllocationState giveBack(AllocationId id, boolean force) throws Exception {
        AllocationState now = look(id);
        if (ENDS.contains(now) || now == AllocationState.RELEASING) {
            return now;
        }
        try {
            if (now == AllocationState.RELEASE_FAILED) {
                ask(client -> client.allocations().retryAllocationRelease(project, id));
            } else if (force) {
                ForceReleaseAllocation reason = new ForceReleaseAllocation("nobody needs it");
                ask(client -> client.allocations().forceReleaseAllocation(id, reason));
            } else {
                ask(client -> client.allocations().releaseAllocation(project, id));
            }
        } catch (GpuaasException e) {
            if (e.status() != 409) {
                throw e;
            }
            // A request that was not answered had its effect, or the machine failed at the same moment.
        }
        return look(id);
    }

    private void await(AllocationId id, Set<AllocationState> states) throws Exception {
        while (!states.contains(look(id))) {
            Thread.sleep(LOOK);
        }
    }

    private AllocationState look(AllocationId id) throws Exception {
        return ask(client -> client.allocations().getAllocation(project, id)).state();
    }

    private Allocation ask(Function<GpuaasClient, Allocation> question) throws InterruptedException, IOException {
        while (true) {
            try {
                return question.apply(server.client());
            } catch (ServerUnreachableException e) {
                Thread.sleep(LOOK);
            } catch (GpuaasException e) {
                if (e.status() < FAILED && e.status() != TOO_MANY) {
                    throw e;
                }
                Thread.sleep(LOOK);
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        threads.shutdownNow();
        threads.awaitTermination(1, TimeUnit.MINUTES);
    }
}
