package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.AllocationState;
import io.gpuaas.api.CreateAllocation;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Random interleavings of everything that can happen to allocations, several at once, on a real database. No driver
 * runs: the test is the one who calls, forgets to call, and dies in the middle.
 */
class AllocationPropertyTest {

    private static final int ROUNDS = Integer.getInteger("gpuaas.property-rounds", 100);
    private static final int AT_ONCE = 4;
    private static final Set<ErrorCode> EXPECTED =
            Set.of(ErrorCode.CAPACITY_SHORT, ErrorCode.ALLOCATION_STATE_CONFLICT, ErrorCode.QUOTA_EXCEEDED);

    private static final TestControlPlane PLANE = TestControlPlane.start(
            Map.of("gpuaas.roles", "api,node-api,outbox-relay,event-consumers"), MovableClock.InPlace.class);

    private final AllocationWorld world = new AllocationWorld(PLANE);
    private final MovableClock clock = PLANE.bean(MovableClock.class);
    private final JdbcClient jdbc = PLANE.bean(JdbcClient.class);
    private final TransactionTemplate transaction = PLANE.bean(TransactionTemplate.class);
    private final Allocations allocations = PLANE.bean(Allocations.class);
    private final Advance advance = PLANE.bean(Advance.class);
    private final ProjectId project = ProjectId.parse(world.project);
    private final ConcurrentLinkedQueue<AllocationId> made = new ConcurrentLinkedQueue<>();

    @AfterAll
    static void close() {
        PLANE.close();
    }

