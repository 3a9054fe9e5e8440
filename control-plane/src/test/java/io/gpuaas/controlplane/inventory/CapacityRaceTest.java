package io.gpuaas.controlplane.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.offerings.Sku;
import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.IdSource;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.Against;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** Two copies of the inventory, as two processes have them, on one real database. */
@Against("PostgreSQL")
class CapacityRaceTest {

    private static final TenantId TENANT = new TenantId(UUID.randomUUID());
    private static final ProjectId PROJECT = new ProjectId(UUID.randomUUID());
    private static final int THREADS = 12;

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TransactionTemplate transaction = plane.bean(TransactionTemplate.class);
    private final List<Capacity> processes = List.of(process(), process());

    private Capacity process() {
        return new Capacity(
                new SlotIndex(plane.bean(SlotStore.class)),
                plane.bean(LeaseStore.class),
                plane.bean(Policies.class),
                plane.bean(IdSource.class),
                plane.bean(Clock.class));
    }

    @Test
    void aThousandWantTenAndTenGetOne() throws Exception {
        Sku sku = TestSkus.inRegion(plane, "h100-sxm-slice", "r-race");
        for (int host = 0; host < 5; host++) {
            TestHosts.add(plane, "r-race", "h100-sxm", 2);
        }
        List<Callable<PlacementDecision>> asks = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            Capacity process = processes.get(i % 2);
            asks.add(() -> reserve(process, new AllocationId(UUID.randomUUID()), sku, 1));
        }

        List<PlacementDecision> decisions = all(asks);

