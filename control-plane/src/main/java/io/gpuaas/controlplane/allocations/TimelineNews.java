package io.gpuaas.controlplane.allocations;

import io.gpuaas.kernel.ProjectId;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Finds, for all streams of this process at once, the projects with changes, and wakes only their followers. Rows of
 * transactions that commit late count once nothing older can appear any more, which the next looks notice.
 */
@Component
class TimelineNews implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(TimelineNews.class);

    /** When there are more everybody is rung. */
    private static final int ROWS_MAX = 2_000;

    private static final Duration GATHER = Duration.ofMillis(20);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final TimelineStore store;
    private final TimelineSignal signal;
    private final Map<ProjectId, Set<Follower>> followers = new ConcurrentHashMap<>();
    private @Nullable Thread looking;
    private volatile boolean running;

    TimelineNews(TimelineStore store, TimelineSignal signal) {
        this.store = store;
        this.signal = signal;
    }

    /**
     * A reader that starts after this call is notified of every change it could not see. It is notified once at the
     * start.
     */
    Follower follow(ProjectId project) {
        Follower follower = new Follower(project);
        followers.compute(project, (id, others) -> {
            Set<Follower> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(follower);
            return all;
        });
        return follower;
    }

    /** Of one stream. */
    final class Follower implements AutoCloseable {

        private final ProjectId project;
        private final Semaphore rung = new Semaphore(1);

        private Follower(ProjectId project) {
            this.project = project;
        }

        void ring() {
            rung.release();
        }

        /** Whether it was rung since the last time; waits for it so long at most. */
        boolean await(Duration atMost) throws InterruptedException {
            boolean isRung = rung.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
            rung.drainPermits();
            return isRung;
        }

        @Override
        public void close() {
            followers.computeIfPresent(project, (id, all) -> {
                all.remove(this);
                return all.isEmpty() ? null : all;
            });
        }
    }

    void ringAll() {
        followers.keySet().forEach(this::ring);
    }

    private void ring(ProjectId project) {
        followers.getOrDefault(project, Set.of()).forEach(Follower::ring);
    }

    private void lookUntilStopped() {
        Long horizon = null;
        long seen = -1;
        while (running) {
            try {
                seen = signal.await(seen, LOOK_AGAIN);
                horizon = followers.isEmpty() ? null : look(horizon);
                // Changes that arrive meanwhile are found by the same query.
                Thread.sleep(GATHER);
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                log.warn("could not read changes of allocations; retrying", e);
            }
        }
    }

    /**
     * Returns how far it has read. Followers that came while nothing was read are notified once, since earlier changes
     * are unknown.
     */
    private long look(@Nullable Long from) {
        if (from == null) {
            long horizon = store.horizon();
            ringAll();
            return horizon;
        }
        TimelineStore.News news = store.news(from, ROWS_MAX);
        if (news.projects().size() < ROWS_MAX) {
            Set.copyOf(news.projects()).forEach(this::ring);
        } else {
            ringAll();
        }
        return news.horizon();
    }

    @Override
    public void start() {
        running = true;
        looking = Thread.ofVirtual().name("timeline-news").start(this::lookUntilStopped);
    }

    @Override
    public void stop() {
        running = false;
        if (looking != null) {
            looking.interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
