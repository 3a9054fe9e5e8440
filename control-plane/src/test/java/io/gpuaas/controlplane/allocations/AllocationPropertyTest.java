package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.AllocationState;
import io.gpuaas.api.CreateAllocation;
import io.gpuaas.controlplane.TestClock;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.nodes.FakeNodes;
import io.gpuaas.controlplane.offerings.Shape;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.controlplane.platform.ProblemException;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.ErrorCode;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import io.gpuaas.testkit.MovableClock;
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
 * runs: the test advances allocations, forgets to, and dies in the middle.
 */
class AllocationPropertyTest {

    private static final int ROUNDS = Integer.getInteger("gpuaas.property-rounds", 100);
    private static final int AT_ONCE = 4;
    private static final Set<ErrorCode> EXPECTED =
            Set.of(ErrorCode.CAPACITY_SHORT, ErrorCode.ALLOCATION_STATE_CONFLICT, ErrorCode.QUOTA_EXCEEDED);

    private static final TestControlPlane PLANE = TestControlPlane.start(
            Map.of("gpuaas.roles", "api,node-api,outbox-relay,event-consumers"), TestClock.Running.class);

    private final AllocationWorld slices = new AllocationWorld(PLANE);
    private final AllocationWorld hosts = new AllocationWorld(PLANE, Shape.BARE_METAL, "user_revoke");
    private final AllocationWorld instances = new AllocationWorld(PLANE, Shape.MIG, "user_revoke");
    private final MovableClock clock = PLANE.bean(MovableClock.class);
    private final JdbcClient jdbc = PLANE.bean(JdbcClient.class);
    private final TransactionTemplate transaction = PLANE.bean(TransactionTemplate.class);
    private final Allocations allocations = PLANE.bean(Allocations.class);
    private final Advance advance = PLANE.bean(Advance.class);
    private final ConcurrentLinkedQueue<Made> made = new ConcurrentLinkedQueue<>();

    private record Made(AllocationWorld world, AllocationId id) {

        ProjectId project() {
            return ProjectId.parse(world.project);
        }
    }

    @AfterAll
    static void close() {
        PLANE.close();
    }

    @Test
    void noOrderOfEventsLosesAGpuOrLeasesItTwice() throws Exception {
        long seed = Long.getLong("gpuaas.seed", System.nanoTime());
        try {
            interleave(seed);
        } catch (Exception | AssertionError e) {
            throw new AssertionError("-Dgpuaas.seed=" + seed + " repeats what led to this: " + e.getMessage(), e);
        }
    }