        assertThat(decisions)
                .filteredOn(PlacementDecision.Taken.class::isInstance)
                .hasSize(10);
        assertThat(decisions)
                .filteredOn(PlacementDecision.Refused.class::isInstance)
                .hasSize(990)
                .extracting(decision -> ((PlacementDecision.Refused) decision).sentence())
                .containsOnly("All h100-sxm GPUs in r-race are in use or out of service.");
        assertThat(decisions.stream()
                        .filter(PlacementDecision.Taken.class::isInstance)
                        .flatMap(decision -> ((PlacementDecision.Taken) decision).lease().slots().stream())
                        .map(HeldSlot::gpuUuid))
                .doesNotHaveDuplicates()
                .hasSize(10);
        assertThat(disagreements()).isZero();
    }

    /** Another process took a GPU this one believes to be free. */
    @Test
    void aLostRaceIsRetriedAndTheOthersKeepTheirSlots() {
        Sku slice = TestSkus.inRegion(plane, "h100-sxm-slice", "r-together");
        NodeId node = TestHosts.add(plane, "r-together", "h100-sxm", 4);
        Capacity capacity = processes.getFirst();
        capacity.availability(slice);
        Capacity other = processes.getLast();
        transaction.executeWithoutResult(status -> other.reserve(request(slice)));

        List<Capacity.Request> four = List.of(request(slice), request(slice), request(slice), request(slice));
        List<PlacementDecision> decisions =
                Objects.requireNonNull(transaction.execute(status -> capacity.reserveAll(four)));

        assertThat(decisions)
                .filteredOn(PlacementDecision.Taken.class::isInstance)
                .hasSize(3);
        assertThat(decisions)
                .filteredOn(PlacementDecision.Refused.class::isInstance)
                .hasSize(1);
        for (int i = 0; i < four.size(); i++) {
            AllocationId id = four.get(i).allocation();
            if (decisions.get(i) instanceof PlacementDecision.Taken taken) {
                assertThat(taken.lease().allocation()).isEqualTo(id);
                assertThat(capacity.findLease(id)).contains(taken.lease());
            } else {
                assertThat(capacity.findLease(id)).isEmpty();
            }
        }
        assertThat(plane.database()
                        .count("SELECT count(*) FROM inventory.slot WHERE taken = 255 AND node_id = '" + node + "'"))
                .isEqualTo(4);
    }

    private static Capacity.Request request(Sku sku) {
        return new Capacity.Request(new AllocationId(UUID.randomUUID()), TENANT, PROJECT, sku, 1);
    }

    /** Every size, hosts and parts of GPUs, taken, given back and rolled back by everybody at once. */
    @Test
    void slotsAndLeasesAgreeInAnyOrder() throws Exception {
        long seed = System.nanoTime();
        List<Sku> skus = List.of(
                TestSkus.inRegion(plane, "h100-sxm-slice", "r-churn"),
                TestSkus.inRegion(plane, "h100-sxm-baremetal", "r-churn"),
                TestSkus.inRegion(plane, "h100-mig-2g.20gb", "r-churn"),
                TestSkus.inRegion(plane, "h100-mig-1g.10gb", "r-churn"));
        TestHosts.add(plane, "r-churn", "h100-sxm", 8);
        TestHosts.add(plane, "r-churn", "h100-sxm", 8);
        TestHosts.divide(plane, TestHosts.add(plane, "r-churn", "h100-sxm", 2));
        List<String> before = availability(skus);
        List<Callable<Integer>> workers = new ArrayList<>();
        for (int worker = 0; worker < THREADS; worker++) {
            Capacity process = processes.get(worker % 2);
            Random random = new Random(seed + worker);
            workers.add(() -> churn(process, skus, random));
        }

        int taken = all(workers).stream().mapToInt(Integer::intValue).sum();

        assertThat(taken).as("seed " + seed).isPositive();
        assertThat(disagreements()).as("seed " + seed).isZero();
        assertThat(availability(skus)).as("seed " + seed).isEqualTo(before);
    }

    private int churn(Capacity process, List<Sku> skus, Random random) {
        List<AllocationId> held = new ArrayList<>();
        int taken = 0;
        for (int round = 0; round < 40; round++) {
            List<Capacity.Request> requests = new ArrayList<>();
            int together = 1 + random.nextInt(3);
            for (int member = 0; member < together; member++) {
                Sku sku = skus.get(random.nextInt(skus.size()));
                int count = sku.counts().get(random.nextInt(sku.counts().size()));
                requests.add(new Capacity.Request(new AllocationId(UUID.randomUUID()), TENANT, PROJECT, sku, count));
            }
            boolean kept = random.nextInt(5) != 0;
            List<PlacementDecision> decisions = Objects.requireNonNull(transaction.execute(status -> {
                List<PlacementDecision> decided = process.reserveAll(requests);
                if (!kept) {
                    status.setRollbackOnly();
                }
                return decided;
            }));
            for (int member = 0; kept && member < together; member++) {
                if (decisions.get(member) instanceof PlacementDecision.Taken) {
                    taken++;
                    held.add(requests.get(member).allocation());
                }
            }
            if (!held.isEmpty() && random.nextBoolean()) {
                free(process, held.remove(random.nextInt(held.size())));
            }
        }
        held.forEach(id -> free(process, id));
        return taken;
    }

    /** As both processes see it. */
    private List<String> availability(List<Sku> skus) {
        List<String> seen = processes.stream()
                .map(process -> process.availability(skus).toString())
                .distinct()
                .toList();
        assertThat(seen).as("processes see the same").hasSize(1);
        return seen;
    }

    private PlacementDecision reserve(Capacity process, AllocationId id, Sku sku, int count) {
        return Objects.requireNonNull(
                transaction.execute(status -> process.reserve(new Capacity.Request(id, TENANT, PROJECT, sku, count))));
    }

    private void free(Capacity process, AllocationId id) {
        transaction.executeWithoutResult(status -> process.free(id));
    }

    /** Slots whose marks are not those of their live leases. */
    private long disagreements() {
        return plane.database().count("""
                SELECT count(*) FROM inventory.slot s CROSS JOIN LATERAL (
                    SELECT coalesce(bit_or(((1 << p.memory_size) - 1) << p.memory_start), 0) AS taken,
                        coalesce(sum(p.compute), 0) AS compute
                    FROM inventory.lease_slot p WHERE p.slot_number = s.number AND p.live) live
                WHERE s.taken & 255 <> live.taken OR s.compute_taken <> live.compute""");
    }

    private static <T> List<T> all(List<Callable<T>> work) throws InterruptedException, ExecutionException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<T> results = new ArrayList<>();
            for (Future<T> one : threads.invokeAll(work)) {
                results.add(one.get());
            }
            return results;
        }
    }
}
