package io.gpuaas.bench.allocations;

import io.gpuaas.bench.kit.Latencies;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Allocation;
import io.gpuaas.sdk.AllocationState;
import io.gpuaas.sdk.CreateAllocation;
import io.gpuaas.sdk.CreateAllocationBatch;
import io.gpuaas.sdk.GpuaasClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Clients that create an allocation of one GPU, wait until it is active, give it back and wait until it is gone. */
final class AllocationCycles {

    private static final String SKU = "h100-sxm-slice";
    private static final int BATCH = 64;

    private final GpuaasClient client;
    private final ProjectId project;
    private final AllocationWatch watch;

    AllocationCycles(GpuaasClient client, ProjectId project, AllocationWatch watch) {
        this.client = client;
        this.project = project;
        this.watch = watch;
    }

    /** How many cycles came to their end in how long, and how long each took to become active. */
    record Run(long cycles, double seconds, Latencies toActive) {

        double rate() {
            return cycles / seconds;
        }
    }

    AllocationId create() {
        CreateAllocation one = new CreateAllocation(SKU, 1, null, null, null, null, null, null, null);
        return client.allocations().createAllocation(project, one).id();
    }

    long awaitActive(AllocationId id) throws Exception {
        return watch.await(id, AllocationState.ACTIVE);
    }

    void release(AllocationId id) throws Exception {
        client.allocations().releaseAllocation(project, id);
        watch.await(id, AllocationState.RELEASED);
        watch.forget(id);
    }

    private long cycle() throws Exception {
        long began = System.nanoTime();
        AllocationId id = create();
        long toActive = awaitActive(id) - began;
        release(id);
        return toActive;
    }

    /** As fast as so many clients can. */
    Run flood(int clients, Duration time) throws Exception {
        long began = System.nanoTime();
        long end = began + time.toNanos();
        List<Latencies> parts = inParallel(clients, () -> {
            Latencies latencies = new Latencies();
            while (System.nanoTime() < end) {
                latencies.add(cycle());
            }
            return latencies;
        });
        Latencies all = Latencies.together(parts);
        return new Run(all.count(), (System.nanoTime() - began) / 1e9, all);
    }

    /** At an even pace, whether or not the earlier ones have come to their end. */
    Run pace(double perSecond, Duration time) throws Exception {
        long began = System.nanoTime();
        int total = (int) Math.max(1, perSecond * time.toSeconds());
        List<Future<Long>> cycles = new ArrayList<>();
        Latencies latencies = new Latencies();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int n = 0; n < total; n++) {
                long at = began + (long) (n * 1e9 / perSecond);
                long wait = at - System.nanoTime();
                if (wait > 0) {
                    Thread.sleep(Duration.ofNanos(wait));
                }
                cycles.add(threads.submit(this::cycle));
            }
            for (Future<Long> cycle : cycles) {
                latencies.add(cycle.get());
            }
        }
        return new Run(total, (System.nanoTime() - began) / 1e9, Latencies.together(List.of(latencies)));
    }

    /** Creates this many allocations, returns their rate until the last one is active, and releases them. */
    double fill(int allocations, int clients) throws Exception {
        long began = System.nanoTime();
        List<List<AllocationId>> made = inParallel(clients, share -> {
            List<AllocationId> mine = new ArrayList<>();
            for (int n = share; n < allocations; n += clients) {
                mine.add(create());
            }
            return mine;
        });
        return rate(made.stream().flatMap(List::stream).toList(), began, clients);
    }

    private double rate(List<AllocationId> made, long began, int clients) throws Exception {
        long last = began;
        for (AllocationId id : made) {
            last = Math.max(last, awaitActive(id));
        }
        releaseAll(made, clients);
        return made.size() / ((last - began) / 1e9);
    }

    /** The same in batches that are placed as a whole, as an array of jobs is submitted as one. */
    double fillInBatches(int allocations, int clients) throws Exception {
        CreateAllocation one = new CreateAllocation(SKU, 1, null, null, null, null, null, null, null);
        CreateAllocationBatch batch = new CreateAllocationBatch(Collections.nCopies(BATCH, one));
        long began = System.nanoTime();
        List<List<AllocationId>> made = inParallel(
                allocations / BATCH,
                share -> client.allocations().createAllocationBatch(project, batch).items().stream()
                        .map(Allocation::id)
                        .toList());
        return rate(made.stream().flatMap(List::stream).toList(), began, clients);
    }

    private void releaseAll(List<AllocationId> all, int clients) throws Exception {
        inParallel(clients, share -> {
            for (int n = share; n < all.size(); n += clients) {
                release(all.get(n));
            }
            return share;
        });
    }

    /** One at a time with nothing else going on. */
    Latencies single(int times) throws Exception {
        Latencies latencies = new Latencies();
        for (int n = 0; n < times; n++) {
            latencies.add(cycle());
        }
        return Latencies.together(List.of(latencies));
    }

    /** Reads one allocation again and again until told to stop. */
    Latencies readUntil(AllocationId id, AtomicBoolean stop, Duration pause) throws InterruptedException {
        Latencies latencies = new Latencies();
        while (!stop.get()) {
            long began = System.nanoTime();
            client.allocations().getAllocation(project, id);
            latencies.add(System.nanoTime() - began);
            Thread.sleep(pause);
        }
        return Latencies.together(List.of(latencies));
    }

    private interface Part<T> {
        T run(int share) throws Exception;
    }

    private interface Whole<T> {
        T run() throws Exception;
    }

    private static <T> List<T> inParallel(int clients, Whole<T> work) throws Exception {
        return inParallel(clients, (Part<T>) share -> work.run());
    }

    private static <T> List<T> inParallel(int clients, Part<T> work) throws Exception {
        List<T> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<T>> futures = new ArrayList<>();
            for (int n = 0; n < clients; n++) {
                int share = n;
                futures.add(threads.submit(() -> work.run(share)));
            }
            for (Future<T> future : futures) {
                results.add(future.get());
            }
        }
        return results;
    }
}
