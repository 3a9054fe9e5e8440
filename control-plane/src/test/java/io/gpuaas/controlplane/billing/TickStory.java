package io.gpuaas.controlplane.billing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.offerings.Offerings;
import io.gpuaas.controlplane.platform.ProblemException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ticks of a worker that lives, is away, or dies before or in the middle of what it does. */
final class TickStory {

    /** A statement takes milliseconds: most shots come too early or too late. */
    private static final int SHOTS_MAX = 20;

    private final BillingPlane world;
    private int kills;

    TickStory(BillingPlane world) {
        this.world = world;
    }

    void goOn(Random random) {
        switch (random.nextInt(6)) {
            case 0 -> dieBeforeCommit(random);
            case 1 -> dieInTheStatement();
            case 2 -> {} // a worker that is away: the next tick catches up
            default -> world.tick();
        }
    }

    private void dieBeforeCommit(Random random) {
        Instant until =
                Instant.ofEpochSecond(world.clock.instant().getEpochSecond() / Reckoning.WINDOW * Reckoning.WINDOW);
        try {
            world.doing(() -> {
                PriceTable table =
                        PriceTable.of(world.plane.bean(Offerings.class).schedule(Instant.EPOCH, until));
                for (int shard = 0; shard <= random.nextInt(MeterStore.SHARDS); shard++) {
                    world.plane
                            .bean(ChargeSql.class)
                            .run(
                                    ChargeSql.Whose.shard(shard, List.of()),
                                    until,
                                    Reckoning.WINDOW,
                                    table,
                                    random.nextBoolean(),
                                    world.clock.instant());
                }
                throw ProblemException.notFound("commit");
            });
        } catch (ProblemException e) {
            assertThat(e).hasMessageContaining("commit");
        }
    }

    private void dieInTheStatement() {
        AtomicBoolean ticking = new AtomicBoolean(true);
        Thread tick = Thread.ofVirtual().start(() -> {
            world.tick();
            ticking.set(false);
        });
        for (int shots = 0; shots < SHOTS_MAX && ticking.get(); shots++) {
            kills += (int) world.database.count("""
                    SELECT count(*) FROM (
                        SELECT pg_terminate_backend(pid) AS hit FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'WITH shard AS%'
                          AND state <> 'idle') AS shot
                    WHERE hit""");
        }
        try {
            tick.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Only kills that hit a worker. */
    int kills() {
        return kills;
    }
}