    private void interleave(long seed) throws Exception {
        Random random = new Random(seed);
        slices.node(4);
        slices.node(4);
        hosts.node(AllocationWorld.HOST_GPUS);
        hosts.node(AllocationWorld.HOST_GPUS);
        instances.divide(instances.node(2));
        List.of(slices, hosts, instances).forEach(world -> world.policy("allocations.lost_after", "PT2M"));
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
                checkLeases("round " + round);
            }
        }
        settle();
        checkLeases("at the end");
        checkHistories();
    }

    private Runnable choose(Random random) {
        int kind = random.nextInt(100);
        AllocationWorld world = List.of(slices, slices, hosts, instances).get(random.nextInt(4));
        int count = world == slices ? 1 << random.nextInt(3) : 1;
        boolean queue = random.nextBoolean();
        Made any = any(random);
        int some = random.nextInt(4);
        if (kind < 20) {
            return () -> refusable(() -> made.addAll(inCall(
                    world,
                    () -> allocations
                            .create(List.of(
                                    new CreateAllocation(world.sku, count, null, null, null, null, null, queue, null)))
                            .stream()
                            .map(created -> new Made(world, created.id()))
                            .toList())));
        }
        if (any == null) {
            return () -> {};
        }
        if (kind < 30) {
            return () -> refusable(() -> inCall(any.world(), () -> allocations.release(any.project(), any.id())));
        }
        if (kind < 35) {
            return () -> refusable(() -> inCall(any.world(), () -> allocations.forceRelease(any.id(), "property")));
        }
        if (kind < 40) {
            return () -> refusable(() -> inCall(any.world(), () -> allocations.retryRelease(any.project(), any.id())));
        }
        if (kind < 65) {
            return () -> advance.advance(any.id());
        }
        if (kind < 70) {
            // The process dies before it commits.
            return () -> transaction.executeWithoutResult(status -> {
                advance.advance(any.id());
                status.setRollbackOnly();
            });
        }
        if (kind < 85) {
            return () -> world.nodes.perform(FakeNodes.Behaviour.WORKS, some);
        }
        if (kind < 91) {
            return () -> world.nodes.perform(FakeNodes.Behaviour.FAILS, some);
        }
        if (kind < 95) {
            return () -> PLANE.bean(AllocationQueue.class).serve();
        }
        if (kind < 98) {
            // Its node goes away, or is back: with what was there, or without.
            return () -> world.nodes.turn(some, thing(world), queue ? there(world) : List.of());
        }
        return () -> clock.forward(Duration.ofSeconds(30));
    }

    private String thing(AllocationWorld world) {
        return world == slices ? "slice" : world == hosts ? "user" : "mig";
    }

    private List<String> there(AllocationWorld world) {
        return made.stream()
                .filter(one -> one.world() == world)
                .map(one -> world == hosts ? LoginNames.of(one.id()) : one.id().toString())
                .toList();
    }

    private @Nullable Made any(Random random) {
        List<Made> all = List.copyOf(made);
        // The newest have most ahead of them.
        int from = Math.max(0, all.size() - 12);
        return all.isEmpty() ? null : all.get(from + random.nextInt(all.size() - from));
    }

    private <T> T inCall(AllocationWorld world, Supplier<T> work) {
        return Call.system("property", new CorrelationId("property"))
                .in(TenantId.parse(world.tenant), ProjectId.parse(world.project))
                .run(() -> Objects.requireNonNull(transaction.execute(status -> work.get())));
    }

    private static void refusable(Runnable act) {
        try {
            act.run();
        } catch (ProblemException e) {
            assertThat(EXPECTED).contains(e.code());
        }
    }

    /** A slot is marked as its leases say, which share nothing, and exactly those allocations hold one that should. */
    private void checkLeases(String when) {
        assertThat(PLANE.database().count("""
                SELECT count(*) FROM inventory.lease_slot a JOIN inventory.lease_slot b
                    ON a.slot_number = b.slot_number AND a.fencing_token < b.fencing_token AND a.cells && b.cells
                WHERE a.live AND b.live"""))
                .as("leases that share something, " + when)
                .isZero();
        assertThat(PLANE.database().count("""
                SELECT count(*) FROM inventory.slot s CROSS JOIN LATERAL (
                    SELECT coalesce(bit_or(((1 << p.memory_size) - 1) << p.memory_start), 0) AS memory,
                        coalesce(sum(p.compute), 0) AS compute
                    FROM inventory.lease_slot p WHERE p.slot_number = s.number AND p.live) held
                WHERE s.taken <> held.memory OR s.compute_taken <> held.compute"""))
                .as("slots that are marked otherwise than their leases say, " + when)
                .isZero();
        assertThat(PLANE.database().count("""
                SELECT count(*) FROM allocations.allocation a
                FULL JOIN (SELECT * FROM inventory.lease WHERE ended_at IS NULL) l ON l.allocation_id = a.id
                WHERE (l.id IS NOT NULL) <> coalesce(a.state NOT IN ('queued', 'released', 'failed'), false)"""))
                .as("leases without a holder and holders without a lease, " + when)
                .isZero();
    }

    /** From now on everything works and nothing dies: all allocations reach their end. */
    private void settle() {
        List.of(slices, hosts, instances).forEach(world -> world.nodes.bringAllBack(thing(world), there(world)));
        AllocationWorld.await(() -> {
            List.of(slices, hosts, instances).forEach(world -> world.nodes.perform(FakeNodes.Behaviour.WORKS));
            List<Made> open = made.stream()
                    .filter(one -> !AllocationStateMachine.isFinal(state(one.id())))
                    .toList();
            for (Made one : open) {
                switch (state(one.id())) {
                    case ACTIVE, QUEUED ->
                        refusable(() -> inCall(one.world(), () -> allocations.release(one.project(), one.id())));
                    case RELEASE_FAILED ->
                        refusable(() -> inCall(one.world(), () -> allocations.retryRelease(one.project(), one.id())));
                    default -> advance.advance(one.id());
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

    private void checkHistories() {
        assertThat(made).as("allocations made").isNotEmpty();
        for (Made one : made) {
            List<AllocationState> states = jdbc.sql("""
                    SELECT state FROM allocations.timeline WHERE allocation_id = :id AND kind = 'moved' ORDER BY sequence""")
                    .param("id", one.id().value())
                    .query((row, n) -> AllocationState.fromWire(row.getString(1)))
                    .list();
            for (int i = 1; i < states.size(); i++) {
                assertThat(AllocationStateMachine.allowed(states.get(i - 1), states.get(i)))
                        .as(one.id() + " went " + states)
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
