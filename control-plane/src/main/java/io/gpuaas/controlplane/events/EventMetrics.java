package io.gpuaas.controlplane.events;

import io.gpuaas.controlplane.platform.BackgroundWork;
import io.gpuaas.controlplane.platform.Rounds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Measures the number and age of waiting events every few seconds, however often metrics are scraped. */
@Component
class EventMetrics implements BackgroundWork {

    private final OutboxStore outbox;
    private final DeadLetterStore deadLetters;
    private final AtomicLong depth;
    private final AtomicLong ageMillis;
    private final AtomicLong dead;

    EventMetrics(OutboxStore outbox, DeadLetterStore deadLetters, MeterRegistry metrics) {
        this.outbox = outbox;
        this.deadLetters = deadLetters;
        this.depth = metrics.gauge("gpuaas_outbox_depth", new AtomicLong());
        this.ageMillis = new AtomicLong();
        metrics.gauge("gpuaas_outbox_age_seconds", ageMillis, age -> age.get() / 1000.0);
        this.dead = metrics.gauge("gpuaas_dead_letter_depth", new AtomicLong());
    }

    @Override
    public void declare(Rounds rounds) {
        rounds.every(Duration.ofSeconds(5), "events.metrics", this::measure);
    }

    void measure() {
        OutboxStore.Backlog backlog = outbox.backlog();
        depth.set(backlog.depth());
        ageMillis.set(backlog.age().toMillis());
        dead.set(deadLetters.depth());
    }
}