    @Test
    void whateverHappensInWhateverOrderNoGpuIsLostOrGivenTwice() throws Exception {
        long seed = Long.getLong("gpuaas.seed", 20_261_116);
        System.out.println("seed of the interleavings: -Dgpuaas.seed=" + seed);
        Random random = new Random(seed);
        world.node(4);
        world.node(4);
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int round = 0; round < ROUNDS; round++) {
                List<Future<?>> acts = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(AT_ONCE); i++) {
                    Runnable act = choose(random);
                    acts.add(threads.submit(act));
                }
                for (Future<?> act : acts) {
                    act.get();
                }
                checkLeases("round " + round + " of seed " + seed);
            }
        }
        settle();
        checkLeases("the end of seed " + seed);
        checkHistories(seed);
    }

    private Runnable choose(Random random) {
        int kind = random.nextInt(100);
        int count = 1 << random.nextInt(3);
        boolean queue = random.nextBoolean();
        AllocationId any = any(random);
        int some = random.nextInt(4);
        if (kind < 20) {
            return () ->
                    refusable(() -> made.addAll(inCall(() -> allocations
                            .create(List.of(
                                    new CreateAllocation(world.sku, count, null, null, null, null, queue, null)))
                            .stream()
                            .map(AllocationRecord::id)
                            .toList())));
        }
        if (any == null) {
            return () -> {};
        }
        if (kind < 30) {
            return () -> refusable(() -> inCall(() -> allocations.release(project, any)));
        }
        if (kind < 35) {
            return () -> refusable(() -> inCall(() -> allocations.forceRelease(any, "property")));
        }
        if (kind < 40) {
            return () -> refusable(() -> inCall(() -> allocations.retryRelease(project, any)));
        }
        if (kind < 65) {
            return () -> advance.advance(any);
        }
        if (kind < 70) {
            // The process dies before it commits.
            return () -> transaction.executeWithoutResult(status -> {
                advance.advance(any);
                status.setRollbackOnly();
            });
        }
        if (kind < 85) {
            return () -> world.nodes.perform(FakeNodes.Behaviour.WORKS, some);
        }
        if (kind < 91) {
            return () -> world.nodes.perform(FakeNodes.Behaviour.FAILS, some);
        }
        if (kind < 96) {
            return () -> PLANE.bean(AllocationQueue.class).serve();
        }
        return () -> clock.forward(Duration.ofSeconds(30));
    }

    private @Nullable AllocationId any(Random random) {
        List<AllocationId> all = List.copyOf(made);
        // The newest have most ahead of them.
        int from = Math.max(0, all.size() - 12);
        return all.isEmpty() ? null : all.get(from + random.nextInt(all.size() - from));
    }

    private <T> T inCall(Supplier<T> work) {
        return Call.system("property", new CorrelationId("property"))
                .in(TenantId.parse(world.tenant), project)
                .run(() -> Objects.requireNonNull(transaction.execute(status -> work.get())));
    }

    private static void refusable(Runnable act) {
        try {
            act.run();
        } catch (ProblemException e) {
            assertThat(EXPECTED).contains(e.code());
        }
    }

    /** A slot is leased once at most, and exactly those allocations hold a lease that should. */
    private void checkLeases(String when) {
        assertThat(PLANE.database().count("""
                SELECT count(*) FROM (SELECT slot_number FROM inventory.lease_slot WHERE live
                    GROUP BY slot_number HAVING count(*) > 1) twice"""))
                .as("slots with two leases, " + when)
                .isZero();
        assertThat(PLANE.database().count("""
                SELECT count(*) FROM allocations.allocation a
                FULL JOIN (SELECT * FROM inventory.lease WHERE ended_at IS NULL) l ON l.allocation_id = a.id
                WHERE (l.id IS NOT NULL) <> coalesce(a.state NOT IN ('queued', 'released', 'failed'), false)"""))
                .as("leases without a holder and holders without a lease, " + when)
                .isZero();
    }

    /** From now on everything works and nobody dies: all come to their end. */
    private void settle() {
        AllocationWorld.await(() -> {
            world.nodes.perform(FakeNodes.Behaviour.WORKS);
            List<AllocationId> open = made.stream()
                    .filter(id -> !AllocationStateMachine.isFinal(state(id)))
                    .toList();
            for (AllocationId id : open) {
                switch (state(id)) {
                    case ACTIVE, QUEUED -> refusable(() -> inCall(() -> allocations.release(project, id)));
                    case RELEASE_FAILED -> refusable(() -> inCall(() -> allocations.retryRelease(project, id)));
                    default -> advance.advance(id);
                }
            }
            clock.forward(Duration.ofSeconds(20));
            return open.isEmpty();
        });
        assertThat(PLANE.database().count("SELECT count(*) FROM inventory.slot WHERE taken <> 0"))
                .as("slots that are taken though nobody holds them")
                .isZero();
    }

    private AllocationState state(AllocationId id) {
        return PLANE.bean(AllocationStore.class).find(id).orElseThrow().state();
    }

    private void checkHistories(long seed) {
        assertThat(made).as("allocations made with seed " + seed).isNotEmpty();
        for (AllocationId id : made) {
            List<AllocationState> states = jdbc.sql("""
                    SELECT state FROM allocations.timeline WHERE allocation_id = :id AND kind = 'moved' ORDER BY sequence""")
                    .param("id", id.value())
                    .query((row, n) -> AllocationState.fromWire(row.getString(1)))
                    .list();
            for (int i = 1; i < states.size(); i++) {
                assertThat(AllocationStateMachine.allowed(states.get(i - 1), states.get(i)))
                        .as(id + " went " + states + " with seed " + seed)
                        .isTrue();
            }
        }
        AllocationWorld.await(() -> published().equals(written()));
        assertThat(PLANE.database().count("""
                SELECT count(*) FROM (SELECT allocation_id FROM allocations.timeline GROUP BY allocation_id
                    HAVING count(*) <> max(sequence) OR min(sequence) <> 1) gaps""")).as("timelines with gaps").isZero();
        assertThat(PLANE.database().count("""
                SELECT count(*) FROM (SELECT aggregate, position, sequence,
                        row_number() OVER (PARTITION BY aggregate ORDER BY position) AS expected
                    FROM events.bus_message WHERE aggregate LIKE 'allocation:%') m WHERE sequence <> expected"""))
                .as("events out of order or with gaps")
                .isZero();
    }

    private Map<String, Long> published() {
        return counts(
                "SELECT aggregate, count(*) FROM events.bus_message WHERE aggregate LIKE 'allocation:%' GROUP BY 1");
    }

    private Map<String, Long> written() {
        return counts("SELECT 'allocation:' || allocation_id, count(*) FROM allocations.timeline GROUP BY 1");
    }

    private Map<String, Long> counts(String sql) {
        return jdbc.sql(sql).query((row, n) -> Map.entry(row.getString(1), row.getLong(2))).list().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
